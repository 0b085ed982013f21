import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { AttemptOutcome } from "../../src/domain/outbox/outcome.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { RETRY_CAP_MS, SHARING_MIN_BUILD, TOO_OFTEN_CAP_MS } from "../../src/domain/values/limits.ts"
import { queuedBy, Recorder } from "./recorder.ts"

/** A person's operations on the outbox, one action after the other. */

const deviceOf = (id: string) => ({
  id,
  name: id,
  model: 1,
  lastSeen: 0,
  flags: 4,
  build: SHARING_MIN_BUILD,
  shared: false,
  owner: "",
})
const person = (id: string) => ({ id, name: id, email: `${id}@example.com` })
const subOf = (id: string) => ({ ...person(id), createdAt: 0, status: 2, devices: [] })

/** A leading tab of a person with two devices, two active sub-accounts and one main account. */
const owner = () => {
  const client = new Recorder()
  const account = client.signIn("u1", "s1")
  client.do({ type: "TakeLeadership" })
  const read = { account, begunAt: client.now }
  client.do({ type: "RecordDevices", ...read, devices: ["d1", "d2"].map(deviceOf) })
  client.do({ type: "RecordSubAccounts", ...read, subAccounts: ["p1", "p2"].map(subOf) })
  client.do({ type: "RecordMainAccounts", ...read, mainAccounts: [person("m1")] })
  const attempt = (action: string, outcome: AttemptOutcome) => {
    const claim = client.types({ type: "ClaimAction", action, epoch: client.state.outbox.epoch })
    expect(claim).toEqual(["ActionClaimed"])
    const attempt = client.state.outbox.actions.get(action)?.attempts ?? 0
    client.do({ type: "RecordOutcome", action, attempt, outcome, jitter: 0.99 })
  }
  const stateOf = (action: string) => client.state.outbox.actions.get(action)?.status.state
  return { client, account, attempt, stateOf }
}

/** The state of an action whose reply was lost: sent again automatically, or only at a person's request. */
const afterSilence: readonly (readonly [Command, "waiting" | "unconfirmed"])[] = [
  [{ type: "RenameDevice", did: "d1", name: "New" }, "waiting"],
  [{ type: "RenameAccount", name: "New" }, "waiting"],
  [{ type: "RenameSubAccount", accountId: "p1", name: "New" }, "waiting"],
  [{ type: "EditSubAccountEmail", accountId: "p1", email: "new@example.com" }, "waiting"],
  [{ type: "ChangeSubAccountState", accountId: "p1", state: 3 }, "waiting"],
  [{ type: "AssignDevice", accountId: "p1", did: "d1", isAdd: true }, "waiting"],
  [{ type: "SendInvitation", name: "Pia", email: "pia@example.com" }, "unconfirmed"],
  [{ type: "DisconnectMainAccount", accountId: "m1" }, "unconfirmed"],
  [{ type: "WakeDevice", did: "d1", mac: null }, "unconfirmed"],
  [{ type: "RebootDevice", did: "d1" }, "unconfirmed"],
]

test.each(afterSilence)("[OFFLINE-5] %j whose reply was lost, or whose tab died, is %s", (command, expected) => {
  const silent = owner()
  const unanswered = queuedBy(silent.client, command)
  silent.attempt(unanswered, { kind: "noReply" })
  expect(silent.stateOf(unanswered)).toBe(expected)
  const died = owner()
  const underWay = queuedBy(died.client, command)
  died.client.do({ type: "ClaimAction", action: underWay, epoch: 1 })
  died.client.do({ type: "TakeLeadership" })
  expect(died.stateOf(underWay)).toBe(expected)
})

const passing = fc.constantFrom<AttemptOutcome>(
  { kind: "noReply" },
  { kind: "tooOften" },
  { kind: "notSent" },
  { kind: "session" },
)

test("[OFFLINE-5][OFFLINE-3] what may have happened once is never called cancelled, whatever came of it since", () => {
  fc.assert(
    fc.property(fc.array(passing, { maxLength: 5 }), fc.boolean(), (outcomes, discards) => {
      const { client, account, attempt, stateOf } = owner()
      const action = queuedBy(client, { type: "RenameDevice", did: "d1", name: "New" })
      for (const outcome of outcomes) {
        attempt(action, outcome)
        client.now += Math.max(RETRY_CAP_MS, TOO_OFTEN_CAP_MS)
      }
      client.do(discards ? { type: "DiscardActions", account } : { type: "CancelAction", action })
      expect(stateOf(action)).toBe(outcomes.some(({ kind }) => kind === "noReply") ? "unconfirmed" : "cancelled")
    }),
  )
})

test("[OFFLINE-8][OFFLINE-10] throwing away what one account has unsent leaves what another one waits with", () => {
  const { client, stateOf } = owner()
  const first = queuedBy(client, { type: "RenameDevice", did: "d1", name: "New" })
  const account = client.signIn("u2", "s2")
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [deviceOf("d1")] })
  const second = queuedBy(client, { type: "RenameDevice", did: "d1", name: "Other" })
  client.do({ type: "DiscardActions", account })
  expect([stateOf(first), stateOf(second)]).toEqual(["queued", "cancelled"])
})

test("[OFFLINE-4] what a person tries now goes out at once, however long it was to wait", () => {
  const { client, attempt, stateOf } = owner()
  const action = queuedBy(client, { type: "RenameDevice", did: "d1", name: "New" })
  const claim: Command = { type: "ClaimAction", action, epoch: 1 }
  attempt(action, { kind: "noReply" })
  expect(client.types(claim)).toBe("notReady")
  expect(client.types({ type: "HurryAction", action })).toEqual(["ActionHurried"])
  expect(stateOf(action)).toBe("queued")
  expect(client.types(claim)).toEqual(["ActionClaimed"])
})

test("[SUB-3] a change of state that may have happened does not give way to the next one, which begins where it ends", () => {
  const { client, attempt, stateOf } = owner()
  const disable = queuedBy(client, { type: "ChangeSubAccountState", accountId: "p1", state: 3 })
  attempt(disable, { kind: "noReply" })
  expect(client.types({ type: "ChangeSubAccountState", accountId: "p1", state: 4 })).toEqual(["ActionQueued"])
  expect(stateOf(disable)).toBe("waiting")
})

test("[SUB-5][OFFLINE-2] each device and sub-account is a pair of its own: only the newest word on that very pair counts", () => {
  const { client, stateOf } = owner()
  const share = (accountId: string, did: string, isAdd = true): string =>
    queuedBy(client, { type: "AssignDevice", accountId, did, isAdd })
  const pairs = [share("p1", "d1"), share("p1", "d2"), share("p2", "d1"), share("p2", "d2")]
  expect(pairs.map(stateOf)).toEqual(["queued", "queued", "queued", "queued"])
  share("p1", "d1", false)
  expect(pairs.map(stateOf)).toEqual(["superseded", "queued", "queued", "queued"])
})
