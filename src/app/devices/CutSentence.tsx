import { aroundValue } from "../i18n/isolate.ts"

/**
 * A sentence in one line, whose end is cut where it has no room. A name in it that runs the other way is cut at its own end: with the
 * end of the line it would lose its beginning (I18N-3).
 */
export const CutSentence = ({ children: sentence }: { readonly children: string }) => {
  const parts = aroundValue(sentence)
  if (parts === null)
    return (
      <span className="cut" title={sentence}>
        {sentence}
      </span>
    )
  const [before, value, after] = parts
  return (
    <span className="cut around" title={sentence}>
      <span className="cut">{before}</span>
      <bdi className="cut">{value}</bdi>
      <span>{after}</span>
    </span>
  )
}
