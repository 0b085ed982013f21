import { useTranslation } from "react-i18next"
import { useHandle } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useEventText } from "../../log/useEventText.ts"
import { useRecentEvents } from "../../log/useRecentEvents.ts"
import { Row } from "./Group.tsx"

const SHOWN = 5

/**
 * The engine provides the log, so nothing can be read before the engine is ready. A replay shows none: it has no log of
 * its own, and this browser's log has nothing to do with it.
 */
export const NewestEvents = () => (useHandle()?.log ? <Lines /> : null)

/** The newest lines of the log as they are written. The person may see everything that is recorded about them. */
const Lines = () => {
  const { t } = useTranslation()
  const format = useFormat()
  const { typeName } = useEventText()
  const now = useNow()
  const events = useRecentEvents(SHOWN) ?? []
  return (
    <>
      <Row title={t("pages.settings.newest")} body={t("pages.settings.newestBody")} />
      <ul className="credits newest" aria-label={t("pages.settings.newest")}>
        {events.map(({ seq, type, at }) => (
          <li key={seq}>
            <span className="grow">{typeName(type)}</span>
            <time className="num faint" dateTime={format.iso(at)} title={format.full(at)}>
              {format.moment(at, now)}
            </time>
          </li>
        ))}
      </ul>
    </>
  )
}
