import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { eraseAccount } from "../../src/domain/client/accounts/accountErasure.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { observePreferences } from "../../src/domain/client/preferences.ts"
import type { AttemptOutcome } from "../../src/domain/outbox/outcome.ts"
import { isUnsent } from "../../src/domain/outbox/state.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import type { State } from "../../src/domain/product/state.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import type { AccountKey } from "../../src/domain/values/identity.ts"
import { outboxView } from "../../src/domain/views/outbox.ts"
import { accountOf, SERVER } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

const device = (id: string) => ({
  id,
  name: `Device ${id}`,
  model: 1,
  lastSeen: 0,
  flags: 4,
  build: 241_129_184_309,
  shared: false,
  owner: "",
})
const person = (id: string, status: number) => ({
  id,
  name: `Person ${id}`,
  email: `${id}@example.com`,
  createdAt: 0,
  status,
  devices: [],
})

/** A step of a person, or the outcome of the oldest pending attempt. */
type Step = Command | { readonly outcome: AttemptOutcome } | "claim" | "hurry" | "cancel" | "clear"

const step = fc.constantFrom<Step>(
  { type: "RenameDevice", did: "d1", name: "One" },
  { type: "RenameDevice", did: "d1", name: "Two" },
  { type: "RebootDevice", did: "d1" },
  { type: "RenameSubAccount", accountId: "new", name: "Ada" },
  // Approving and enabling both ask for state 2.
  { type: "ChangeSubAccountState", accountId: "new", state: 2 },
  { type: "ChangeSubAccountState", accountId: "off", state: 2 },
  { type: "SendInvitation", name: "Pia", email: "pia@example.com" },
  "claim",
  "claim",
  { outcome: { kind: "done" } },
  { outcome: { kind: "noReply" } },
  { outcome: { kind: "tooOften" } },
  "hurry",
  "cancel",
  "clear",
)

const signIn = (uid: string): Command => ({
  type: "CompleteSignIn",
  session: {
    id: `session of ${uid}`,
    server: SERVER,
    uid,
    name: uid,
    email: `${uid}@example.com`,
    createdAt: 0,
    serverType: "public",
  },
})

const lists = (account: AccountKey): readonly Command[] => [
  { type: "ReportConnection", status: "online" },
  { type: "RecordDevices", account, begunAt: 1, devices: [device("d1"), device("d2")] },
  { type: "RecordSubAccounts", account, begunAt: 1, subAccounts: [person("new", 1), person("off", 3)] },
]

const commandOf = (asked: Step, { outbox }: State): Command | null => {
  if (typeof asked === "object" && "type" in asked) return asked
  if (asked === "clear") return { type: "DismissSettled" }
  const actions = [...outbox.actions.values()]
  if (typeof asked === "object") {
    const sending = actions.find(({ status }) => status.state === "sending")
    if (sending === undefined) return null
    const { id, attempts } = sending
    return { type: "RecordOutcome", action: id, attempt: attempts, outcome: asked.outcome, jitter: 0.5 }
  }
  const unsent = actions.find(isUnsent)
  if (unsent === undefined) return null
  if (asked === "claim") return { type: "ClaimAction", action: unsent.id, epoch: outbox.epoch }
  return { type: asked === "hurry" ? "HurryAction" : "CancelAction", action: unsent.id }
}

/**
 * The open actions of accounts that are not signed in, as the outbox shows them. Leaves sequence numbers out, because a
 * new log counts from 1 again.
 */
const open = (state: State) => {
  const { waiting, decide, count } = outboxView({
    ...state,
    session: { ...state.session, current: null },
    connection: { ...state.connection, status: "online" },
  })
  return JSON.parse(JSON.stringify({ waiting, decide, count }, (key, value) => (key === "seq" ? undefined : value)))
}

test("[ACCOUNT-4][OFFLINE-7][DEVICE-12] what other accounts have open, and their tags, are the same before and after an account was deleted", () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const [browser, kept, deleted] = [new TestBrowser(), accountOf("kept"), accountOf("deleted")]
      await browser.gen(function* () {
        const engine = yield* Engine
        const attempt = (command: Command) => Effect.ignore(engine.dispatch(command))
        for (const command of [signIn("kept"), ...lists(kept)]) yield* engine.dispatch(command)
        yield* engine.dispatch({ type: "TakeLeadership" })
        for (const tag of ["studio", "lab"]) yield* engine.dispatch({ type: "TagDevices", dids: ["d1", "d2"], tag })
        for (const asked of steps) {
          const command = commandOf(asked, engine.state())
          if (command !== null) yield* attempt(command)
        }
        yield* engine.dispatch(signIn("deleted"))
        const before = open(engine.state())
        for (const command of lists(deleted)) yield* engine.dispatch(command)
        yield* engine.dispatch({ type: "RenameDevice", did: "d1", name: "Erased" })
        yield* engine.dispatch({ type: "TagDevices", dids: ["d1"], tag: "Erased too" })
        yield* eraseAccount(deleted)
        expect(open(engine.state())).toEqual(before)
        expect([...engine.state().tags].map(([account, tags]) => [account, [...tags]])).toEqual([
          [
            kept,
            [
              ["d1", ["studio", "lab"]],
              ["d2", ["studio", "lab"]],
            ],
          ],
        ])
        expect([...engine.state().session.emails]).toEqual([[kept, "kept@example.com"]])
        expect(JSON.stringify(browser.log.events)).not.toMatch(/Erased|deleted@/)
      })
    }),
    { numRuns: 60 },
  ))

test("[ACCOUNT-4][SUB-2] an unaccepted invitation leads to its code also after another account was deleted", () => {
  const [browser, kept, deleted] = [new TestBrowser(), accountOf("kept"), accountOf("deleted")]
  return browser.gen(function* () {
    const engine = yield* Engine
    for (const command of [signIn("deleted"), signIn("kept"), ...lists(kept)]) yield* engine.dispatch(command)
    yield* engine.dispatch({ type: "TakeLeadership" })
    const steps: readonly Step[] = [
      { type: "SendInvitation", name: "Pia", email: "pia@example.com" },
      "claim",
      { outcome: { kind: "done" } },
    ]
    for (const asked of steps) {
      const command = commandOf(asked, engine.state())
      if (command !== null) yield* engine.dispatch(command)
    }
    const [before] = engine.state().outbox.actions.settled
    expect(before).toMatchObject({ account: kept, status: { state: "confirmed" } })
    expect(yield* eraseAccount(deleted)).toBe(true)
    const invited = engine.state().outbox.actions.settled.map(({ id, status }) => ({ id, status }))
    expect(invited).toEqual([{ id: before?.id, status: before?.status }])
  })
})

test("[ACCOUNT-4][OFFLINE-5] values of others that must be read back, doubts and the epoch outlive a deleted account", () => {
  const [browser, kept, deleted] = [new TestBrowser(), accountOf("kept"), accountOf("deleted")]
  return browser.gen(function* () {
    const engine = yield* Engine
    for (const command of [signIn("deleted"), signIn("kept"), ...lists(kept)]) yield* engine.dispatch(command)
    for (let times = 0; times < 3; times += 1) yield* engine.dispatch({ type: "TakeLeadership" })
    const steps: readonly Step[] = [
      { type: "RenameDevice", did: "d1", name: "Read back" },
      "claim",
      { outcome: { kind: "noReply" } },
      "hurry",
      "claim",
      { outcome: { kind: "done" } },
      { type: "RenameDevice", did: "d2", name: "Given up" },
      "claim",
      { outcome: { kind: "noReply" } },
      "cancel",
      { type: "RenameSubAccount", accountId: "off", name: "In doubt" },
      "claim",
      { outcome: { kind: "noReply" } },
    ]
    for (const asked of steps) {
      const command = commandOf(asked, engine.state())
      if (command !== null) yield* engine.dispatch(command)
    }
    const left = ({ outbox: { actions, unsettled, epoch } }: State) => ({
      actions: [...actions.values()].map(({ id, ambiguous, status: { state } }) => ({ id, ambiguous, state })),
      unsettled: [...unsettled.values()].map(({ account, target, action }) => ({ account, target, action })),
      epoch,
    })
    const before = left(engine.state())
    expect(before).toMatchObject({
      actions: [
        { state: "confirmed" },
        { state: "unconfirmed", ambiguous: true },
        { state: "waiting", ambiguous: true },
      ],
      unsettled: [{ action: before.actions[0]?.id }, { action: null }, { action: null }],
      epoch: 3,
    })
    expect(yield* eraseAccount(deleted)).toBe(true)
    expect(left(engine.state())).toEqual(before)
  })
})

test("[ACCOUNT-4][OFFLINE-5] a lost rename that a newer one replaced is still in doubt after another account was deleted", () => {
  const [browser, kept, deleted] = [new TestBrowser(), accountOf("kept"), accountOf("deleted")]
  return browser.gen(function* () {
    const engine = yield* Engine
    const go = Effect.fnUntraced(function* (steps: readonly Step[]) {
      for (const asked of steps) {
        const command = commandOf(asked, engine.state())
        if (command !== null) yield* engine.dispatch(command)
      }
    })
    const doubts = () => [...engine.state().outbox.unsettled.values()].map(({ target, action }) => ({ target, action }))
    for (const command of [signIn("deleted"), signIn("kept"), ...lists(kept)]) yield* engine.dispatch(command)
    yield* engine.dispatch({ type: "TakeLeadership" })
    yield* go([
      { type: "RenameDevice", did: "d1", name: "Lost" },
      { type: "RenameDevice", did: "d2", name: "Lost" },
      "claim",
      "claim",
      { outcome: { kind: "noReply" } },
      // The first is replaced while it waits, the second while its request is under way.
      { type: "RenameDevice", did: "d1", name: "Newer" },
      { type: "RenameDevice", did: "d2", name: "Newer" },
      { outcome: { kind: "noReply" } },
    ])
    const statesOf = ({ outbox }: State) => [...outbox.actions.values()].map(({ status }) => status.state)
    const before = { doubts: doubts(), standing: statesOf(engine.state()) }
    expect(before.standing).toEqual(["superseded", "superseded", "queued", "queued"])
    expect(before.doubts).toMatchObject([{ action: null }, { action: null }])
    expect(yield* eraseAccount(deleted)).toBe(true)
    expect({ doubts: doubts(), standing: statesOf(engine.state()) }).toEqual(before)
    // The doubts name the newer renames: their values are read back after they are confirmed.
    const newer = engine.state().outbox.actions.open.map(({ id }) => id)
    yield* go([
      { type: "ReportConnection", status: "online" },
      "claim",
      { outcome: { kind: "done" } },
      "claim",
      { outcome: { kind: "done" } },
    ])
    expect(doubts().map(({ action }) => action)).toEqual(newer)
  })
})

test("[ACCOUNT-4][AUTH-13] an account that signed in since another was deleted stays signed in", () => {
  const [browser, kept, deleted] = [new TestBrowser(), accountOf("kept"), accountOf("deleted")]
  const user = JSON.stringify({ ...SAVED, id: "kept", uid: "kept", sessionId: "session of kept" })
  return browser.gen(function* () {
    const engine = yield* Engine
    for (const command of [signIn("deleted"), signIn("kept")]) yield* engine.dispatch(command)
    browser.storage.set("user", user)
    expect(yield* eraseAccount(deleted)).toBe(true)
    expect(browser.storage.get("user")).toBe(user)
    expect(engine.state().session.current?.account).toBe(kept)
  })
})

test("[ACCOUNT-4][SEC-4] no local key, no vault and no feature of the log keeps anything of a deleted account", async () => {
  const [browser, account] = [new TestBrowser(), accountOf("deleted")]
  const mine = { ...device("MineDid"), name: "MineName" }
  const did = mine.id
  const done: readonly Command[] = [
    signIn("deleted"),
    { type: "RecordDevices", account, begunAt: 1, devices: [mine] },
    { type: "RecordSubAccounts", account, begunAt: 1, subAccounts: [person("MineSub", 2)] },
    {
      type: "RecordMainAccounts",
      account,
      begunAt: 1,
      mainAccounts: [{ id: "m", name: "MineMain", email: "m@x.org" }],
    },
    { type: "RecordAcceptance", account },
    { type: "TagDevices", dids: [did], tag: "MineTag" },
    { type: "WakeDevice", did, mac: "AA:BB:CC:DD:EE:0F" },
    { type: "SendInvitation", name: "MineGuest", email: "guest@example.com" },
    { type: "OpenRoute", path: `/devices/${did}` },
    { type: "OpenDialog", dialog: "rename", about: did, among: [] },
    { type: "ShowToast", kind: "error", message: "connect", params: { device: mine.name } },
    { type: "StartFlow", flow: "deleteAccount" },
    { type: "RejectInput", source: "cloud", subject: "MineSubject", problem: "token" },
  ]
  browser.storage.set("theme", "light")
  browser.storage.set("recentCommands", `reboot:${did} settings`)
  browser.storage.set(`passcode.${did}`, "MinePasscode")
  browser.vault.set(`${account} code`, "MineCode")
  await browser.gen(function* () {
    const engine = yield* Engine
    yield* observePreferences
    browser.storage.set("user", JSON.stringify({ ...SAVED, uid: "deleted", sessionId: "session of deleted" }))
    for (const command of done) yield* engine.dispatch(command)
    yield* engine.saveSnapshot
    expect(yield* eraseAccount(account)).toBe(true)
    expect([...browser.storage]).toEqual([["theme", "light"]])
    expect([...browser.vault]).toEqual([])
    const kept = JSON.stringify([browser.log.events, browser.log.snapshot])
    expect(kept).not.toMatch(/Mine|deleted|AA:BB|example\.com|x\.org/)
    expect(engine.state().settings).toEqual(new Map([["theme", "light"]]))
  })
})

const lanDevice = (id: string) => ({
  id,
  did: `did of ${id}`,
  name: `Neighbour ${id}`,
  model: 1,
  cloudType: 0,
  timestamp: 1,
  isUsb: false,
  isHid: false,
  flags: 4,
  addr: "127.0.1.1",
  build: 241_129_184_309,
})

test("[ACCOUNT-4][BRIDGE-4][LAN-6] what this computer knows of its surroundings outlives a deleted account", async () => {
  const browser = new TestBrowser()
  const [account, hash] = [accountOf("deleted"), "0".repeat(32)]
  const commands: readonly Command[] = [
    signIn("deleted"),
    { type: "ReportBridge", link: { state: "connected", version: "1.2.3", os: "linux", capabilities: ["wake"] } },
    { type: "TellLinuxTips", flags: 3, path: null },
    { type: "DismissLinuxTips" },
    { type: "RecordLanDevices", devices: [lanDevice("a"), lanDevice("b")], gone: [] },
    { type: "RecordLanDevices", devices: [{ ...lanDevice("b"), name: "Renamed" }, lanDevice("c")], gone: ["a"] },
    { type: "LearnLatestFirmware", build: 241_129_184_309, hash },
    { type: "KeepFirmware" },
    { type: "RecordImageKept", build: 241_129_184_309, hash, size: 4_096 },
  ]
  await browser.gen(function* () {
    const engine = yield* Engine
    for (const command of commands) {
      yield* engine.dispatch(command)
      yield* TestClock.adjust(1_000)
    }
    // Only updates need the list of devices that left, and updates end with the log.
    const surroundings = ({ bridge, lan: { left: _left, ...lan }, firmware }: State) =>
      canonicalJson([bridge, lan, firmware])
    const before = surroundings(engine.state())
    expect(before).toContain("Renamed")
    expect(before).toContain('"status":"kept"')
    expect(yield* eraseAccount(account)).toBe(true)
    expect(surroundings(engine.state())).toBe(before)
  })
})

const SAVED = {
  id: "deleted",
  email: "deleted@example.com",
  name: "deleted",
  createdAt: 0,
  loginAt: 0,
  token: "MineToken",
  type: "main",
  status: "active",
  server: SERVER,
}
