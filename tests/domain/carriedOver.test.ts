import * as fc from "fast-check"
import { expect, test } from "vitest"
import { targetOf } from "../../src/domain/actions/table.ts"
import { survivors } from "../../src/domain/client/accounts/keptAfterReset.ts"
import { Draft } from "../../src/domain/event/draft.ts"
import { type BatchState, isOver } from "../../src/domain/features/batches/state.ts"
import { type Action, isSettled, unsettledKey } from "../../src/domain/outbox/state.ts"
import { model } from "../../src/domain/product/decider.ts"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import type { State } from "../../src/domain/product/state.ts"
import { isMap } from "./accountParts.ts"
import { clients } from "./logs.ts"

/**
 * A restarted log has the state of the log before it, slice by slice. The exceptions are listed below, so that a test
 * compares each new slice completely.
 */

/** Slices that a tab reads, requests or shows again, and slices without later use. */
const LEFT_BEHIND: ReadonlySet<string> = new Set([
  "application",
  "settings",
  "connection",
  "devices",
  "diagnostics",
  "damage",
  "places",
  "flows",
  "reach",
  // MAC addresses come with the queued wakes that name them, and go with those wakes.
  "wakes",
])

/** A new log counts its events from 1 again. */
const COUNTED: ReadonlySet<string> = new Set(["seq", "order", "claimedSeq", "lostAt", "nameSetSeq", "profileReadSeq"])

const plain = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(plain)
  const entries: readonly (readonly [unknown, unknown])[] = isMap(value) ? [...value.entries()] : Object.entries(value)
  const own = entries.filter(([key, inside]) => !COUNTED.has(String(key)) && inside !== undefined)
  return Object.fromEntries(own.map(([key, inside]) => [String(key), plain(inside)]).sort())
}

const keptBatch = ({ dids, items, turn: _turn, again: _again, count: _count, ...batch }: BatchState) => {
  const open = dids.filter((did) => ["waiting", "asked"].includes(items.get(did)?.standing ?? ""))
  return { ...batch, dids: open, items: open.map((did) => items.get(did)?.standing) }
}

/** The part of the state that must be the same in the new log. */
const keptOf = (state: State, isLeft: (account: string) => boolean): unknown => {
  const { session, outbox, batches, sharing, lan, firmware, tags } = state
  const current = session.current !== null && isLeft(session.current.account) ? session.current : null
  const ofLeft = <Value>(map: ReadonlyMap<string, Value>) => new Map([...map].filter(([key]) => isLeft(key)))
  const { scan: _scan, scanned: _scanned, left: _left, wakes: _wakes, macs: _macs, ...near } = lan
  const image = firmware.image?.status === "kept" && firmware.image.size !== null ? firmware.image : null
  const { updates: _updates, campaign: _campaign, ...images } = firmware
  const { slow: _slow, unsettled, leader, actions, ...sending } = outbox
  const isOpen = (action: Action) => isLeft(action.account) && !isSettled(action)
  return plain({
    ...Object.fromEntries(Object.entries(state).filter(([key]) => !LEFT_BEHIND.has(key))),
    session: { current, guest: session.guest, emails: ofLeft(session.emails) },
    sharing: { awaiting: ofLeft(sharing.awaiting) },
    // Tags in any order.
    tags: [...ofLeft(tags)].flatMap(([account, devices]) =>
      [...devices].map(([did, on]) => [account, did, on.toSorted()].join(" ")).sort(),
    ),
    // Ids in any order.
    lan: { ...near, byDid: new Map([...near.byDid].map(([did, ids]) => [did, ids.toSorted()])) },
    firmware: { ...images, image },
    batches: [...batches.values()].filter((batch) => isLeft(batch.account) && !isOver(batch)).map(keptBatch),
    outbox: {
      ...sending,
      waits: ofLeft(outbox.waits),
      leader: leader ?? "",
      actions: [...actions.values()].filter(isOpen),
      readBack: [...unsettled.values()]
        .filter(({ account, action }) => isLeft(account) && action !== null)
        .map(({ account, target, action }) => `${account} ${target} ${action}`)
        .sort(),
    },
  })
}

type Evolve = (state: State, event: RecordedEvent) => State
const evolve: Evolve = (state, event) => model.evolve(state, event, new Draft())

const beginsAsItWas = (evolving: Evolve) =>
  fc.property(clients(), ({ log }) => {
    const folded = (events: readonly RecordedEvent[]) => events.reduce(evolving, model.initialState)
    const state = folded(log)
    const { deleted } = state.session
    const isLeft = (account: string) => !deleted.some((gone) => gone === account)
    const again = folded(survivors(state))
    expect(keptOf(again, isLeft)).toEqual(keptOf(state, isLeft))
    // The lost action identifies the doubt. When a person has removed that action from the panel, the doubt is gone
    // with it.
    for (const { account, intent, ambiguous } of state.outbox.actions.values()) {
      const key = unsettledKey(account, targetOf(intent))
      if (isLeft(account) && ambiguous && state.outbox.unsettled.has(key))
        expect(again.outbox.unsettled.has(key), key).toBe(true)
    }
    // A second restart keeps the same state, and adds nothing.
    expect(keptOf(folded(survivors(again)), () => true)).toEqual(keptOf(again, () => true))
  })

test("[ACCOUNT-4][OFFLINE-7] a log that begins again holds what the one before held, slice by slice", () => {
  fc.assert(beginsAsItWas(evolve), { numRuns: 100, seed: 26 })
})

test("[HOUSE-2] a new slice that is not carried over breaks the law", () => {
  const routes = new Map<string, number>()
  const withSlice: Evolve = (state, event) => {
    if (event.seq === 1) routes.clear()
    if (event.type === "RouteOpened") routes.set(event.tab, event.at)
    return Object.assign({ ...evolve(state, event) }, { routes: new Map(routes) })
  }
  expect(fc.check(beginsAsItWas(withSlice), { numRuns: 300, endOnFailure: true }).failed).toBe(true)
})
