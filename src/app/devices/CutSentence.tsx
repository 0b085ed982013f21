import { currentLanguage } from "../i18n/i18n.ts"
import { piecesOf } from "../i18n/isolate.ts"

/**
 * A sentence in one line, truncated at its end where it has no room. A value that runs in the other direction is
 * truncated first, at its own end. Truncated with the line, it would lose its beginning (I18N-3).
 */
export const CutSentence = ({ children: sentence }: { readonly children: string }) => {
  const pieces = piecesOf(sentence, currentLanguage().direction)
  if (pieces.every(({ isValue }) => !isValue))
    return (
      <bdi className="cut" title={sentence}>
        {sentence}
      </bdi>
    )
  return (
    <span className="cut around" title={sentence}>
      {pieces.map(({ text, isValue }, index) => {
        const Piece = isValue ? "bdi" : "span"
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence has no other order
          <Piece key={index} className="cut">
            {text}
          </Piece>
        )
      })}
    </span>
  )
}
