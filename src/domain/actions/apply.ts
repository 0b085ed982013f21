import type { Draft } from "../event/draft.ts"
import type { Device, DevicesState } from "../features/devices/state.ts"
import type { SessionState } from "../features/session/state.ts"
import type { SharingState, SubAccount } from "../features/sharing/state.ts"
import type { AccountKey } from "../values/identity.ts"
import { ONLINE_WINDOW_MS, REFRESH_INTERVAL_MS } from "../values/limits.ts"
import type { ActionDefinition, AnyIntent } from "./definition.ts"
import { definitionOf } from "./table.ts"

/** The slices that a confirmed action may change. */
interface Facts {
  session: SessionState
  devices: DevicesState
  sharing: SharingState
}

interface Confirmed {
  readonly account: AccountKey
  readonly intent: AnyIntent
  /** Number of the confirming event. A read that began before it does not know the new value. */
  readonly seq: number
  /** ms */
  readonly at: number
}

/** A confirmed intent is a fact about the server, so the lists change before the client reads them again. */
export const applyConfirmed = (facts: Facts, confirmed: Confirmed, draft: Draft): void => {
  const { account, intent, seq, at } = confirmed
  const definition = definitionOf(intent)
  const subject = definition.about(intent)
  switch (subject.kind) {
    case "device":
      if (facts.devices.account === account)
        facts.devices = changedDevice(facts.devices, subject.id, draft, (device) => {
          const name = definition.deviceName(intent)
          if (name !== null) return { ...device, name, nameSetSeq: seq }
          const { cardNotice } = definition.messages
          const isAwaited = cardNotice === "reboot" || (cardNotice === "wake" && at - device.lastSeen > SILENT_MS)
          return isAwaited ? { ...device, awaited: { at, seen: null } } : null
        })
      return
    case "ownAccount":
      if (facts.session.current?.account === account)
        facts.session = renamedAccount(facts.session, definition.ownName(intent), seq, draft)
      return
    case "subAccount":
      if (facts.sharing.account === account)
        facts.sharing = changedSubAccount(facts.sharing, subject.id, { definition, intent, seq }, draft)
      return
    case "mainAccount":
      if (facts.sharing.account === account && definition.removesMainAccount)
        facts.sharing = withoutMainAccount(facts.sharing, subject.id, seq, draft)
      return
  }
}

/**
 * The log records that a device lives only once in each presence tick, by the next reading. A device silent for longer
 * is surely away, ms.
 */
const SILENT_MS = ONLINE_WINDOW_MS + REFRESH_INTERVAL_MS

const changedDevice = (
  state: DevicesState,
  did: string,
  draft: Draft,
  changes: (device: Device) => Device | null,
): DevicesState => {
  const device = state.bound.get(did)
  const changed = device === undefined ? null : changes(device)
  if (changed === null) return state
  const next = draft.edit(state)
  const bound = draft.edit(state.bound)
  bound.set(did, changed)
  next.bound = bound
  return next
}

const renamedAccount = (state: SessionState, name: string | null, seq: number, draft: Draft): SessionState => {
  if (state.current === null || name === null) return state
  const next = draft.edit(state)
  next.current = { ...state.current, name, nameSetSeq: seq }
  return next
}

interface Done {
  readonly definition: ActionDefinition
  readonly intent: AnyIntent
  readonly seq: number
}

const changedSubAccount = (
  state: SharingState,
  id: string,
  { definition, intent, seq }: Done,
  draft: Draft,
): SharingState => {
  const sub = state.subAccounts.get(id)
  if (sub === undefined) return state
  const next = draft.edit(state)
  const subs = draft.edit(state.subAccounts)
  const changed: SubAccount | null = definition.subAccount(sub, intent)
  if (changed === null) {
    subs.delete(id)
    next.gone = { ...next.gone, subAccounts: new Map([...next.gone.subAccounts, [id, seq]]) }
  } else subs.set(id, { ...changed, setSeq: seq })
  next.subAccounts = subs
  return next
}

const withoutMainAccount = (state: SharingState, id: string, seq: number, draft: Draft): SharingState => {
  const next = draft.edit(state)
  const mains = draft.edit(state.mainAccounts)
  mains.delete(id)
  next.mainAccounts = mains
  next.gone = { ...next.gone, mainAccounts: new Map([...next.gone.mainAccounts, [id, seq]]) }
  return next
}
