import { useCardWords } from "../../devices/cardWords.ts"
import { marksOf, type Times } from "./marks.ts"

/**
 * The whole hours or days below a strip, each with the room up to the next. The style hides a mark without room for its
 * word.
 */
export const Axis = ({ of: fleet }: { readonly of: Times }) => {
  const { t, format } = useCardWords()
  const wordOf = fleet.span === "day" ? format.hour : format.weekday
  const marks = marksOf(fleet).map((mark) => ({ ...mark, word: wordOf(mark.at) }))
  return (
    <span className="paxis" aria-hidden="true">
      <span className="at">
        {marks.map(({ at, place, word }, index) => (
          <span
            key={at}
            title={word}
            style={{
              insetInlineStart: `${place * 100}cqi`,
              insetInlineEnd: `max(0px, 100% - ${(marks[index + 1]?.place ?? 1) * 100}cqi)`,
            }}
          >
            <span>{word}</span>
          </span>
        ))}
      </span>
      <span>{t("devices.page.now")}</span>
    </span>
  )
}
