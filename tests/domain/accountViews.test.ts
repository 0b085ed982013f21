import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { DeviceFields } from "../../src/domain/features/devices/events.ts"
import { isAllowedTransition } from "../../src/domain/features/sharing/decide.ts"
import type { AttemptOutcome } from "../../src/domain/outbox/outcome.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import type { State } from "../../src/domain/product/state.ts"
import { ONLINE_WINDOW_MS, OPEN_ACTIONS_MAX, SHARING_MIN_BUILD } from "../../src/domain/values/limits.ts"
import { connectedMain, connectedMains, ownAccount } from "../../src/domain/views/account.ts"
import { type Notice, noticeOf } from "../../src/domain/views/messages.ts"
import { outboxCount, outboxView, refusedCount } from "../../src/domain/views/outbox.ts"
import {
  assignableDevices,
  invitationOfAction,
  latestInvitation,
  subAccountRow,
  subAccountsView,
} from "../../src/domain/views/subAccounts.ts"
import type { SubAccountItem } from "../../src/domain/wire/cloud.ts"
import { fold, queuedBy, Recorder } from "./recorder.ts"

type Sub = (typeof SubAccountItem)["Type"]

const sub = (id: string, part: Partial<Sub> = {}): Sub => ({
  id,
  name: id.toUpperCase(),
  email: `${id}@example.com`,
  createdAt: 0,
  status: 2,
  devices: [],
  ...part,
})
const device = (id: string, part: Partial<DeviceFields> = {}): DeviceFields => ({
  id,
  name: id.toUpperCase(),
  model: 1,
  lastSeen: 0,
  flags: 0,
  build: SHARING_MIN_BUILD,
  shared: false,
  owner: "",
  ...part,
})

/** A signed-in person who has read these lists. */
const owner = (subs: readonly Sub[], devices: readonly DeviceFields[] = []) => {
  const client = new Recorder()
  const account = client.signIn()
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices })
  client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts: subs })
  return { client, account }
}

const anyName = fc.constantFrom("Ada", "ada", "Bo", "Çelik", "李", "")
const anySub = fc.record({
  id: fc.constantFrom("s1", "s2", "s3", "s4", "__proto__"),
  name: anyName,
  email: fc.constant("x@example.com"),
  createdAt: fc.constant(0),
  status: fc.integer({ min: -1, max: 6 }),
  devices: fc.constant([]),
})

const rowsOf = (state: State) => (subAccountsView(state, 0)?.ids ?? []).flatMap((id) => subAccountRow(state, id) ?? [])
const mainsOf = (state: State) => (connectedMains(state, 0)?.ids ?? []).flatMap((id) => connectedMain(state, id) ?? [])

test("[SUB-1] sub-accounts come active first, then by name, each with a status of its own: deleted ones are off the list, unknown ones pending", () => {
  fc.assert(
    fc.property(fc.uniqueArray(anySub, { selector: ({ id }) => id, maxLength: 5 }), (subs) => {
      const { client } = owner(subs)
      const rows = rowsOf(client.state)
      expect(rows.map(({ id }) => id).sort()).toEqual(
        subs.flatMap(({ id, status }) => (status === 4 ? [] : [id])).sort(),
      )
      const active = rows.map(({ status }) => status === "active")
      expect(active).toEqual([...active].sort((a, b) => Number(b) - Number(a)))
      for (const group of [true, false]) {
        const names = rows.filter(({ status }) => (status === "active") === group).map(({ name }) => name.toLowerCase())
        expect(names).toEqual([...names].sort())
      }
      const known = ["pending", "accepted", "active", "disabled"]
      for (const row of rows) {
        const code = subs.find(({ id }) => id === row.id)?.status ?? 0
        expect(row.status).toBe(known[code] ?? "pending")
      }
    }),
  )
})

test("[SUB-3][SUB-5] what may be done follows the state asked for last, and is never refused by the domain", () => {
  const wish = fc.constantFrom<2 | 3 | 4>(2, 3, 4)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), fc.array(wish, { maxLength: 5 }), (status, wishes) => {
      const { client } = owner([sub("s1", { status })])
      let now = status
      for (const state of wishes) {
        const done = client.do({ type: "ChangeSubAccountState", accountId: "s1", state })
        expect(done.ok).toBe(now !== 4 && isAllowedTransition(now, state))
        if (done.ok) now = state
        const row = subAccountRow(client.state, "s1")
        expect(row?.may).toEqual({
          approve: now === 1,
          disable: now === 2,
          enable: now === 3,
          manageDevices: now === 2,
        })
        expect(row?.status).toBe(["pending", "accepted", "active", "disabled"][status])
        const to = { 2: "active", 3: "disabled", 4: "removed" }[now]
        if (now !== status) expect(row?.change?.to).toBe(to)
      }
    }),
  )
})

test("[SUB-3][OFFLINE-3] a change of state tells from which state it was asked for, so that enabling does not read as approving", () => {
  const { client } = owner([sub("s1", { status: 1 }), sub("s2", { status: 3 }), sub("s3", { status: 2 })])
  for (const [accountId, state] of [
    ["s1", 2],
    ["s2", 2],
    ["s3", 3],
    ["s3", 2],
  ] as const)
    client.do({ type: "ChangeSubAccountState", accountId, state })
  expect(outboxView(client.state).waiting.map(({ from }) => from)).toEqual([1, 3, 2, 3])
  const [first = ""] = client.state.outbox.actions.keys()
  client.do({ type: "CancelAction", action: first })
  client.do({ type: "SendActionAgain", action: first })
  expect(outboxView(client.state).waiting.at(-1)).toMatchObject({ subject: "S1", from: 1 })
  expect(fold(client.log)).toEqual(client.state)
})

test("[EVENT-3] a queued change of state that does not tell it, as earlier releases wrote, is read as it is", () => {
  const { client } = owner([sub("s1", { status: 3 })])
  client.do({ type: "ChangeSubAccountState", accountId: "s1", state: 2 })
  const earlier = client.log.map((event) => {
    if (event.type !== "ActionQueued") return event
    const { from: _from, ...payload } = event.payload
    return { ...event, payload }
  })
  const [item] = outboxView(fold(earlier)).waiting
  expect(item).toMatchObject({ subject: "S1", state: "queued" })
  expect(item).not.toHaveProperty("from")
})

test("[SUB-4][OFFLINE-9] a new name and e-mail show at once as pending, with the value before", () => {
  const { client } = owner([sub("s1", { name: "Ada" })])
  client.do({ type: "RenameSubAccount", accountId: "s1", name: "Ada L." })
  client.do({ type: "EditSubAccountEmail", accountId: "s1", email: "ada@example.com" })
  expect(subAccountRow(client.state, "s1")).toMatchObject({
    name: "Ada L.",
    pendingName: { before: "Ada", state: "queued" },
    email: "ada@example.com",
    pendingEmail: { before: "s1@example.com", state: "queued" },
    setback: null,
  })
})

test("[SUB-5] devices with firmware exactly at the threshold can be assigned, those below say why they cannot", () => {
  const devices = [
    device("exact"),
    device("below", { build: SHARING_MIN_BUILD - 1 }),
    device("unknown", { build: 0 }),
    device("foreign", { shared: true }),
    device("old", { build: 1 }),
  ]
  const { client } = owner([sub("s1", { devices: ["old"] })], devices)
  const shown = assignableDevices(client.state, "s1")
  expect(shown.map(({ did, blocked, assigned }) => [did, blocked, assigned])).toEqual([
    ["below", "firmwareTooOld", false],
    ["exact", null, false],
    // The person can still remove an earlier assignment.
    ["old", null, true],
    ["unknown", "firmwareUnknown", false],
  ])
  for (const { did, blocked, assigned } of shown) {
    const done = client.do({ type: "AssignDevice", accountId: "s1", did, isAdd: !assigned })
    expect(done.ok ? null : done.reason).toBe(blocked)
  }
  expect(subAccountRow(client.state, "s1")).toMatchObject({
    devices: [{ did: "exact", name: "EXACT" }],
    devicesPending: true,
  })
})

test("[SUB-5] devices that are chosen together are all queued or none, and what is so already is left alone", () => {
  const old = device("old", { build: 1 })
  const { client } = owner([sub("s1", { devices: ["b", "c"] })], [device("a"), device("b"), device("c"), old])
  const assign = (add: readonly string[], remove: readonly string[]) =>
    client.types({ type: "AssignDevices", accountId: "s1", add, remove })
  const seen = () => subAccountRow(client.state, "s1")?.devices.map(({ did }) => did)
  expect(assign(["a", "old"], ["b"])).toBe("firmwareTooOld")
  expect(seen()).toEqual(["b", "c"])
  expect(assign([], [])).toEqual([])
  expect(assign(["a", "c"], ["b", "unknown"])).toEqual(["ActionQueued", "ActionQueued"])
  expect(seen()).toEqual(["a", "c"])
  expect(assign(["b"], ["a"])).toEqual(["ActionSuperseded", "ActionQueued", "ActionSuperseded", "ActionQueued"])
  expect(seen()).toEqual(["b", "c"])
  expect(outboxCount(client.state)).toBe(2)
  expect(fold(client.log)).toEqual(client.state)
})

test("[SUB-5][OFFLINE-3] devices for which the outbox has no room together are none of them queued", () => {
  const many = Array.from({ length: OPEN_ACTIONS_MAX + 1 }, (_, index) => device(`d${index}`))
  const { client } = owner([sub("s1")], many)
  const assign = (add: readonly { readonly id: string }[]) =>
    client.types({ type: "AssignDevices", accountId: "s1", add: add.map(({ id }) => id), remove: [] })
  expect(assign(many)).toBe("outboxFull")
  expect(outboxCount(client.state)).toBe(0)
  expect(assign(many.slice(1))).toHaveLength(OPEN_ACTIONS_MAX)
  expect(client.types({ type: "RenameAccount", name: "One more" })).toBe("outboxFull")
  // An action that replaces an older one takes no further room in the outbox.
  const again = { type: "AssignDevices", accountId: "s1", add: [], remove: ["d1", "d2"] } as const
  expect(client.types(again)).toEqual(["ActionSuperseded", "ActionQueued", "ActionSuperseded", "ActionQueued"])
  const one = { type: "AssignDevice", accountId: "s1", did: "d1", isAdd: true } as const
  expect(client.types(one)).toEqual(["ActionSuperseded", "ActionQueued"])
  expect(outboxCount(client.state)).toBe(OPEN_ACTIONS_MAX)
})

test("[ACCOUNT-2] an own new name is pending at once, and the card keeps the one before", () => {
  const { client } = owner([])
  client.do({ type: "RenameAccount", name: "Studio" })
  expect(ownAccount(client.state)).toMatchObject({ name: "Studio", pendingName: { before: "Owner", state: "queued" } })
})

test("[ACCOUNT-5] an accepted invitation waits for approval until a new main account appears, over any restart", () => {
  const { client, account } = owner([])
  const accept = () => {
    client.do({ type: "RecordAcceptance", account })
  }
  const read = (...ids: readonly string[]) => {
    const mainAccounts = ids.map((id) => ({ id, name: id, email: `${id}@example.com` }))
    client.do({ type: "RecordMainAccounts", account, begunAt: client.now, mainAccounts })
  }
  const waiting = () => connectedMains(client.state, client.now)?.awaiting.length
  read("known")
  client.now += 1
  accept()
  expect(waiting()).toBe(1)
  read("known")
  expect(waiting()).toBe(1)
  client.now += 1
  read("known", "new")
  expect(waiting()).toBe(0)
  expect(fold(client.log)).toEqual(client.state)
})

test("[ACCOUNT-5] an acceptance that no longer waits is not asked to again, and another acceptance waits on", () => {
  const { client, account } = owner([])
  const accept = (): number => {
    client.now += 1
    client.do({ type: "RecordAcceptance", account })
    return client.now
  }
  const waiting = () => connectedMains(client.state, client.now)?.awaiting
  const [first, second] = [accept(), accept()]
  expect(client.types({ type: "DismissAwaiting", account, acceptedAt: first })).toEqual(["AwaitingDismissed"])
  expect(waiting()).toEqual([second])
  // A second dismissal of the same acceptance records nothing.
  expect(client.types({ type: "DismissAwaiting", account, acceptedAt: first })).toEqual([])
  client.do({ type: "RecordMainAccounts", account, begunAt: client.now + 1, mainAccounts: [] })
  expect(waiting()).toEqual([second])
  expect(fold(client.log)).toEqual(client.state)
  client.signIn("u2")
  expect(client.types({ type: "DismissAwaiting", account, acceptedAt: second })).toBe("foreignAccount")
})

test("[ACCOUNT-1] a main account that is being left says so, and shares as many devices as name it as owner", () => {
  const { client, account } = owner([], [device("d1", { shared: true, owner: "Noor" }), device("d2")])
  const mainAccounts = [{ id: "m1", name: "Noor", email: "noor@example.com" }]
  client.do({ type: "RecordMainAccounts", account, begunAt: client.now, mainAccounts })
  expect(mainsOf(client.state)).toMatchObject([{ devices: 1, leaving: null }])
  client.do({ type: "DisconnectMainAccount", accountId: "m1" })
  expect(mainsOf(client.state)).toMatchObject([{ leaving: "queued" }])
})

test("[ROLE-1] a guest has no account, no sub-accounts and no main accounts", () => {
  const client = new Recorder()
  client.do({ type: "EnterAsGuest" })
  expect(ownAccount(client.state)).toBeNull()
  expect(subAccountsView(client.state, client.now)).toBeNull()
  expect(connectedMains(client.state, client.now)).toBeNull()
})

test("[SUB-1] a sub-account says that it is one, and whose", () => {
  const { client } = owner([sub("s1")])
  expect(subAccountRow(client.state, "s1")).toMatchObject({ id: "s1", type: "sub", parentId: "u1" })
})

test("[OFFLINE-8] another account sees neither the lists nor the pending values of the one before", () => {
  const { client } = owner([sub("s1")])
  client.do({ type: "RenameSubAccount", accountId: "s1", name: "New" })
  client.signIn("u2")
  expect(subAccountsView(client.state, client.now)).toMatchObject({ list: { status: "loading" }, ids: [] })
  expect(subAccountRow(client.state, "s1")).toBeNull()
})

/** Sends the only open action. Returns its outcome and the notices that this tab shows of it. */
const settle = (client: Recorder, outcome: AttemptOutcome): readonly Notice[] => {
  const open = [...client.state.outbox.actions.values()].find(({ status }) => status.state === "queued")
  if (open === undefined) throw new Error("an open action was expected")
  client.do({ type: "TakeLeadership" })
  client.do({ type: "ClaimAction", action: open.id, epoch: client.state.outbox.epoch })
  const before = client.state
  const done = client.do({ type: "RecordOutcome", action: open.id, attempt: 1, outcome, jitter: 0 })
  if (!done.ok) throw new Error(done.reason)
  return done.value.flatMap((event) => noticeOf(event, before, client.tab) ?? [])
}

test("[OFFLINE-9][SUB-3] a refusal brings the old value back with its reason, until something newer went well", () => {
  const { client } = owner([sub("s1", { name: "Ada" })])
  client.do({ type: "RenameSubAccount", accountId: "s1", name: "Eve" })
  settle(client, { kind: "refused", reason: "unsupported", status: -1 })
  expect(subAccountRow(client.state, "s1")).toMatchObject({
    name: "Ada",
    pendingName: null,
    setback: { state: "refused", reason: "unsupported", call: "rename_subaccount" },
  })
  expect(outboxCount(client.state)).toBe(0)
  expect(refusedCount(client.state)).toBe(1)
  client.do({ type: "RenameSubAccount", accountId: "s1", name: "Eva" })
  settle(client, { kind: "done" })
  expect(subAccountRow(client.state, "s1")).toMatchObject({ name: "Eva", setback: null })
})

test("[ACCOUNT-1][MSG-1] a refused disconnecting says so in its own words", () => {
  const { client, account } = owner([])
  const mainAccounts = [{ id: "m1", name: "Noor", email: "noor@example.com" }]
  client.do({ type: "RecordMainAccounts", account, begunAt: client.now, mainAccounts })
  client.do({ type: "DisconnectMainAccount", accountId: "m1" })
  const notices = settle(client, { kind: "refused", reason: "unknown", status: -1 })
  expect(notices).toMatchObject([{ kind: "refused", message: "disconnectFailed" }])
  expect(mainsOf(client.state)).toMatchObject([
    { leaving: null, setback: { state: "refused", message: "disconnectFailed" } },
  ])
})

test("[SUB-2] an invitation has its own dialog, and is shown until it was accepted", () => {
  const { client, account } = owner([])
  const action = queuedBy(client, { type: "SendInvitation", name: "Pia", email: "pia@example.com" })
  expect(invitationOfAction(client.state, action)).toMatchObject({ state: "queued", email: "pia@example.com" })
  expect(invitationOfAction(client.state, "another action")).toBeNull()
  expect(latestInvitation(client.state)).toBeNull()
  expect(settle(client, { kind: "done" })).toMatchObject([{ message: "invitationSentNotCopied" }])
  expect(latestInvitation(client.state)).toMatchObject({ name: "Pia" })
  const accepted = sub("s9", { email: "PIA@example.com", status: 1 })
  client.do({ type: "RecordSubAccounts", account, begunAt: client.now + 1, subAccounts: [accepted] })
  expect(latestInvitation(client.state)).toBeNull()
})

test("[SUB-2] an invitation ends with the sub-account that it made: removed, or under another e-mail", () => {
  const { client, account } = owner([])
  queuedBy(client, { type: "SendInvitation", name: "Bo", email: "bo@example.com" })
  settle(client, { kind: "done" })
  const read = (subAccounts: readonly ReturnType<typeof sub>[]) => {
    client.now += 1_000
    client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts })
  }
  read([sub("s9", { email: "bo@example.com", status: 0 })])
  expect(latestInvitation(client.state)).toMatchObject({ name: "Bo" })
  read([])
  expect(latestInvitation(client.state)).toBeNull()
  read([sub("s9", { email: "other@example.com", status: 2 })])
  expect(latestInvitation(client.state)).toBeNull()
})

test("[SUB-2][OFFLINE-2] no account invites itself, in whatever case", () => {
  const { client } = owner([])
  const own = client.state.session.current?.email ?? ""
  expect(client.types({ type: "SendInvitation", name: "Me", email: ` ${own.toUpperCase()} ` })).toBe("ownEmail")
})

test("[SUB-2] while its dialog is open, that one tells how the invitation went", () => {
  const { client } = owner([])
  client.do({ type: "OpenDialog", dialog: "invitation", about: null, among: [] })
  client.do({ type: "SendInvitation", name: "Pia", email: "pia@example.com" })
  expect(settle(client, { kind: "done" })).toEqual([])
  client.do({ type: "SendInvitation", name: "Pia", email: "pia@example.com" })
  expect(settle(client, { kind: "refused", reason: "emailExists", status: -103 })).toEqual([])
  client.do({ type: "CloseDialog", dialog: "invitation" })
  client.do({ type: "SendInvitation", name: "Pia", email: "pia@example.com" })
  expect(settle(client, { kind: "refused", reason: "emailExists", status: -103 })).toHaveLength(1)
})

test("[SUB-2][OFFLINE-3] clearing the outbox keeps the way to the code of each unaccepted invitation", () => {
  const { client, account } = owner([sub("s1")])
  const people = ["pia@example.com", "max@example.com"]
  for (const email of people) {
    client.do({ type: "SendInvitation", name: email, email })
    settle(client, { kind: "done" })
  }
  client.do({ type: "RenameSubAccount", accountId: "s1", name: "Ada" })
  settle(client, { kind: "done" })
  const shown = () => outboxView(client.state).settled.map(({ subject }) => subject)
  expect(outboxView(client.state).clearable).toBe(true)
  client.do({ type: "DismissSettled" })
  expect([shown(), outboxView(client.state).clearable]).toEqual([people.toReversed(), false])
  expect(latestInvitation(client.state)).toMatchObject({ email: "max@example.com" })
  // The invitation of status 0 is still pending; that of status 1 was accepted, so its code is of no more use.
  const listed = [sub("s1"), ...people.map((email, index) => sub(`i${index}`, { email, status: index }))]
  client.do({ type: "RecordSubAccounts", account, begunAt: client.now + 1, subAccounts: listed })
  client.do({ type: "DismissSettled" })
  expect(shown()).toEqual(["pia@example.com"])
  expect(latestInvitation(client.state)).toMatchObject({ email: "pia@example.com" })
  // A person can still dismiss that action alone.
  for (const { id } of outboxView(client.state).settled) client.do({ type: "DismissAction", action: id })
  expect(shown()).toEqual([])
})

test("[SUB-1][UX-4] what a sub-account sees is named by the device list, else by the list of sub-accounts, never by an identifier", () => {
  const lists = fc.record({
    bound: fc.subarray(["d1", "d2", "d3"]),
    named: fc.subarray(["d1", "d2", "d3"]),
    assigned: fc.subarray(["d1", "d2", "d3"]),
  })
  fc.assert(
    fc.property(lists, ({ bound, named, assigned }) => {
      const client = new Recorder()
      const account = client.signIn()
      const devices = named.map((id) => ({ id, name: `${id} as listed` }))
      const subAccounts = [sub("s1", { devices: assigned })]
      client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts, devices })
      client.do({ type: "RecordDevices", account, begunAt: client.now, devices: bound.map((id) => device(id)) })
      const nameOf = (did: string) =>
        bound.includes(did) ? did.toUpperCase() : named.includes(did) ? `${did} as listed` : null
      const shown = subAccountRow(client.state, "s1")?.devices ?? []
      expect(new Map(shown.map(({ did, name }) => [did, name]))).toEqual(
        new Map(assigned.map((did) => [did, nameOf(did)])),
      )
      // The same names again add nothing to the event. The session of another account does not see them.
      client.now += 1
      client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts, devices })
      expect(client.log.at(-1)?.payload).not.toHaveProperty("devices")
      expect(fold(client.log)).toEqual(client.state)
      const other = client.signIn("u2")
      client.do({ type: "RecordSubAccounts", account: other, begunAt: client.now, subAccounts })
      expect(subAccountRow(client.state, "s1")?.devices.every(({ name }) => name === null)).toBe(true)
    }),
  )
})

test("[UX-4][ACCOUNT-1] main accounts tell that they are read again, and share out no devices between owners of one name", () => {
  const client = new Recorder()
  const account = client.signIn()
  const view = () => connectedMains(client.state, client.now)
  const main = (id: string, name: string) => ({ id, name, email: `${id}@example.com` })
  const mainAccounts = [main("m1", "Ada"), main("m2", "Ada"), main("m3", "Bo")]
  const shared = [device("d1", { shared: true, owner: "Ada" }), device("d2", { shared: true, owner: "Bo" })]
  client.do({ type: "RecordMainAccounts", account, begunAt: client.now, mainAccounts })
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: shared })
  expect(mainsOf(client.state).map(({ id, devices }) => [id, devices])).toEqual([
    ["m1", null],
    ["m2", null],
    ["m3", 1],
  ])
  const request = () => client.do({ type: "RequestRefresh", account, list: "mainAccounts" })
  request()
  expect(view()?.list).toMatchObject({ refreshing: true, lastKnown: false })
  client.do({ type: "RecordReadFailure", account, list: "mainAccounts", reason: "connect" })
  expect(view()?.list).toMatchObject({ refreshing: false, failure: "connect" })
  request()
  client.do({ type: "RecordMainAccounts", account, begunAt: client.now, mainAccounts })
  expect(view()?.list).toMatchObject({ refreshing: false, failure: null })
  client.now += ONLINE_WINDOW_MS + 1
  expect(view()?.list.lastKnown).toBe(true)
})

test("[ROLE-2][SUB-6] an owner may do all that an owner may, one who is somebody's sub-account as well; a guest none of it", () => {
  const wishes: readonly Command[] = [
    { type: "RenameDevice", did: "d1", name: "Bench" },
    { type: "RebootDevice", did: "d1" },
    { type: "WakeDevice", did: "d1", mac: null },
    { type: "SendInvitation", name: "Pia", email: "pia@example.com" },
    { type: "ChangeSubAccountState", accountId: "accepted", state: 2 },
    { type: "ChangeSubAccountState", accountId: "active", state: 3 },
    { type: "ChangeSubAccountState", accountId: "disabled", state: 2 },
    { type: "ChangeSubAccountState", accountId: "pending", state: 4 },
    { type: "RenameSubAccount", accountId: "accepted", name: "Ada" },
    { type: "EditSubAccountEmail", accountId: "accepted", email: "ada@example.com" },
    { type: "AssignDevice", accountId: "other", did: "d1", isAdd: true },
    { type: "AssignDevice", accountId: "other", did: "d2", isAdd: false },
    { type: "RenameAccount", name: "Studio" },
    { type: "DisconnectMainAccount", accountId: "m1" },
  ]
  const subs = [
    sub("pending", { status: 0 }),
    sub("accepted", { status: 1 }),
    sub("active"),
    sub("disabled", { status: 3 }),
    sub("other", { devices: ["d2"] }),
  ]
  const { client, account } = owner(subs, [device("d1", { flags: 4 }), device("d2"), device("d3", { shared: true })])
  const mainAccounts = [{ id: "m1", name: "Noor", email: "noor@example.com" }]
  client.do({ type: "RecordMainAccounts", account, begunAt: client.now, mainAccounts })
  for (const wish of wishes) expect([wish, client.types(wish)]).toEqual([wish, ["ActionQueued"]])
  const guest = new Recorder()
  guest.do({ type: "EnterAsGuest" })
  for (const wish of wishes) expect([wish, guest.types(wish)]).toEqual([wish, "signedOut"])
})
