import type { StoredEvent } from "../../../src/domain/event/event.ts"
import type { ReadFailure } from "../../../src/domain/event/listRead.ts"
import { type RecordedEvent, registry } from "../../../src/domain/product/events.ts"
import { type CallName, calls } from "../../../src/domain/wire/cloud.ts"
import { STATUS_TOO_OFTEN } from "../../../src/domain/wire/status.ts"
import type { FaultRequest } from "../../node/faults.ts"

type Match = NonNullable<FaultRequest["match"]>
type Queued = Extract<RecordedEvent, { type: "ActionQueued" }>

/** The match for the requests of an action. Null when they do not go to the cloud. */
const matchOf = ({ call, input }: Queued["payload"]["intent"]): Match | null => {
  if (!Object.hasOwn(calls, call)) return null
  return "did" in input ? { path: call, did: input.did } : { path: call }
}

const tooOften = `status:${STATUS_TOO_OFTEN}`

/** The fault for each failed read. The log has no reason for other failures. */
const readFaults: Readonly<Record<ReadFailure, FaultRequest["fault"]>> = {
  connect: "drop-request",
  tooOften,
  unknown: "http-500",
  unreadable: "wrong-shape",
  wait: "http-500",
}

const listCalls = {
  subAccounts: "get_subaccount_list",
  mainAccounts: "get_main_accounts",
} as const satisfies Readonly<Record<string, CallName>>

/** The failure of an action as a fault. Null when it did not fail, or when no cloud can cause the failure. */
const actionFault = (
  event: RecordedEvent,
): { readonly action: string; readonly fault: FaultRequest["fault"] } | null => {
  switch (event.type) {
    case "ActionUnconfirmed":
      return { action: event.payload.action, fault: "drop-reply" }
    case "ActionRefused": {
      const { action, status } = event.payload
      return status === null ? null : { action, fault: `status:${status}` }
    }
    case "ActionDelayed": {
      const { action, ambiguous, reason } = event.payload
      if (ambiguous) return { action, fault: "drop-reply" }
      return reason === "tooOften" ? { action, fault: tooOften } : null
    }
    default:
      return null
  }
}

/** Collects the failures of a log as faults. A repeated request meets them as often and in the same order (EMU-7). */
export const collectFaults = () => {
  const asked = new Map<string, Match>()
  const seen = new Map<string, FaultRequest[]>()
  const add = (match: Match, fault: FaultRequest["fault"]): void => {
    const key = JSON.stringify(match)
    const before = seen.get(key) ?? []
    const last = before.at(-1)
    seen.set(
      key,
      last?.fault === fault
        ? [...before.slice(0, -1), { ...last, times: (last.times ?? 1) + 1 }]
        : [...before, { match, fault, times: 1 }],
    )
  }
  const receive = (stored: StoredEvent): void => {
    const read = registry.read(stored)
    if (!read.ok) return
    const event = read.value
    if (event.type === "ActionQueued") {
      const match = matchOf(event.payload.intent)
      if (match !== null) asked.set(event.payload.action, match)
    } else if (event.type === "DevicesReadFailed") add({ path: "loginWithToken" }, readFaults[event.payload.reason])
    else if (event.type === "SharingReadFailed")
      add({ path: listCalls[event.payload.list] }, readFaults[event.payload.reason])
    const found = actionFault(event)
    const match = found === null ? undefined : asked.get(found.action)
    if (found !== null && match !== undefined) add(match, found.fault)
  }
  return { receive, faults: (): readonly FaultRequest[] => [...seen.values()].flat() }
}
