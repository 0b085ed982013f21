import type { BatchItem, BatchState } from "../features/batches/state.ts"
import type { Device } from "../features/devices/state.ts"
import type { State } from "../product/state.ts"
import { ONLINE_WINDOW_MS } from "../values/limits.ts"
import { lanViewOf } from "./lan.ts"
import { type PowerOutcome, powerOutcomeOf } from "./powerOutcome.ts"

/**
 * The known facts of a device in a batch beyond the reply of the server. Accepting a wake or a reboot does not show
 * that it happened (WAKE-4), and often only this client knows the reason of a refusal.
 */
export interface ItemFacts {
  /** Null for every other kind than wake and reboot. */
  readonly power: "wake" | "reboot" | null
  readonly outcome: PowerOutcome | null
  /** The time of the reply, ms. */
  readonly at: number
  /** The time when an offline device was last seen, if its wake or reboot was refused, ms; null for any other end. */
  readonly awaySince: number | null
}

const boundIn = ({ session, devices }: State, did: string): Device | undefined =>
  devices.account === session.current?.account ? devices.bound.get(did) : undefined

const isOnlineAt = ({ lastSeen }: Device, at: number): boolean => at - lastSeen <= ONLINE_WINDOW_MS

const powerOf = ({ kind }: BatchState): ItemFacts["power"] => (kind === "assign" ? null : kind)

export const itemFacts = (state: State, batch: BatchState, did: string, item: BatchItem, now: number): ItemFacts => {
  const power = powerOf(batch)
  const { standing, at } = item
  const device = boundIn(state, did)
  const facts = { power, outcome: null, at, awaySince: null }
  if (power === null || device === undefined) return facts
  if (standing === "refused") {
    const isAway = item.reason === "unknown" && device.lastSeen > 0 && !isOnlineAt(device, at)
    return { ...facts, awaySince: isAway ? device.lastSeen : null }
  }
  const action = item.action === null ? undefined : state.outbox.actions.get(item.action)
  if (standing !== "confirmed" || action === undefined) return facts
  const signs = { device, lan: lanViewOf(state, did), readAt: state.devices.read.at, now }
  return { ...facts, outcome: powerOutcomeOf(action, power, signs) }
}

/**
 * True when a retry may have another result. It has none for a device that is still offline, or a request that the
 * server will never accept.
 */
export const mayAskAgain = (state: State, batch: BatchState, did: string, item: BatchItem, now: number): boolean => {
  if (item.standing === "unconfirmed" || item.standing === "expired") return true
  if (item.standing !== "refused") return false
  if (item.reason !== "unknown") return item.reason === "sessionInvalid" || item.reason === null
  const device = boundIn(state, did)
  if (device === undefined) return false
  return powerOf(batch) === null || isOnlineAt(device, now) || lanViewOf(state, did)?.known === "now"
}

/**
 * Number of devices for each outcome. `sent`: only the server has accepted it. `back`: the device was seen awake or
 * back. `away`: those of `refused` that were offline.
 */
export interface BatchOutcomes {
  readonly sent: number
  readonly back: number
  readonly refused: number
  readonly away: number
}

/** The last count of each batch: for ten thousand devices it takes a moment, and most events change nothing of it. */
const counted = new WeakMap<object, { readonly of: readonly unknown[]; readonly outcomes: BatchOutcomes }>()

/** Null for a kind that is over with the reply of the server. */
export const outcomesOf = (state: State, batch: BatchState, now: number): BatchOutcomes | null => {
  if (powerOf(batch) === null) return null
  const of = [state.devices.bound, state.lan.devices, now]
  const known = counted.get(batch.items)
  if (known !== undefined && of.every((part, index) => part === known.of[index])) return known.outcomes
  const outcomes = countedIn(state, batch, now)
  counted.set(batch.items, { of, outcomes })
  return outcomes
}

const countedIn = (state: State, batch: BatchState, now: number): BatchOutcomes => {
  let [sent, back, refused, away] = [0, 0, 0, 0]
  for (const [did, item] of batch.items) {
    if (item.standing === "confirmed") {
      if (itemFacts(state, batch, did, item, now).outcome?.stage === "back") back += 1
      else sent += 1
    } else if (item.standing === "refused") {
      refused += 1
      if (itemFacts(state, batch, did, item, now).awaySince !== null) away += 1
    }
  }
  return { sent, back, refused, away }
}
