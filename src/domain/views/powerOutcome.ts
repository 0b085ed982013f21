import type { Device } from "../features/devices/state.ts"
import type { Action } from "../outbox/state.ts"
import { NOT_BACK_SHOWN_MS, OUTCOME_SHOWN_MS } from "../values/limits.ts"
import type { LanDeviceView } from "./lan.ts"

/**
 * The outcome of a wake or a reboot. The server's acceptance does not show that it happened (WAKE-4). `taken`: the
 * server accepted it. `gone`: a later reading did not see the device. `back`: the device was seen again. `notBack`: it
 * was not seen for longer than usual.
 */
export interface PowerOutcome {
  readonly stage: "taken" | "gone" | "back" | "notBack"
  /** The time when the server accepted it, ms. */
  readonly at: number
  /** When the device was seen again, ms; null until then. */
  readonly seenAt: number | null
  /** True when the client can see a return. It cannot for a computer behind a device that stayed online. */
  readonly isAwaited: boolean
}

/** The known facts of a device. */
export interface Signs {
  readonly device: Device
  readonly lan: LanDeviceView | null
  /** The time of the last reading of the list, ms. */
  readonly readAt: number | null
  readonly now: number
}

/** The outcome is shown for some minutes; for longer when the device was not seen again. */
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
  // The client cannot see a computer behind a device that stayed online. In the end that is shown, too.
  if (age >= OUTCOME_SHOWN_MS) return age < NOT_BACK_SHOWN_MS ? { stage: "notBack", at, seenAt, isAwaited } : null
  const isGone = about === "reboot" && readAt !== null && readAt > at && lan?.known !== "now"
  return { stage: isGone ? "gone" : "taken", at, seenAt, isAwaited }
}

/** The first sign of a device after `at`, from the cloud or on this network, ms. */
const signOf = ({ awaited, lastSeen }: Device, lan: LanDeviceView | null, at: number): number | null => {
  // Earlier reports of the cloud do not count, even where its clock is ahead of ours.
  const seen = awaited?.at === at ? (awaited.seen ?? 0) : lastSeen
  const signs = [seen, ...(lan?.known === "now" ? [lan.foundAt] : [])].filter((sign) => sign > at)
  return signs.length === 0 ? null : Math.min(...signs)
}
