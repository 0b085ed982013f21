import { Fragment, useState } from "react"
import { definitionOf } from "../../../../domain/actions/table.ts"
import type { HistoryEntry } from "../../../../domain/views/deviceHistory.ts"
import { refusalMessage } from "../../../../domain/views/messages.ts"
import { useActionText } from "../../../i18n/useActionText.ts"
import { Button } from "../../../ui/Button.tsx"
import { Glyph, type GlyphName } from "../../../ui/Glyph.tsx"
import { useCardWords } from "../cardWords.ts"

/** Lines shown before somebody asks for more. */
const SHOWN = 20

const glyphOf = (entry: HistoryEntry): GlyphName => {
  switch (entry.kind) {
    case "asked":
      return entry.outcome?.state ?? "queued"
    case "back":
      return "online"
    case "away":
    case "removed":
      return "offline"
    case "updated":
      return "update"
    case "added":
      return "shared"
    case "renamed":
      return "info"
  }
}

/** What happened, and below it who asked and what came of it. */
const useSentences = () => {
  const { t, format } = useCardWords()
  const actionText = useActionText()
  const after = (told: string, more: string | null): string =>
    more === null ? told : t("devices.page.history.then", { told, more })
  return (entry: HistoryEntry): readonly [what: string, outcome: string | null] => {
    switch (entry.kind) {
      case "asked": {
        const { outcome } = entry
        if (outcome === null) return [actionText(entry), t("layout.outbox.state.queued")]
        const state = t(`layout.outbox.state.${outcome.state}`)
        const told = t("devices.page.history.after", {
          state,
          duration: format.duration(Math.max(0, outcome.at - entry.at)),
        })
        const reason =
          outcome.reason === null ? null : t(`common.error.${refusalMessage(entry.intent.call, outcome.reason)}`)
        const { cardNotice } = definitionOf(entry.intent).messages
        const time = format.duration((entry.seenAt ?? outcome.at) - outcome.at)
        const isBack =
          cardNotice === "wake"
            ? t("devices.page.history.awakeAfter", { time })
            : t("devices.page.history.backAfter", { time })
        return [actionText(entry), after(after(told, reason), entry.seenAt === null ? null : isBack)]
      }
      case "renamed":
        return [t("devices.page.history.renamed", { name: entry.name }), t("devices.page.history.elsewhere")]
      case "updated":
        return [t("devices.page.history.updated", { build: entry.build }), t("devices.page.history.elsewhere")]
      case "added":
        return [t("devices.page.history.added"), null]
      case "removed":
        return [t("devices.page.history.removed"), null]
      case "away":
        return [t("devices.page.history.away"), null]
      case "back":
        return [
          t("devices.page.history.back"),
          t("devices.page.history.awayFor", { duration: format.duration(entry.awayFor) }),
        ]
    }
  }
}

/** What the log of this browser says of the device, newest first (DEVICE-14). */
export const History = ({ entries }: { readonly entries: readonly HistoryEntry[] }) => {
  const { t, format } = useCardWords()
  const [all, setAll] = useState(false)
  const sentences = useSentences()
  if (entries.length === 0) return null
  const shown = all ? entries : entries.slice(0, SHOWN)
  return (
    <section className="dsec">
      <h3>{t("devices.page.history.title")}</h3>
      <ol className="hist">
        {shown.map((entry, index) => {
          const [what, outcome] = sentences(entry)
          const day = format.day(entry.at)
          const before = shown[index - 1]
          const isNewDay = before !== undefined && format.day(before.at) !== day
          return (
            <Fragment key={`${entry.kind} ${entry.seq} ${entry.at}`}>
              {isNewDay && (
                <li className="day">
                  <time dateTime={format.iso(entry.at)}>{day}</time>
                </li>
              )}
              <li className="h">
                <time className="mono" dateTime={format.iso(entry.at)} title={format.full(entry.at)}>
                  {format.hour(entry.at)}
                </time>
                <Glyph name={glyphOf(entry)} large />
                <div>
                  {what}
                  {outcome !== null && <p className="sub">{outcome}</p>}
                </div>
              </li>
            </Fragment>
          )
        })}
      </ol>
      {!all && entries.length > SHOWN && (
        <Button variant="word" onPress={() => setAll(true)}>
          {t("devices.page.history.more")}
        </Button>
      )}
    </section>
  )
}
