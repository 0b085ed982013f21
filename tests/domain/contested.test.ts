import { expect, test } from "vitest"
import type { Listing } from "../../src/domain/actions/accountView.ts"
import { definitionOf } from "../../src/domain/actions/table.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import type { State } from "../../src/domain/product/state.ts"
import type { AccountKey } from "../../src/domain/values/identity.ts"
import { factsOf } from "../../src/domain/views/deviceFacts.ts"
import { historyOf } from "../../src/domain/views/deviceHistory.ts"
import { effectOf } from "../../src/domain/views/historyEntries.ts"
import { noticeOf } from "../../src/domain/views/messages.ts"
import { outboxItem } from "../../src/domain/views/outbox.ts"
import { queuedBy, Recorder, START } from "./recorder.ts"

/** An intent from before another client set a value wins, and the person learns which value it replaced. */

interface Shown {
  readonly name?: string
  readonly sub?: {
    readonly name?: string
    readonly email?: string
    readonly status?: number
    readonly devices?: string[]
  }
  readonly own?: string
}

class Contest {
  readonly client = new Recorder()
  session = "s1"
  readonly account: AccountKey = this.client.signIn("u1", this.session)

  constructor() {
    this.client.do({ type: "TakeLeadership" })
    this.read({})
  }

  read({ name = "Rack", sub = {}, own = "Owner" }: Shown, begunSeq?: number): readonly string[] {
    const { client, account } = this
    client.now += 1_000
    const begun = { begunAt: client.now, ...(begunSeq !== undefined && { begunSeq }) }
    const before = client.log.length
    client.do({ type: "RecordProfile", sessionId: this.session, ...begun, profile: { name: own } })
    const fixed = { model: 1, lastSeen: START, flags: 4, build: 300_000_000_000, shared: false, owner: "" }
    const devices = [{ id: "d1", name, ...fixed }]
    client.do({ type: "RecordDevices", account, ...begun, devices, ownName: own })
    const known = { name: "Dana", email: "dana@example.com", createdAt: START, status: 2, devices: [], ...sub }
    client.do({ type: "RecordSubAccounts", account, ...begun, subAccounts: [{ id: "a1", ...known }] })
    return client.log.slice(before).map(({ type }) => type)
  }

  /** Another account signs in, and its lists replace these. Then this account signs in again. */
  beAway(name = "Owner"): void {
    const { client } = this
    const account = client.signIn("u2", "s2")
    client.now += 1_000
    client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [] })
    client.do({ type: "RecordSubAccounts", account, begunAt: client.now, subAccounts: [] })
    client.now += 1_000
    this.session = "s3"
    client.signIn("u1", this.session, undefined, name)
  }

  queue(command: Command): string {
    this.client.now += 1_000
    return queuedBy(this.client, command)
  }

  claim(action: string): void {
    this.client.do({ type: "ClaimAction", action, epoch: this.client.state.outbox.epoch })
  }

  /** Sends the action. Returns the notice of its confirmation. */
  send(action: string, isAnswered = true) {
    this.client.now += 1_000
    this.claim(action)
    const attempt = this.client.state.outbox.actions.get(action)?.attempts ?? 0
    const before: State = this.client.state
    const outcome = isAnswered ? ({ kind: "done" } as const) : ({ kind: "noReply" } as const)
    const done = this.client.do({ type: "RecordOutcome", action, attempt, outcome, jitter: 0 })
    const events: readonly RecordedEvent[] = done.ok ? done.value : []
    return events.flatMap((event) => noticeOf(event, before, this.client.tab) ?? [])
  }

  item(action: string) {
    const item = outboxItem(this.client.state, action)
    if (item === null) throw new Error("forgotten")
    return item
  }
}

const cases: readonly (readonly [string, Command, Shown, Command])[] = [
  [
    "a device's name",
    { type: "RenameDevice", did: "d1", name: "Ours" },
    { name: "Theirs" },
    { type: "RenameDevice", did: "d1", name: "Theirs" },
  ],
  [
    "the own name",
    { type: "RenameAccount", name: "Ours" },
    { own: "Theirs" },
    { type: "RenameAccount", name: "Theirs" },
  ],
  [
    "a sub-account's name",
    { type: "RenameSubAccount", accountId: "a1", name: "Ours" },
    { sub: { name: "Theirs" } },
    { type: "RenameSubAccount", accountId: "a1", name: "Theirs" },
  ],
  [
    "a sub-account's e-mail",
    { type: "EditSubAccountEmail", accountId: "a1", email: "ours@example.com" },
    { sub: { email: "theirs@example.com" } },
    { type: "EditSubAccountEmail", accountId: "a1", email: "theirs@example.com" },
  ],
]

for (const [what, command, shown, undo] of cases)
  test(`[OFFLINE-5] ${what} that another client set meanwhile is named when ours replaces it, and can be set again`, () => {
    const world = new Contest()
    const action = world.queue(command)
    expect(world.read(shown)).toContain("ActionContested")
    expect(world.item(action).contest).toMatchObject({ isReplaced: false })
    expect(world.read(shown)).not.toContain("ActionContested")
    expect(world.send(action)).toMatchObject([{ kind: "replaced", action }])
    expect(world.item(action)).toMatchObject({ contest: { isReplaced: true }, restoring: undo })
    expect(world.item(action).choices).toContain("restore")
    const restored = world.queue(undo)
    expect(world.send(restored).every(({ kind }) => kind !== "replaced")).toBe(true)
    expect(world.item(action).restoring).toBeNull()
  })

for (const [what, command, shown] of cases)
  test(`[OFFLINE-5] ${what} set elsewhere is named, too, after another account was signed in meanwhile`, () => {
    for (const isOther of [true, false]) {
      const world = new Contest()
      const action = world.queue(command)
      world.beAway()
      const events = world.read(isOther ? shown : {})
      expect(events.includes("ActionContested"), `${isOther}`).toBe(isOther)
      expect(world.send(action).some(({ kind }) => kind === "replaced")).toBe(isOther)
    }
  })

test("[OFFLINE-5] an own name that a sign-in brings is another client's, unless it is ours", () => {
  for (const [name, isOther] of [
    ["Theirs", true],
    ["Owner", false],
    ["First", false],
  ] as const) {
    const world = new Contest()
    const first = world.queue({ type: "RenameAccount", name: "First" })
    world.claim(first)
    const action = world.queue({ type: "RenameAccount", name: "Ours" })
    const refused = { kind: "refused", reason: "unknown", status: 1 } as const
    const outcome = name === "First" ? ({ kind: "done" } as const) : refused
    world.client.do({ type: "RecordOutcome", action: first, attempt: 1, outcome, jitter: 0 })
    world.beAway(name)
    const events = world.read({ own: name })
    expect(events.includes("ActionContested"), name).toBe(isOther)
    expect(world.read({ own: name })).not.toContain("ActionContested")
    expect(world.item(action).contest === null, name).toBe(!isOther)
  }
})

test("[OFFLINE-5][SUB-3] a status set while another account was signed in is named", () => {
  for (const status of [2, 3]) {
    const world = new Contest()
    const remove = world.queue({ type: "ChangeSubAccountState", accountId: "a1", state: 4 })
    world.beAway()
    expect(world.read({ sub: { status } }).includes("ActionContested")).toBe(status === 3)
    expect(world.send(remove).some(({ kind }) => kind === "replaced")).toBe(status === 3)
  }
})

test("[OFFLINE-5][SUB-3] a status set meanwhile is named, and undone only where the transition is allowed", () => {
  const world = new Contest()
  world.read({ sub: { status: 1 } })
  const approve = world.queue({ type: "ChangeSubAccountState", accountId: "a1", state: 2 })
  world.read({ sub: { status: 3 } })
  expect(world.send(approve)).toMatchObject([{ kind: "replaced" }])
  expect(world.item(approve).restoring).toEqual({ type: "ChangeSubAccountState", accountId: "a1", state: 3 })
  const remove = world.queue({ type: "ChangeSubAccountState", accountId: "a1", state: 4 })
  world.read({ sub: { status: 3 } })
  expect(world.send(remove)).toMatchObject([{ kind: "replaced" }])
  expect(world.item(remove).restoring).toBeNull()
})

test("[OFFLINE-5][SUB-5] an assignment that another client made is named when ours takes it away", () => {
  const world = new Contest()
  world.queue({ type: "AssignDevice", accountId: "a1", did: "d1", isAdd: true })
  const action = world.queue({ type: "AssignDevice", accountId: "a1", did: "d1", isAdd: false })
  expect(world.read({ sub: { devices: ["d1"] } })).toContain("ActionContested")
  expect(world.send(action)).toMatchObject([{ kind: "replaced" }])
  expect(world.item(action).restoring).toEqual({ type: "AssignDevice", accountId: "a1", did: "d1", isAdd: true })
})

test("[OFFLINE-5] a value of our own that a lost request brought stays ours", () => {
  const world = new Contest()
  const first = world.queue({ type: "RenameDevice", did: "d1", name: "First" })
  world.send(first, false)
  world.queue({ type: "RenameDevice", did: "d1", name: "Second" })
  expect(world.read({ name: "First" })).not.toContain("ActionContested")
})

test.each(["OURS@EXAMPLE.com", "ours@example.com"])(
  "[OFFLINE-5] an address of our own that the server writes in small letters stays ours: %s",
  (email) => {
    const world = new Contest()
    const first = world.queue({ type: "EditSubAccountEmail", accountId: "a1", email })
    world.send(first, false)
    world.queue({ type: "EditSubAccountEmail", accountId: "a1", email: "second@example.com" })
    expect(world.read({ sub: { email: "ours@example.com" } })).not.toContain("ActionContested")
  },
)

test("[OFFLINE-5] a name that the server keeps decomposed is no other one", () => {
  const world = new Contest()
  const action = world.queue({ type: "RenameDevice", did: "d1", name: "Büro" })
  expect(world.read({ name: "Bu\u0308ro" })).not.toContain("ActionContested")
  expect(world.send(action)).toMatchObject([{ kind: "success" }])
})

test("[OFFLINE-5] of several changes elsewhere the last one is replaced, and a device that left the list is none", () => {
  const world = new Contest()
  const action = world.queue({ type: "RenameDevice", did: "d1", name: "Ours" })
  world.read({ name: "Theirs" })
  world.read({ name: "Theirs again" })
  world.client.do({ type: "RecordDevices", account: world.account, begunAt: world.client.now, devices: [] })
  world.read({ name: "Theirs again" })
  expect(world.send(action)).toMatchObject([{ kind: "replaced" }])
  expect(world.item(action).restoring).toEqual({ type: "RenameDevice", did: "d1", name: "Theirs again" })
})

test("[OFFLINE-5] a reading begun before our own confirmed value does not make an older value another client's", () => {
  const world = new Contest()
  const first = world.queue({ type: "RenameDevice", did: "d1", name: "First" })
  const begunSeq = world.client.log.length
  world.send(first)
  world.queue({ type: "RenameDevice", did: "d1", name: "Second" })
  expect(world.read({ name: "Rack" }, begunSeq)).not.toContain("ActionContested")
})

test("[OFFLINE-5] what came to be ours on the server is no longer replaced", () => {
  const world = new Contest()
  const action = world.queue({ type: "RenameDevice", did: "d1", name: "Ours" })
  world.read({ name: "Theirs" })
  expect(world.read({ name: "Ours" })).toContain("ActionContested")
  expect(world.item(action).contest).toBeNull()
  expect(world.send(action)).toMatchObject([{ kind: "success" }])
})

test("[OFFLINE-5] a newer intent takes over what the older one has not replaced yet", () => {
  const world = new Contest()
  world.queue({ type: "RenameDevice", did: "d1", name: "Ours" })
  world.read({ name: "Theirs" })
  const newer = world.queue({ type: "RenameDevice", did: "d1", name: "Newer" })
  expect(world.send(newer)).toMatchObject([{ kind: "replaced" }])
  const same = world.queue({ type: "RenameDevice", did: "d1", name: "Theirs" })
  expect(world.item(same).contest).toBeNull()
})

test("[OFFLINE-5] a value read while ours was under way is not called replaced: it may be the later one", () => {
  const world = new Contest()
  const action = world.queue({ type: "RenameDevice", did: "d1", name: "Ours" })
  world.claim(action)
  world.read({ name: "Theirs" })
  const attempt = world.client.state.outbox.actions.get(action)?.attempts ?? 0
  const before = world.client.state
  const done = world.client.do({ type: "RecordOutcome", action, attempt, outcome: { kind: "done" }, jitter: 0 })
  const notices = done.ok ? done.value.flatMap((event) => noticeOf(event, before, world.client.tab) ?? []) : []
  expect(notices).toMatchObject([{ kind: "success" }])
})

test("[DEVICE-14] the history has the order of effect: ours, sent last, is above what it replaced", () => {
  const world = new Contest()
  const action = world.queue({ type: "RenameDevice", did: "d1", name: "Ours" })
  world.read({ name: "Theirs" })
  world.send(action)
  const { entries } = historyOf(
    world.client.log.flatMap((event) => factsOf(event, "d1")),
    world.client.now,
  )
  expect(entries.map(({ kind }) => kind).slice(0, 2)).toEqual(["asked", "renamed"])
  const times = entries.map((entry) => effectOf(entry).at)
  expect(times).toEqual([...times].sort((a, b) => b - a))
})

const keptOtherwise: readonly (readonly [string, Command, Shown])[] = [
  ["a device's name decomposed", { type: "RenameDevice", did: "d1", name: "Büro" }, { name: "Bu\u0308ro" }],
  ["the own name decomposed", { type: "RenameAccount", name: "Zoé" }, { own: "Zoe\u0301" }],
  [
    "a sub-account's name decomposed",
    { type: "RenameSubAccount", accountId: "a1", name: "Zoé" },
    { sub: { name: "Zoe\u0301" } },
  ],
  [
    "an address in small letters",
    { type: "EditSubAccountEmail", accountId: "a1", email: "Zoe@Example.com" },
    { sub: { email: "zoe@example.com" } },
  ],
  [
    "an address decomposed",
    { type: "EditSubAccountEmail", accountId: "a1", email: "Zoé@example.com" },
    { sub: { email: "zoe\u0301@example.com" } },
  ],
]

test.each(keptOtherwise)(
  "[OFFLINE-5] a server that keeps %s shows that the change took effect",
  (_title, command, { name = "Rack", own = "Owner", sub = {} }) => {
    const world = new Contest()
    const { intent } = world.item(world.queue(command))
    const { shownBy, confirmedBy } = definitionOf(intent)
    const dana = { name: "Dana", email: "dana@example.com", status: 2, devices: [], ...sub }
    const listing: Listing =
      confirmedBy === "devices"
        ? { read: "devices", devices: new Map([["d1", { name }]]), ownName: own }
        : { read: "subAccounts", subAccounts: new Map([["a1", dana]]), isNewSince: () => false }
    expect(shownBy(intent, listing, 0)).toBe(true)
  },
)
