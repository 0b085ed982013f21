import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import en from "../../locales/en.json" with { type: "json" }
import { Draft } from "../../src/domain/event/draft.ts"
import { model } from "../../src/domain/product/decider.ts"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import type { State } from "../../src/domain/product/state.ts"
import { memo } from "../../src/domain/views/memo.ts"
import { type Notice, noticeOf } from "../../src/domain/views/messages.ts"
import { partsOf } from "./accountParts.ts"
import { type FoundView, findViews, idsIn, STRANGER, type ViewInput } from "./everyView.ts"
import { clients } from "./logs.ts"
import { fold } from "./recorder.ts"

/**
 * Laws of every view, event and slice. They cover new ones without a line of their own, as the last test of each law
 * shows.
 */

const RUNS = 20
/**
 * Asks all views at states of random lives, each about a subject that exists or not. Then asks again at equal new
 * states. The second round comes last, because a view that remembers one answer would forget the first.
 */
const viewsAnswer = (views: readonly FoundView[]) =>
  fc.property(clients(), fc.infiniteStream(fc.nat(1_000)), ({ log }, dice) => {
    const draw = (below: number): number => dice.next().value % Math.max(1, below)
    let state: State = model.initialState
    let earlier = state
    const looks: { readonly asked: ViewInput; readonly seq: number; readonly shown: readonly unknown[] }[] = []
    for (const event of log) {
      state = model.evolve(state, event, new Draft())
      if (draw(4) > 0) continue
      const ids = [...new Set([...idsIn(state), "d1", "n1", STRANGER])]
      const id = ids[draw(ids.length)] ?? STRANGER
      const dids = [...state.devices.bound.keys(), ...state.lan.byDid.keys(), STRANGER]
      const of = {
        id,
        did: dids[draw(dids.length)] ?? STRANGER,
        ids: [id, STRANGER],
        tab: `tab-${draw(2) + 1}`,
        isSo: draw(2) === 1,
      }
      const asked = { ...of, state, earlier, now: event.at + draw(1_000) * 100, event }
      looks.push({ asked, seq: event.seq, shown: views.map(({ ask }) => ask(asked)) })
      earlier = state
    }
    for (const { asked, seq, shown } of looks) {
      const fresh = { ...asked, state: fold(log.slice(0, seq)) }
      for (const [index, { name, ask }] of views.entries()) {
        expect(shown[index], `${name} ${asked.id}`).not.toBeUndefined()
        expect(shown[index], `${name} ${asked.id}`).toEqual(ask(fresh))
      }
    }
  })

describe("every view", async () => {
  const views = await findViews()

  test("[DEVICE-12][EVENT-2] answers at every state of a life, and as it does for a state folded afresh", () => {
    expect(views.length).toBeGreaterThan(60)
    fc.assert(viewsAnswer(views), { numRuns: RUNS })
  })

  test("[HOUSE-2] a new view that remembers too much, or fails without a session, breaks the law", () => {
    const count = memo((_session: State["session"], { size }: { readonly size: number }) => size)
    const first = memo((_session: State["session"]) => new Map<"size", number>())
    const stale: FoundView = {
      name: "stale",
      ask: ({ state: { session, outbox } }) => {
        const remembered = first(session)
        if (!remembered.has("size")) remembered.set("size", outbox.actions.size)
        return count(session, { size: remembered.get("size") ?? 0 })
      },
    }
    const failing: FoundView = {
      name: "failing",
      ask: ({ state }) => {
        if (state.session.current === null) throw new Error("no session")
        return state.session.current.name
      },
    }
    for (const view of [stale, failing])
      expect(fc.check(viewsAnswer([view]), { numRuns: 200, endOnFailure: true }).failed).toBe(true)
  })
})

type Evolve = (state: State, event: RecordedEvent) => State

const evolve: Evolve = (state, event) => model.evolve(state, event, new Draft())

/** The text of a notice; undefined when the texts have none. */
const textOf = (notice: Notice): string | undefined => {
  const { success, error, toast }: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    success: en.common.success,
    error: en.common.error,
    toast: en.common.toast,
  }
  switch (notice.kind) {
    case "success":
      return success?.[notice.message]
    case "error":
    case "refused":
      return error?.[notice.message]
    case "sent":
      return toast?.[notice.message]
    case "unconfirmed":
    case "replaced":
      return toast?.[notice.kind]
  }
}

describe("every notice", () => {
  test("[MSG-1] of any event in any tab has a text, and about an action names one that is there", () => {
    const kinds = new Set<string>()
    fc.assert(
      fc.property(clients(), ({ log }) => {
        let state: State = model.initialState
        for (const event of log) {
          for (const tab of ["tab-1", "tab-2"]) {
            const notice = noticeOf(event, state, tab)
            if (notice === null) continue
            kinds.add(notice.kind)
            expect(textOf(notice), `${event.type}: ${JSON.stringify(notice)}`).toMatch(/\S/)
            if ("action" in notice) expect(state.outbox.actions.has(notice.action)).toBe(true)
          }
          state = evolve(state, event)
        }
      }),
      { numRuns: 5 * RUNS },
    )
    expect(kinds).toContain("success")
    expect(kinds).toContain("error")
    expect(kinds).toContain("unconfirmed")
  })
})

/**
 * The account of an event: the account of its action, even when another person is signed in at the reply.
 */
const ownerOf = (event: RecordedEvent, { outbox }: State): string | null => {
  const action = "action" in event.payload ? outbox.actions.get(String(event.payload.action)) : undefined
  if (action !== undefined) return action.account
  return "account" in event.payload ? event.payload.account : event.account
}

/** Parts that may be removed but never changed: lists, which hold one account at a time, and finished waits. */
const MAKES_WAY: ReadonlySet<string> = new Set([".devices", ".sharing", ".session.lastEnd", ".outbox.waits.*"])
/** Events that say which account is signed in, and what became of other accounts. */
const OF_SESSIONS: ReadonlySet<string> = new Set(["SignedIn", "SignedOut", "AccountDeleted"])

/** The paths of another account's data that the event changed. */
const changedOf = (
  account: string,
  accounts: ReadonlySet<string>,
  event: RecordedEvent,
  [before, after]: readonly [State, State],
): readonly string[] => {
  const others = accounts.difference(new Set([account]))
  const [then, now] = [partsOf(before, account, others), partsOf(after, account, others)]
  const paths = new Set([...then.keys(), ...now.keys()])
  return [...paths].filter((path) => {
    if (then.get(path) === now.get(path)) return false
    if (MAKES_WAY.has(path) && !now.has(path)) return false
    return !(OF_SESSIONS.has(event.type) && path.startsWith(".session"))
  })
}

const accountsApart = (evolving: Evolve) =>
  fc.property(clients(), ({ log }) => {
    let state: State = model.initialState
    const accounts = new Set<string>()
    for (const event of log) {
      if (event.account !== null) accounts.add(event.account)
      const next = evolving(state, event)
      const owner = ownerOf(event, state)
      for (const account of accounts) {
        if (account === owner) continue
        const changed = changedOf(account, accounts, event, [state, next])
        expect(changed, `${event.type} of ${owner} and ${account}`).toEqual([])
      }
      state = next
    }
  })

describe("every event", () => {
  test("[ACCOUNT-4][OFFLINE-10] changes nothing of another account, in any slice", () => {
    fc.assert(accountsApart(evolve), { numRuns: 5 * RUNS })
  })

  test("[HOUSE-2] a new slice that mixes accounts breaks the law, and one that does not keeps it", () => {
    const counted = new Map<string, number>()
    const withSlice =
      (isMixed: boolean): Evolve =>
      (state, event) => {
        if (event.seq === 1) counted.clear()
        const owner = ownerOf(event, state)
        if (owner !== null) counted.set(owner, (counted.get(owner) ?? 0) + 1)
        if (isMixed) for (const [account, times] of counted) counted.set(account, times + 1)
        return Object.assign({ ...evolve(state, event) }, { counted: new Map(counted) })
      }
    fc.assert(accountsApart(withSlice(false)), { numRuns: RUNS })
    expect(fc.check(accountsApart(withSlice(true)), { numRuns: 200, endOnFailure: true }).failed).toBe(true)
  })
})
