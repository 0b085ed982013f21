import { useEffect, useEffectEvent } from "react"
import { useLocation } from "react-router-dom"
import type { RecordedEvent } from "../../domain/product/events.ts"
import type { State } from "../../domain/product/state.ts"
import { TOAST_MS, TOAST_SUCCESS_MS } from "../../domain/values/limits.ts"
import { endedBatches } from "../../domain/views/batch.ts"
import { endedCampaign } from "../../domain/views/campaign.ts"
import { noticeOf } from "../../domain/views/messages.ts"
import { outboxCount } from "../../domain/views/outbox.ts"
import { useHandle, useIsFolding, useView } from "../client/client.ts"
import { askForLastingStorage } from "../client/lastingStorage.ts"
import { hasOutbox, useOutbox } from "../client/outboxPanel.ts"
import { useClient } from "../client/provider.ts"
import { CrashedOver } from "../ui/Boundary.tsx"
import { ToastRegion } from "../ui/ToastRegion.tsx"
import { closeAllToasts, closeToasts, showToast, type ToastKind, toastQueue } from "../ui/toasts.ts"
import { takeOver } from "./line.ts"
import { queuedNotice } from "./queued.ts"
import { useProgram } from "./useProgram.ts"
import { useSayings } from "./useSayings.ts"
import { useToast } from "./useToast.ts"

/** The outbox's figure on the icon of the installed app or the desktop program, where the system shows one (DESK-5). */
const useBadge = (): void => {
  const count = useView(outboxCount)
  const isFolding = useIsFolding()
  useEffect(() => {
    if (count === undefined || isFolding || !("setAppBadge" in navigator)) return
    // A browser may refuse when the app is not installed.
    navigator.setAppBadge(count).catch(() => undefined)
  }, [count, isFolding])
}

/** MSG-4: the time that each kind stays, ms. Loading has no limit. */
const lives: Readonly<Record<ToastKind, number | undefined>> = {
  blank: TOAST_MS,
  error: TOAST_MS,
  custom: TOAST_MS,
  success: TOAST_SUCCESS_MS,
  loading: undefined,
}

takeOver((content) => {
  const key = showToast(content, lives[content.kind])
  return () => toastQueue.close(key)
})

/** The page that shows a campaign, and so its outcome. */
const UPDATES_PATH = "/devices/updates"

/** True for an action that was cancelled or cleared, or whose account is no longer signed in here. */
const isMoot = ({ outbox, session }: State, about: string): boolean => {
  const action = outbox.actions.get(about)
  if (action === undefined || action.dismissed || action.status.state === "cancelled") return true
  return action.account !== session.current?.account
}

/** The action that an event ends or leaves to a person; null for any other event. */
const endedBy = (event: RecordedEvent): string | null => {
  switch (event.type) {
    case "ActionConfirmed":
    case "ActionRefused":
    case "ActionUnconfirmed":
    case "ActionExpired":
      return event.payload.action
    default:
      return null
  }
}

/** Shows toasts about events to the person at this tab. */
const Saying = () => {
  const handle = useHandle()
  const { pathname } = useLocation()
  const toast = useToast()
  const { openRecords } = useClient()
  const { open } = useOutbox()
  useProgram()
  useBadge()
  const { ofNotice, ofQueued, ofBatch, ofCampaign } = useSayings(open)
  const hear = useEffectEvent((events: readonly RecordedEvent[], before: State) => {
    if (handle === undefined) return
    // An earlier toast about the action is no longer true. The outcome replaces it.
    const ended = new Set(events.map(endedBy))
    closeToasts((about) => ended.has(about) || isMoot(handle.state(), about))
    if (document.visibilityState === "hidden") return
    for (const event of events) {
      if (event.type === "ActionQueued" && event.tab === handle.tab) askForLastingStorage()
      const notice = noticeOf(event, before, handle.tab)
      const queued = queuedNotice(event, before, handle.tab)
      const saying = notice === null ? queued && ofQueued(queued) : ofNotice(notice, handle.state())
      const about = endedBy(event)
      if (saying !== null) toast(about === null ? saying : { ...saying, about })
    }
    const campaign = pathname === UPDATES_PATH ? null : endedCampaign(before, handle.state())
    if (campaign !== null) toast(ofCampaign(campaign))
    for (const batch of endedBatches(before, handle.state())) if (!openRecords.has(batch.id)) toast(ofBatch(batch))
  })
  useEffect(() => handle?.onEvents((events, before) => hear(events, before)), [handle])
  return <ToastRegion hasOutbox={hasOutbox(pathname)} />
}

/** The toasts over every page. */
export const Notices = () => (
  <CrashedOver close={closeAllToasts}>
    <Saying />
  </CrashedOver>
)
