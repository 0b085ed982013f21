import { definitionOf } from "../../../../domain/actions/table.ts"
import type { HistoryEntry } from "../../../../domain/views/historyEntries.ts"
import { refusalMessage } from "../../../../domain/views/messages.ts"
import { useView } from "../../../client/client.ts"
import { useNow } from "../../../client/clock.ts"
import { useCardWords } from "../../../devices/cardWords.ts"
import { firmwareFailure } from "../../../i18n/firmwareFailure.ts"
import { useActionText } from "../../../i18n/useActionText.ts"
import type { GlyphName } from "../../../ui/Glyph.tsx"
import { useWakeWords, wakeGlyphs } from "../../network/WakeLine.tsx"

type Of<Kind extends HistoryEntry["kind"]> = Extract<HistoryEntry, { kind: Kind }>

export const glyphOf = (entry: HistoryEntry): GlyphName => {
  switch (entry.kind) {
    case "asked":
      return entry.outcome?.state ?? "queued"
    case "update": {
      const { end, reported, build } = entry
      if (end === null) return "pending"
      if (end.failure !== null) return end.failure === "cancelled" ? "cancelled" : "refused"
      return reported === null || reported === build ? "confirmed" : "unconfirmed"
    }
    case "woken":
      return wakeGlyphs[entry.stage]
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

/** The outcome of an action. */
const useOutcomes = () => {
  const { t, format } = useCardWords()
  const after = (text: string, more: string | null): string =>
    more === null ? text : t("devices.page.history.then", { text, more })
  const ofAction = ({ intent, at, outcome, seenAt, isMissing }: Of<"asked">): string => {
    if (outcome === null) return t("layout.outbox.state.queued")
    const state = t(`layout.outbox.state.${outcome.state}`)
    const duration = format.duration(Math.max(0, outcome.at - at))
    const text = t("devices.page.history.after", { state, duration })
    const reason = outcome.reason === null ? null : t(`common.error.${refusalMessage(intent.call, outcome.reason)}`)
    const { cardNotice } = definitionOf(intent).messages
    const time = format.duration((seenAt ?? outcome.at) - outcome.at)
    const back =
      cardNotice === "wake"
        ? t("devices.page.history.awakeAfter", { time })
        : t("devices.page.history.backAfter", { time })
    const missing = isMissing ? t("devices.page.history.notSince") : null
    return after(after(text, reason), seenAt === null ? missing : back)
  }
  const ofUpdate = ({ at, build, end, reported }: Of<"update">): string => {
    if (end === null) return t("dialog.firmware.hindrance.updating")
    const time = format.duration(Math.max(0, end.at - at))
    if (end.failure === "cancelled") return t("dialog.firmware.reason.cancelled")
    if (end.failure !== null) return after(t("devices.page.history.failedAfter", { time }), firmwareFailure(t, end))
    if (reported === null) return t("pages.updates.row.unread", { time })
    if (reported === build) return t("devices.page.history.updatedAfter", { time })
    return t("pages.updates.row.doubted", { build: reported > 0 ? reported : t("dialog.firmware.unknown") })
  }
  return { ofAction, ofUpdate }
}

/** The name of an account: its e-mail, and its server too when the same e-mail has accounts on two servers. */
const useAccountNames = () => {
  const { t } = useCardWords()
  const emails = useView(({ session }) => session.emails)
  return (account: string): string => {
    const known = [...(emails ?? [])]
    const email = known.find(([key]) => key === account)?.[1]
    if (email === undefined) return account
    if (known.filter(([, same]) => same === email).length < 2) return email
    return t("devices.page.history.then", { text: email, more: account.slice(0, account.indexOf(" ")) })
  }
}

export interface Sentences {
  readonly what: string
  readonly outcome: string | null
  /** The account that did it; null for the signed-in account, which most lines are from. */
  readonly by: string | null
}

/** The event, its outcome, and the account that caused it. */
export const useSentences = (): ((entry: HistoryEntry) => Sentences) => {
  const { t, format } = useCardWords()
  const now = useNow()
  const actionText = useActionText()
  const wakeWords = useWakeWords()
  const nameOf = useAccountNames()
  const { ofAction, ofUpdate } = useOutcomes()
  const current = useView(({ session }) => session.current?.account ?? null) ?? null

  const done = (what: string, outcome: string, account: string | null): Sentences => {
    if (account === current) return { what, outcome, by: null }
    const by =
      account === null ? t("devices.page.history.byGuest") : t("devices.page.history.by", { who: nameOf(account) })
    return { what, outcome, by }
  }
  const found = (what: string, outcome: string | null = null): Sentences => ({ what, outcome, by: null })
  const read = (what: string, isOwn: boolean) => found(what, isOwn ? null : t("devices.page.history.elsewhere"))

  return (entry) => {
    switch (entry.kind) {
      case "asked":
        return done(actionText(entry), ofAction(entry), entry.account)
      case "update":
        return done(t("devices.page.history.update", { build: entry.build }), ofUpdate(entry), entry.account)
      case "woken": {
        const { stage, at: askedAt, stageAt: at, sentAt, account } = entry
        const wake = { stage, askedAt, at, ...(sentAt !== undefined && { sentAt }) }
        return done(t("devices.page.history.lanWake"), wakeWords(wake, now), account)
      }
      case "renamed":
        return read(t("devices.page.history.renamed", { name: entry.name }), entry.isOwn)
      case "updated":
        return read(t("devices.page.history.updated", { build: entry.build }), entry.isOwn)
      case "added":
      case "removed": {
        const { kind, account } = entry
        if (account === current || account === null) return found(t(`devices.page.history.${kind}`))
        const where = ({ added: "addedTo", removed: "removedFrom" } as const)[kind]
        return found(t(`devices.page.history.${where}`, { who: nameOf(account) }))
      }
      case "away":
        return found(t("devices.page.history.away"))
      case "back":
        return found(
          t("devices.page.history.back"),
          t("devices.page.history.awayFor", { duration: format.duration(entry.awayFor) }),
        )
    }
  }
}
