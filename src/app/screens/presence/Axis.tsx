import { useCardWords } from "../../devices/cardWords.ts"
import { marksOf, type Times } from "./marks.ts"

/** The whole hours or days below a strip, each in its room up to the next; one without room for its word is left out by the style. */
export const Axis = ({ of: fleet }: { readonly of: Times }) => {
  const { t, format } = useCardWords()
  const marks = marksOf(fleet)
  return (
    <span className="paxis" aria-hidden="true">
      <span className="at">
        {marks.map(({ at, place }, index) => (
          <span
            key={at}
            style={{
              insetInlineStart: `${place * 100}cqi`,
              insetInlineEnd: `max(0px, 100% - ${(marks[index + 1]?.place ?? 1) * 100}cqi)`,
            }}
          >
            <span>{fleet.span === "day" ? format.hour(at) : format.weekday(at)}</span>
          </span>
        ))}
      </span>
      <span>{t("devices.page.now")}</span>
    </span>
  )
}
