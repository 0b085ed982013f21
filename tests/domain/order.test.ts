import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { AttemptOutcome } from "../../src/domain/outbox/outcome.ts"
import { dueReads, sendable } from "../../src/domain/outbox/schedule.ts"
import type { Action } from "../../src/domain/outbox/state.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import {
  ACTION_EXPIRY_MAX_MS,
  ACTION_EXPIRY_MIN_MS,
  CLOCK_STEP_TOLERATED_MS,
  RELEASE_AFTER_AWAY_MS,
  RELEASE_SPREAD_MS,
  RETRY_CAP_MS,
} from "../../src/domain/values/limits.ts"
import { Recorder } from "./recorder.ts"

/** The log decides the order, for any changes of the wall clock. */

const deviceOf = (id: string, name = "Desk") => ({
  id,
  name,
  model: 1,
  lastSeen: 0,
  flags: 4,
  build: 0,
  shared: false,
  owner: "",
})
const pia = { id: "s1", name: "Pia", email: "pia@example.com", createdAt: 0, status: 0, devices: [] }
const invite = (email = "pia@example.com"): Command => ({ type: "SendInvitation", name: "Pia", email })
/** The size of a change of the clock, ms: a small correction, an hour, or years. */
const jump = fc.oneof(fc.integer({ min: -5_000, max: 5_000 }), fc.integer({ min: -1e11, max: 1e11 }))

/** A leading tab of a person who has some devices. All lists are read. */
const leader = (dids: readonly string[] = ["d1"]) => {
  const client = new Recorder()
  const account = client.signIn("u1", "s1")
  const mark = () => ({ account, begunAt: client.now, begunSeq: client.log.length })
  client.do({ type: "TakeLeadership" })
  client.do({ type: "RecordDevices", ...mark(), devices: dids.map((did) => deviceOf(did)) })
  client.do({ type: "RecordSubAccounts", ...mark(), subAccounts: [] })
  const actionsOf = (): readonly Action[] => [...client.state.outbox.actions.values()]
  const ask = (command: Command): string => {
    client.do(command)
    return actionsOf().at(-1)?.id ?? ""
  }
  const attempt = (action: string, outcome: AttemptOutcome) => {
    client.do({ type: "ClaimAction", action, epoch: client.state.outbox.epoch })
    const attempt = client.state.outbox.actions.get(action)?.attempts ?? 0
    client.do({ type: "RecordOutcome", action, attempt, outcome, jitter: 0.99 })
  }
  const statusOf = (action: string) => client.state.outbox.actions.get(action)?.status.state
  return { client, account, mark, actionsOf, ask, attempt, statusOf }
}

test("[OFFLINE-5][OFFLINE-11] an invitation without an answer is checked by one list, wherever the clock was set meanwhile", () => {
  fc.assert(
    fc.property(jump, jump, (before, after) => {
      const { client, account, mark, ask, attempt, statusOf } = leader()
      const due = () => {
        const { outbox, sharing } = client.state
        const known = { devices: 0, subAccounts: sharing.subAccountsRead.seq, mainAccounts: 0 }
        return [...dueReads(outbox, account, known, new Map())]
      }
      const action = ask(invite())
      client.now += before
      attempt(action, { kind: "noReply" })
      expect(due()).toEqual(["subAccounts"])
      client.now += after
      const begun = mark()
      client.now -= before
      client.do({ type: "RecordSubAccounts", ...begun, subAccounts: [pia] })
      expect(statusOf(action)).toBe("confirmed")
      expect(due()).toEqual([])
    }),
  )
})

test("[OFFLINE-11] an uninformative list is read once for an action of unknown outcome", () => {
  const { client, account, mark, ask, attempt } = leader()
  attempt(ask(invite()), { kind: "noReply" })
  client.now -= 3_600_000
  client.do({ type: "RecordSubAccounts", ...mark(), subAccounts: [] })
  const known = { devices: 0, subAccounts: client.state.sharing.subAccountsRead.seq, mainAccounts: 0 }
  expect(dueReads(client.state.outbox, account, known, new Map()).size).toBe(0)
})

test("[DEVICE-7] a slow answer does not bring back what a later reading no longer showed", () => {
  const { client, mark } = leader(["d1", "d2"])
  const slow = mark()
  const quick = mark()
  client.do({ type: "RecordDevices", ...quick, devices: [deviceOf("d2")] })
  expect(client.types({ type: "RecordDevices", ...slow, devices: [deviceOf("d1"), deviceOf("d2")] })).toEqual([])
  expect([...client.state.devices.bound.keys()]).toEqual(["d2"])
})

test("[OFFLINE-6] the clock may be corrected by seconds: a wake that was just asked for still goes out", () => {
  for (const [step, expected] of [
    [-1, "sending"],
    [-CLOCK_STEP_TOLERATED_MS, "sending"],
    [-CLOCK_STEP_TOLERATED_MS - 1, "expired"],
  ] as const) {
    const { client, ask, statusOf } = leader()
    const action = ask({ type: "WakeDevice", did: "d1", mac: null })
    client.now += step
    client.do({ type: "ClaimAction", action, epoch: 1 })
    expect(statusOf(action)).toBe(expected)
  }
})

test("[OFFLINE-6] every wake and every reboot has an expiry within its bounds, and nothing else has one", () => {
  const person = fc.constantFrom<Command>(
    { type: "WakeDevice", did: "d1", mac: null },
    { type: "WakeDevice", did: "d1", mac: "AA:BB:CC:DD:EE:0F" },
    { type: "RebootDevice", did: "d1" },
    { type: "RenameDevice", did: "d1", name: "New" },
    { type: "RenameAccount", name: "Me" },
    invite(),
  )
  const expiry = fc.oneof(fc.constantFrom(null, "", "0", "-1", "NaN", "1e99"), fc.nat(2 ** 31).map(String))
  fc.assert(
    fc.property(person, expiry, jump, (command, value, ahead) => {
      const { client, ask, actionsOf } = leader()
      client.do({ type: "ObservePreference", key: "actionExpiry", value })
      client.now += ahead
      const id = ask(command)
      const action = actionsOf().find((one) => one.id === id)
      const isDevice = command.type === "WakeDevice" || command.type === "RebootDevice"
      if (!isDevice) {
        expect(action).toMatchObject({ expiresAt: null })
        return
      }
      const life = (action?.expiresAt ?? Number.NaN) - client.now
      expect(life).toBeGreaterThanOrEqual(ACTION_EXPIRY_MIN_MS)
      expect(life).toBeLessThanOrEqual(ACTION_EXPIRY_MAX_MS)
    }),
  )
})

test("[OFFLINE-5][SUB-2] a second invitation, reboot or wake leaves the first one that has not gone out alone", () => {
  const pairs: readonly (readonly [Command, Command])[] = [
    [invite("ann@example.com"), invite("bob@example.com")],
    [
      { type: "RebootDevice", did: "d1" },
      { type: "RebootDevice", did: "d1" },
    ],
    [
      { type: "WakeDevice", did: "d1", mac: null },
      { type: "WakeDevice", did: "d1", mac: null },
    ],
  ]
  for (const pair of pairs) {
    const { client, actionsOf } = leader()
    for (const command of pair) expect(client.types(command)).toEqual(["ActionQueued"])
    expect(actionsOf().map(({ status }) => status.state)).toEqual(["queued", "queued"])
  }
})

test("[OFFLINE-8][OFFLINE-10] what is sent again stays its own account's, and waits until that is signed in", () => {
  const { client, account, ask, attempt, actionsOf } = leader()
  const reboot = ask({ type: "RebootDevice", did: "d1" })
  attempt(reboot, { kind: "noReply" })
  const other = client.signIn("u2", "s2")
  expect(client.types({ type: "SendActionAgain", action: reboot })).toEqual(["ActionDismissed", "ActionQueued"])
  const again = actionsOf().at(-1)
  expect(again).toMatchObject({ account, intent: { call: "request_device" }, status: { state: "queued" } })
  const { outbox, connection } = client.state
  expect(sendable(outbox, other, connection, client.now)).toEqual([])
  expect(client.types({ type: "ClaimAction", action: again?.id ?? "", epoch: outbox.epoch })).toBe("notReady")
})

test("[OFFLINE-5] a refusal after an attempt that may have worked does not say that nothing was done", () => {
  const refusal: AttemptOutcome = { kind: "refused", reason: "unknown", status: -5 }
  const doubtful = leader()
  const resent = doubtful.ask({ type: "RenameDevice", did: "d1", name: "New" })
  doubtful.attempt(resent, { kind: "noReply" })
  doubtful.client.now += RETRY_CAP_MS
  doubtful.attempt(resent, refusal)
  expect(doubtful.statusOf(resent)).toBe("unconfirmed")
  // The list shows the new name, which settles the doubt.
  doubtful.client.do({ type: "RecordDevices", ...doubtful.mark(), devices: [deviceOf("d1", "New")] })
  expect(doubtful.statusOf(resent)).toBe("confirmed")

  const sure = leader()
  const once = sure.ask({ type: "RenameDevice", did: "d1", name: "New" })
  sure.attempt(once, { kind: "tooOften" })
  sure.client.now += 2 * RETRY_CAP_MS
  sure.attempt(once, refusal)
  expect(sure.statusOf(once)).toBe("refused")

  // The only attempt was given up when the leader changed. Its late refusal counts.
  const handedOver = leader()
  const late = handedOver.ask({ type: "RenameDevice", did: "d1", name: "New" })
  handedOver.client.do({ type: "ClaimAction", action: late, epoch: 1 })
  handedOver.client.do({ type: "TakeLeadership" })
  handedOver.client.do({ type: "RecordOutcome", action: late, attempt: 1, outcome: refusal, jitter: 0 })
  expect(handedOver.statusOf(late)).toBe("refused")
})

/** Renames of many devices, whose attempts all got no reply. Afterwards the server is away for `away` ms. */
const returned = (count: number, away: number) => {
  const dids = Array.from({ length: count }, (_, index) => `d${index}`)
  const world = leader(dids)
  const { client } = world
  const actions = dids.map((did) => world.ask({ type: "RenameDevice", did, name: "New" }))
  for (let failures = 0; failures < 8; failures += 1) {
    client.now += RETRY_CAP_MS
    for (const action of actions) world.attempt(action, { kind: "noReply" })
  }
  client.do({ type: "ReportConnection", status: "unreachable" })
  client.now += away
  client.do({ type: "ReportConnection", status: "online" })
  return world
}
const due = ({ client, account }: ReturnType<typeof leader>, later: number) =>
  sendable(client.state.outbox, account, client.state.connection, client.now + later).length

test("[OFFLINE-4][OFFLINE-11] coming back releases waits one after the other, and none after a moment's absence", () => {
  expect(due(returned(5, RELEASE_AFTER_AWAY_MS - 1), RELEASE_SPREAD_MS)).toBe(0)
  const back = returned(5, RELEASE_AFTER_AWAY_MS)
  const counts = Array.from({ length: 51 }, (_, tenth) => due(back, (RELEASE_SPREAD_MS * tenth) / 50))
  expect(counts[0]).toBeLessThan(3)
  expect(counts.at(-1)).toBe(5)
  expect(new Set(counts).size).toBeGreaterThan(3)
})
