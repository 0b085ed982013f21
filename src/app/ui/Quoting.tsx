/**
 * A sentence that contains another text, which gets an element of its own, so that a search for that exact text finds
 * it wherever it appears (MSG-1).
 */
export const Quoting = ({ text, quoted }: { readonly text: string; readonly quoted: string | undefined }) => {
  const at = quoted === undefined || quoted === "" ? -1 : text.indexOf(quoted)
  if (quoted === undefined || at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <span>{quoted}</span>
      {text.slice(at + quoted.length)}
    </>
  )
}
