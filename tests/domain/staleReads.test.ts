import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { Outcome } from "../../src/domain/outbox/outcome.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { connectedMains } from "../../src/domain/views/account.ts"
import { subAccountsView } from "../../src/domain/views/subAccounts.ts"
import { fold, Recorder } from "./recorder.ts"

/** A list that was asked for before an action took effect, and answered after it, says nothing of that action. */

const person = (id: string, email = `${id}@example.com`) => ({ id, name: id.toUpperCase(), email })
const sub = (id: string, email?: string) => ({ ...person(id, email), createdAt: 0, status: 2, devices: [] })

/** Somebody with one main account and one sub-account, and the outbox worked by hand. */
const someone = () => {
  const client = new Recorder()
  const account = client.signIn()
  client.do({ type: "TakeLeadership" })
  // The clock on the wall says nothing of the order: it stands where it likes.
  const begun = (begunSeq: number) => ({ account, begunAt: client.now, begunSeq })
  const readSubs = (begunSeq: number, ...subAccounts: readonly ReturnType<typeof sub>[]) =>
    client.do({ type: "RecordSubAccounts", ...begun(begunSeq), subAccounts })
  const readMains = (begunSeq: number, ...mainAccounts: readonly ReturnType<typeof person>[]) =>
    client.do({ type: "RecordMainAccounts", ...begun(begunSeq), mainAccounts })
  const claim = (command: Command): string => {
    client.do(command)
    const action = [...client.state.outbox.actions.keys()].at(-1) ?? ""
    client.do({ type: "ClaimAction", action, epoch: 1 })
    return action
  }
  const answer = (action: string, outcome: Outcome) =>
    client.do({ type: "RecordOutcome", action, attempt: 1, outcome, jitter: 0 })
  const stateOf = (action: string) => client.state.outbox.actions.get(action)?.status.state
  readSubs(client.log.length, sub("s1"))
  readMains(client.log.length, person("m1"))
  return { client, account, readSubs, readMains, claim, answer, stateOf }
}

const removals: readonly (readonly [string, Command])[] = [
  ["a removed sub-account", { type: "ChangeSubAccountState", accountId: "s1", state: 4 }],
  ["a main account that was left", { type: "DisconnectMainAccount", accountId: "m1" }],
]

test.each(removals)("[SUB-3][ACCOUNT-1] %s comes back only by a read begun after it was gone", (_, command) => {
  fc.assert(
    fc.property(
      fc.integer({ min: -2, max: 2 }),
      fc.integer({ min: -60_000, max: 60_000 }),
      fc.boolean(),
      (offset, clock, between) => {
        const { client, readSubs, readMains, claim, answer } = someone()
        const read = (begunSeq: number, shown: boolean) => {
          readSubs(begunSeq, ...(shown ? [sub("s1")] : []))
          readMains(begunSeq, ...(shown ? [person("m1")] : []))
        }
        const isShown = () =>
          command.type === "DisconnectMainAccount"
            ? connectedMains(client.state, client.now)?.ids.length === 1
            : subAccountsView(client.state, client.now)?.ids.length === 1
        answer(claim(command), { kind: "done" })
        const goneSeq = client.log.length
        expect(isShown()).toBe(false)
        client.now += clock
        // A read that does not show it, and is as old, makes no difference.
        if (between) read(goneSeq - 1, false)
        read(goneSeq + offset, true)
        expect(isShown()).toBe(offset >= 0)
        // Invited again, it is there again.
        read(client.log.length, true)
        expect(isShown()).toBe(true)
        expect(fold(client.log)).toEqual(client.state)
      },
    ),
  )
})

const invite: Command = { type: "SendInvitation", name: "Pia", email: "Pia@example.com" }

test("[SUB-2][OFFLINE-5] an invitation without an answer is confirmed by a list that shows its address for the first time", () => {
  const { client, readSubs, claim, answer, stateOf } = someone()
  const action = claim(invite)
  answer(action, { kind: "noReply" })
  readSubs(client.log.length, sub("s1"))
  expect(stateOf(action)).toBe("unconfirmed")
  readSubs(client.log.length, sub("s1"), sub("s2", "pia@example.com"))
  expect(stateOf(action)).toBe("confirmed")
})

test("[SUB-2][OFFLINE-5] a list read while the answer was still awaited tells as much as one read later", () => {
  const { client, readSubs, claim, answer, stateOf } = someone()
  const action = claim(invite)
  readSubs(client.log.length, sub("s1"), sub("s2", "pia@example.com"))
  answer(action, { kind: "noReply" })
  readSubs(client.log.length, sub("s1"), sub("s2", "pia@example.com"))
  expect(stateOf(action)).toBe("confirmed")
})

test("[SUB-2][OFFLINE-5] an invitation to an address that was listed already is not confirmed by the list", () => {
  const { client, readSubs, claim, answer, stateOf } = someone()
  const listed = [sub("s1"), sub("s2", "pia@example.com")]
  readSubs(client.log.length, ...listed)
  const action = claim(invite)
  answer(action, { kind: "noReply" })
  for (let reads = 0; reads < 3; reads += 1) {
    readSubs(client.log.length, ...listed)
    expect(stateOf(action)).toBe("unconfirmed")
  }
})

test("[SUB-2][OFFLINE-5] the first list there ever was does not say whom this invitation has brought", () => {
  const client = new Recorder()
  const account = client.signIn()
  client.do({ type: "TakeLeadership" })
  client.do(invite)
  const [action = ""] = client.state.outbox.actions.keys()
  client.do({ type: "ClaimAction", action, epoch: 1 })
  client.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "noReply" }, jitter: 0 })
  client.now += 1_000
  const subAccounts = [sub("s2", "pia@example.com")]
  client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts })
  expect(client.state.outbox.actions.get(action)?.status.state).toBe("unconfirmed")
})
