/** Keys as they look on a keyboard. Screen readers read the words beside them. */
export const Caps = ({ of }: { readonly of: readonly string[] }) => (
  <span className="kk" aria-hidden="true">
    {of.map((caption, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a key may come twice, and none moves
      <span key={index} className="kbd" data-text={caption} />
    ))}
  </span>
)
