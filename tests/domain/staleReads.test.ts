import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { AttemptOutcome } from "../../src/domain/outbox/outcome.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { connectedMains } from "../../src/domain/views/account.ts"
import { subAccountsView } from "../../src/domain/views/subAccounts.ts"
import { fold, Recorder } from "./recorder.ts"

/** A read that began before an action took effect, and ended after it, says nothing about that action. */

const person = (id: string, email = `${id}@example.com`) => ({ id, name: id.toUpperCase(), email })
const sub = (id: string, email?: string) => ({ ...person(id, email), createdAt: 0, status: 2, devices: [] })

/** A person with one main account and one sub-account. The test operates the outbox. */
const someone = () => {
  const client = new Recorder()
  const account = client.signIn()
  client.do({ type: "TakeLeadership" })
  // The order follows sequence numbers. The wall clock may have any time.
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
  const answer = (action: string, outcome: AttemptOutcome) =>
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
        // An equally old read without the item makes no difference.
        if (between) read(goneSeq - 1, false)
        read(goneSeq + offset, true)
        expect(isShown()).toBe(offset >= 0)
        // After a new invitation the item is there again.
        read(client.log.length, true)
        expect(isShown()).toBe(true)
        expect(fold(client.log)).toEqual(client.state)
      },
    ),
  )
})

const changes: readonly (readonly [Command, object])[] = [
  [
    { type: "RenameSubAccount", accountId: "s1", name: "Mine" },
    { name: "Mine", status: 2 },
  ],
  [{ type: "EditSubAccountEmail", accountId: "s1", email: "new@example.com" }, { email: "new@example.com" }],
  [
    { type: "ChangeSubAccountState", accountId: "s1", state: 3 },
    { name: "S1", status: 3 },
  ],
]

test.each(changes)(
  "[SUB-3][SUB-4] %j is undone by no list read before it was confirmed, and by one read later",
  (command, changed) => {
    fc.assert(
      fc.property(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -60_000, max: 60_000 }), (offset, clock) => {
        const { client, readSubs, claim, answer } = someone()
        const shown = () => client.state.sharing.subAccounts.get("s1")
        const before = shown()
        answer(claim(command), { kind: "done" })
        expect(shown()).toMatchObject(changed)
        const known = client.log.length + offset
        client.now += clock
        readSubs(known, sub("s1"))
        expect(shown()).toMatchObject(offset >= 0 ? { name: before?.name, email: before?.email, status: 2 } : changed)
      }),
    )
  },
)

const desk = { id: "d1", name: "Desk", model: 1, lastSeen: 0, flags: 4, build: 0, shared: false, owner: "" }
const confirmedLate: readonly Command[] = [
  { type: "RenameDevice", did: "d1", name: "New" },
  { type: "RebootDevice", did: "d1" },
  { type: "RenameAccount", name: "New" },
  { type: "RenameSubAccount", accountId: "s1", name: "New" },
  { type: "DisconnectMainAccount", accountId: "m1" },
]

test.each(confirmedLate)(
  "[OFFLINE-8][RENAME-2] a $type that is confirmed late changes nothing for who has signed in meanwhile",
  (command) => {
    const { client, account, claim, answer } = someone()
    client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [desk] })
    const action = claim(command)
    // Both accounts share the device, and their lists name the same people.
    const read = { account: client.signIn("u2", "s2"), begunAt: client.now }
    client.do({ type: "RecordDevices", ...read, devices: [{ ...desk, name: "Theirs" }] })
    client.do({ type: "RecordSubAccounts", ...read, subAccounts: [sub("s1")] })
    client.do({ type: "RecordMainAccounts", ...read, mainAccounts: [person("m1")] })
    const { devices, sharing, session } = client.state
    answer(action, { kind: "done" })
    expect(client.state.outbox.actions.get(action)?.status.state).toBe("confirmed")
    expect(client.state.devices).toBe(devices)
    expect(client.state.sharing).toBe(sharing)
    expect(client.state.session).toBe(session)
  },
)

test("[OFFLINE-5][RENAME-2] a name that a list showed before it was asked for does not say that it was done", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1, max: 1 }), (offset) => {
      const { client, account, claim, answer, stateOf } = someone()
      client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [desk] })
      const action = claim({ type: "RenameDevice", did: "d1", name: "New" })
      const claimedSeq = client.log.length
      answer(action, { kind: "noReply" })
      client.do({ type: "CancelAction", action })
      expect(stateOf(action)).toBe("unconfirmed")
      const begunSeq = claimedSeq + offset
      client.do({ type: "RecordDevices", account, begunAt: client.now, begunSeq, devices: [{ ...desk, name: "New" }] })
      expect(stateOf(action)).toBe(offset >= 0 ? "confirmed" : "unconfirmed")
    }),
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

test("[OFFLINE-8][SUB-2] the list of one account does not say what became of another's invitation", () => {
  const { client, claim, answer, stateOf } = someone()
  const action = claim(invite)
  answer(action, { kind: "noReply" })
  const account = client.signIn("u2", "s2")
  for (const subAccounts of [[], [sub("s2", "pia@example.com")]])
    client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts })
  expect(stateOf(action)).toBe("unconfirmed")
})
