import type { Intent } from "../../../src/domain/actions/table.ts"
import type { WorldView } from "../../model/view.ts"
import type { WorldModel as Cloud } from "../../model/world.ts"
import type { Audit } from "../audits/audit.ts"
import type { Known } from "../audits/ruleFacts.ts"
import { Violation } from "../violation.ts"

/**
 * Invariant 6: after settling, the server has the last confirmed intent of each target. A later intent that was sent
 * and never confirmed may have taken effect as well: no client can know.
 */

type Value = string | number | boolean

/** SUB-3: the server keeps no deleted sub-account. */
const DELETED = 4

/** The name of the server value that an intent sets, across accounts. Undefined for calls that set none. */
const slotOf = ({ call, input }: Intent, uid: string): string | undefined => {
  switch (call) {
    case "rename_device":
      return `name of device ${input.did}`
    case "rename_account":
      return `name of account ${uid}`
    case "rename_subaccount":
      return `name of sub-account ${input.accountId}`
    case "update_subaccount_email":
      return `e-mail of sub-account ${input.accountId}`
    case "update_subaccount_state":
      return `state of sub-account ${input.accountId}`
    case "modify_subdevice":
      return `device ${input.deviceId} of sub-account ${input.accountId}`
    default:
      return undefined
  }
}

const wantedValue = ({ call, input }: Intent): Value | undefined => {
  switch (call) {
    case "rename_device":
      return input.title
    case "rename_account":
    case "rename_subaccount":
      return input.newName
    case "update_subaccount_email":
      return input.newEmail
    case "update_subaccount_state":
      return input.state
    case "modify_subdevice":
      return input.isAdd
    default:
      return undefined
  }
}

/** The server's value. Undefined when its owner is gone. */
const heldValue = ({ call, input }: Intent, uid: string, view: WorldView): Value | undefined => {
  switch (call) {
    case "rename_device":
      return view.devices.find(({ did }) => did === input.did)?.name
    case "rename_account":
      return view.accounts.find((account) => account.uid === uid)?.name
  }
  if (!("accountId" in input)) return undefined
  const sub = view.accounts.flatMap(({ subAccounts }) => subAccounts).find(({ id }) => id === input.accountId)
  switch (call) {
    case "rename_subaccount":
      return sub?.name
    case "update_subaccount_email":
      return sub?.email
    case "update_subaccount_state":
      return sub?.status ?? DELETED
    case "modify_subdevice":
      return sub?.devices.includes(input.deviceId)
    default:
      return undefined
  }
}

/** Splits the account key of an action, which is the server, a space and the uid. */
const placeOf = (entry: Known): { readonly server: string; readonly uid: string } => {
  const { account } = entry.queued.payload
  const space = account.lastIndexOf(" ")
  return { server: account.slice(0, space), uid: account.slice(space + 1) }
}

const isCertain = ({ end, by }: Known): boolean => end === "confirmed" && by !== "person" && by !== "absence"

/** The values that one account's intents allow. Undefined when none of them was confirmed. */
const possible = (entries: readonly Known[], audit: Audit): ReadonlySet<Value> | undefined => {
  const last = entries.findLastIndex(isCertain)
  if (last < 0) return undefined
  const values = new Set<Value>()
  for (const entry of entries.slice(last)) {
    const { action, intent } = entry.queued.payload
    const value = wantedValue(intent)
    if (value !== undefined && audit.sends.has(action)) values.add(value)
  }
  return values
}

/** A deletion may be done although its reply was negative: the network doubled it, or its session had ended. */
const isThere = (uid: string, view: WorldView | undefined): boolean =>
  view?.accounts.some((account) => account.uid === uid) === true

export const checkConvergence = (audit: Audit, servers: ReadonlyMap<string, Cloud>, now: number): void => {
  const slots = new Map<string, Map<string, Known[]>>()
  for (const entry of audit.actions.values()) {
    const { account, intent } = entry.queued.payload
    const { server, uid } = placeOf(entry)
    const slot = !entry.isAbsolute ? undefined : slotOf(intent, uid)
    if (slot === undefined) continue
    const key = `${server} ${slot}`
    const accounts = slots.get(key) ?? new Map<string, Known[]>()
    slots.set(key, accounts.set(account, [...(accounts.get(account) ?? []), entry]))
  }
  const views = new Map([...servers].map(([server, cloud]) => [server, cloud.view(now)]))
  for (const entry of [...audit.gone, ...audit.actions.values()]) {
    const { server, uid } = placeOf(entry)
    if (!audit.gone.includes(entry) && isThere(uid, views.get(server))) continue
    const slot = slotOf(entry.queued.payload.intent, uid)
    if (audit.sends.has(entry.queued.payload.action)) slots.delete(`${server} ${slot}`)
  }
  for (const [slot, accounts] of slots) checkSlot(slot, [...accounts.values()], audit, views)
}

/**
 * Other calls change the same values: a second invitation of an address renames its entry, and a sub-account may leave.
 */
const isSideEffect = (slot: string, held: Value, audit: Audit): boolean =>
  [...audit.actions.values()].some(({ queued: { payload } }) => {
    const { call, input } = payload.intent
    if (!audit.sends.has(payload.action)) return false
    if (call === "send_invitation") return slot.includes(" name of sub-account ") && input.name === held
    return call === "disconnect_main_account" && slot.includes(" state of sub-account ") && held === DELETED
  })

/** An account that lost access to a device cannot correct the name that its own late request set. */
const hasLost = ({ queued: { payload } }: Known, uid: string, view: WorldView): boolean => {
  const { call, input } = payload.intent
  if (call !== "rename_device") return false
  const owner = view.devices.find(({ did }) => did === input.did)?.owner
  const mains = view.accounts.find((account) => account.uid === uid)?.mainAccounts ?? []
  return owner !== uid && !mains.some((main) => main.uid === owner)
}

const checkSlot = (
  slot: string,
  accounts: readonly (readonly Known[])[],
  audit: Audit,
  views: ReadonlyMap<string, WorldView>,
): void => {
  const [first] = accounts.flat()
  if (first === undefined) return
  const { server, uid } = placeOf(first)
  const view = views.get(server)
  const held = view === undefined ? undefined : heldValue(first.queued.payload.intent, uid, view)
  if (view === undefined || held === undefined) return
  if (accounts.flat().every((entry) => hasLost(entry, placeOf(entry).uid, view))) return
  const values = accounts.map((entries) => possible(entries, audit))
  // An account without a confirmed intent may still have changed the value, when the reply was lost.
  const unsure = accounts.some(
    (entries, index) =>
      values[index] === undefined && entries.some(({ queued }) => audit.sends.has(queued.payload.action)),
  )
  if (unsure || values.every((set) => set === undefined) || values.some((set) => set?.has(held))) return
  if (isSideEffect(slot, held, audit)) return
  const wanted = values.flatMap((set) => [...(set ?? [])]).map((value) => JSON.stringify(value))
  throw new Violation(6, `${slot} is ${JSON.stringify(held)}, the last intent was ${wanted.join(" or ")}`)
}
