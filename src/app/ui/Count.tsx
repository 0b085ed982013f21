/** A figure on the accent. `children` is the figure as written in the language; the caller names it too. */
export const Count = ({ children }: { readonly children: string }) => (
  <span className="count" aria-hidden="true">
    {children}
  </span>
)
