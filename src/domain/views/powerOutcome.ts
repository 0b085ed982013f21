import type { Device } from "../features/devices/state.ts"
import type { Action } from "../outbox/state.ts"
import { NOT_BACK_SHOWN_MS, OUTCOME_SHOWN_MS } from "../values/limits.ts"
import type { LanDeviceView } from "./lan.ts"

/**
 * That the server took a wake or a reboot is not yet that it happened (WAKE-4). `taken` by the server; `gone` when a
 * reading since then has not seen the device; `back` when it was seen again; `notBack` when that takes longer than it
 * should.
 */
export interface PowerOutcome {
  readonly stage: "taken" | "gone" | "back" | "notBack"
  /** When the server took it, ms. */
  readonly at: number
  /** When the device was seen again, ms; null until then. */
  readonly seenAt: number | null
  /** Whether its return can be seen: of a computer behind a device that never went, nothing can. */
  readonly isAwaited: boolean
}

/** What is known of a device. */
export interface Signs {
  readonly device: Device
  readonly lan: LanDeviceView | null
  /** When the list was read last, ms. */
  readonly readAt: number | null
  readonly now: number
}

/** Said for some minutes, and for longer of what was not seen again. */
export const powerOutcomeOf = (
  { status, dismissed }: Action,
  about: "wake" | "reboot",
  { device, lan, readAt, now }: Signs,
): PowerOutcome | null => {
  if (status.state !== "confirmed" || dismissed) return null
  const { at, away } = status
  if (away !== undefined)
    return now - away.to < OUTCOME_SHOWN_MS ? { stage: "back", at: away.from, seenAt: away.to, isAwaited: true } : null
  const isAwaited = about === "reboot" || device.awaited?.at === at
  const seenAt = isAwaited ? signOf(device, lan, at) : null
  if (seenAt !== null) return now - seenAt < OUTCOME_SHOWN_MS ? { stage: "back", at, seenAt, isAwaited } : null
  const age = now - at
  // Of a computer behind a device that never went, nothing is seen here: that is said as well, in the end.
  if (age >= OUTCOME_SHOWN_MS) return age < NOT_BACK_SHOWN_MS ? { stage: "notBack", at, seenAt, isAwaited } : null
  const isGone = about === "reboot" && readAt !== null && readAt > at && lan?.known !== "now"
  return { stage: isGone ? "gone" : "taken", at, seenAt, isAwaited }
}

/** The first sign of a device after a moment, by the cloud or on this network, ms. */
const signOf = ({ awaited, lastSeen }: Device, lan: LanDeviceView | null, at: number): number | null => {
  // What the cloud said before says nothing, even where its clock is ahead of ours.
  const seen = awaited?.at === at ? (awaited.seen ?? 0) : lastSeen
  const signs = [seen, ...(lan?.known === "now" ? [lan.foundAt] : [])].filter((sign) => sign > at)
  return signs.length === 0 ? null : Math.min(...signs)
}
