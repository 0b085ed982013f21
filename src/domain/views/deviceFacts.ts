import type { Intent } from "../actions/table.ts"
import { definitionOf } from "../actions/table.ts"
import type { Spans } from "../features/devices/events.ts"
import type { FirmwareFailure } from "../features/firmware/events.ts"
import type { LanWakeStage } from "../features/lan/events.ts"
import type { RefusedReason } from "../outbox/events.ts"
import type { RecordedEvent } from "../product/events.ts"
import { knownBuild } from "../values/firmware.ts"
import { PRESENCE_SPANS_MS, PRESENCE_TICK_MS } from "../values/limits.ts"
import { tickOf } from "../values/presence.ts"
import type { ActionState } from "./outbox.ts"

/** Position of an event, and the key of the account that was signed in; null for none. */
interface Done {
  readonly seq: number
  readonly at: number
  readonly account: string | null
}

/**
 * The content of one event about one device (DEVICE-14). Far smaller than the event, so that a view can keep days of
 * them. The outcome of an action or an update names only its id: facts of other devices' actions match nothing.
 */
export type DeviceFact =
  | { readonly kind: "looked"; readonly at: number }
  | { readonly kind: "seen"; readonly at: number }
  /**
   * Found on this network: a sign of the device at that moment, as on its card. Its presence follows from the cloud.
   */
  | { readonly kind: "found"; readonly at: number }
  | ({ readonly kind: "added" | "removed" } & Done)
  | { readonly kind: "renamed"; readonly seq: number; readonly at: number; readonly name: string }
  | { readonly kind: "updated"; readonly seq: number; readonly at: number; readonly build: number }
  | ({ readonly kind: "asked"; readonly action: string } & Done & ActionAsked)
  | ({ readonly kind: "moved"; readonly seq: number; readonly at: number; readonly action: string } & ActionEnd)
  | { readonly kind: "campaign"; readonly campaign: string; readonly account: string | null }
  | ({
      readonly kind: "begun"
      readonly update: string
      readonly campaign: string | null
      readonly build: number
    } & Done)
  | { readonly kind: "stage"; readonly update: string; readonly at: number; readonly stage: "updating" | "completed" }
  | {
      readonly kind: "failed"
      readonly update: string
      readonly at: number
      readonly failure: FirmwareFailure
      readonly httpStatus?: number
    }
  | { readonly kind: "reported"; readonly update: string; readonly build: number }
  | { readonly kind: "postponed"; readonly update: string }
  | ({ readonly kind: "woken"; readonly wake: string; readonly stage: LanWakeStage } & Done)

export interface ActionAsked {
  readonly intent: Intent
  readonly subject: string
  readonly before: string | null
}

export interface ActionEnd {
  readonly state: ActionState
  readonly reason: RefusedReason | null
}

/** The facts of an event about a device. Most events have none. */
export const factsOf = (event: RecordedEvent, did: string): readonly DeviceFact[] => {
  switch (event.type) {
    case "DevicesRead":
      return factsOfReading(event, did)
    case "LanDevicesTold":
      return event.payload.added.some((device) => device.did === did) ? [{ kind: "found", at: event.at }] : []
    case "ActionQueued": {
      const { action, account, intent, subject, before } = event.payload
      const about = definitionOf(intent).about(intent)
      if (about.kind !== "device" || about.id !== did) return []
      return [{ kind: "asked", seq: event.seq, at: event.at, account, action, intent, subject, before }]
    }
    case "ActionClaimed":
      return moved(event, "sending")
    case "ActionDelayed":
      return moved(event, "waiting")
    case "ActionConfirmed":
      return moved(event, "confirmed")
    case "ActionRefused":
      return moved(event, "refused", event.payload.reason)
    case "ActionUnconfirmed":
      return moved(event, "unconfirmed")
    case "ActionExpired":
      return moved(event, "expired")
    case "ActionCancelled":
      return moved(event, "cancelled")
    case "ActionSuperseded":
      return moved(event, "superseded")
    case "LanWakeTold": {
      const { wake, stage } = event.payload
      return event.payload.did === did ? [{ kind: "woken", ...doneIn(event), wake, stage }] : []
    }
    default:
      return factsOfUpdate(event, did)
  }
}

const doneIn = ({ seq, at, account }: RecordedEvent): Done => ({ seq, at, account })

const factsOfUpdate = (event: RecordedEvent, did: string): readonly DeviceFact[] => {
  switch (event.type) {
    case "FirmwareCampaignStarted":
    case "FirmwareCampaignResumed":
      return [{ kind: "campaign", campaign: event.payload.campaign, account: event.account }]
    case "FirmwareUpdateStarted": {
      const { update, campaign, build } = event.payload
      return event.payload.did === did ? [{ kind: "begun", ...doneIn(event), update, campaign, build }] : []
    }
    case "FirmwareUpdateMoved": {
      const { update, stage } = event.payload
      return stage === "updating" || stage === "completed" ? [{ kind: "stage", at: event.at, update, stage }] : []
    }
    case "FirmwareUpdateFailed": {
      const { update, reason: failure, httpStatus } = event.payload
      return [{ kind: "failed", at: event.at, update, failure, ...(httpStatus !== undefined && { httpStatus }) }]
    }
    case "FirmwareBuildRead":
      return [{ kind: "reported", update: event.payload.update, build: event.payload.build }]
    case "FirmwareDevicePostponed":
      return [{ kind: "postponed", update: event.payload.update }]
    default:
      return []
  }
}

type Moving = Extract<RecordedEvent, { readonly payload: { readonly action: string } }>

const moved = (
  { seq, at, payload: { action } }: Moving,
  state: ActionState,
  reason: RefusedReason | null = null,
): readonly DeviceFact[] => [{ kind: "moved", seq, at, action, state, reason }]

const factsOfReading = (
  { seq, at, payload }: Extract<RecordedEvent, { type: "DevicesRead" }>,
  did: string,
): readonly DeviceFact[] => {
  const { account, added, changed, removed, seen } = payload
  const facts: DeviceFact[] = [{ kind: "looked", at }]
  const came = added.find(({ id }) => id === did)
  if (came !== undefined) {
    facts.push({ kind: "added", seq, at, account }, ...seenBefore(came.heard ?? [], at))
    if (came.lastSeen > 0) facts.push({ kind: "seen", at: came.lastSeen })
  }
  const fields = changed.find(({ id }) => id === did)?.fields
  if (fields?.name !== undefined) facts.push({ kind: "renamed", seq, at, name: fields.name })
  const build = fields?.build === undefined ? null : knownBuild(fields.build)
  if (build !== null && build !== undefined) facts.push({ kind: "updated", seq, at, build })
  const last = seen.find(([id]) => id === did)
  if (last !== undefined) facts.push({ kind: "seen", at: last[1] })
  if (removed.includes(did)) facts.push({ kind: "removed", seq, at, account })
  return facts
}

type Observed = Extract<DeviceFact, { readonly kind: "looked" | "seen" }>

/** The facts that the server reported of a new device: observed all the time, and seen in these spans. */
export const seenBefore = (spans: Spans, at: number): readonly Observed[] => {
  const [first] = spans
  if (first === undefined) return []
  const facts: Observed[] = []
  const oldest = tickOf(at - PRESENCE_SPANS_MS)
  for (let tick = Math.max(oldest, tickOf(first[0])); tick <= tickOf(at); tick += 1) {
    const begins = tick * PRESENCE_TICK_MS
    facts.push({ kind: "looked", at: begins })
    for (const [from, to] of spans) {
      if (tickOf(from) > tick || tickOf(to) < tick) continue
      facts.push({ kind: "seen", at: Math.max(begins, from) })
      if (tickOf(to) === tick) facts.push({ kind: "seen", at: to })
    }
  }
  return facts
}
