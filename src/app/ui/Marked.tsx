import { Quoting } from "./Quoting.tsx"

/** A text of which `<b>…</b>` marks one stretch: only the first such stretch is markup, since values come after it. */
const MARKED = /^(?<before>.*?)<b>(?<bold>.*?)<\/b>(?<after>.*)$/su

/**
 * A whole sentence with its most important word in bold, so that no language has to be put together from parts. What is
 * `quoted` is after that word.
 */
export const Marked = ({ text, quoted }: { readonly text: string; readonly quoted?: string | undefined }) => {
  const { before, bold, after } = MARKED.exec(text)?.groups ?? {}
  if (bold === undefined) return text
  return (
    <>
      {before}
      <b>{bold}</b>
      <Quoting text={after ?? ""} quoted={quoted} />
    </>
  )
}
