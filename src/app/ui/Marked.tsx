import { Quoting } from "./Quoting.tsx"

/**
 * A text in which `<b>…</b>` marks one stretch. Only the first such stretch is markup, because values come after it.
 */
const MARKED = /^(?<before>.*?)<b>(?<bold>.*?)<\/b>(?<after>.*)$/su

/**
 * A whole sentence with its most important word in bold, so that no language has to be composed from parts. `quoted`
 * comes after that word.
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
