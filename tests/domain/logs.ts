import * as fc from "fast-check"
import type { BridgeLink } from "../../src/domain/features/bridge/feature.ts"
import { type ScreenEvent, screenEnds } from "../../src/domain/features/deviceSession/screens.ts"
import type { DeviceFields } from "../../src/domain/features/devices/events.ts"
import { type FlowStage, machines, mayFollow } from "../../src/domain/features/flows/machines.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { tagsInUse } from "../../src/domain/views/deviceTags.ts"
import { FLAG_NO_FIRMWARE, FLAG_NO_SOUND } from "../../src/domain/wire/deviceFlags.ts"
import { established } from "./established.ts"
import { firmwareMakes } from "./firmwareMakes.ts"
import { outboxMakes } from "./outboxMakes.ts"
import { type accountOf, Recorder, START, server } from "./recorder.ts"

/** Words in a generated log that reveal persons and places. An export under pseudonyms must contain none of them. */
export interface IdentifyingWords {
  readonly name: string
  readonly email: string
  readonly mac: string
  readonly host: string
}
const PLAIN: IdentifyingWords = {
  name: "Büro 🖥",
  email: "owner@example.com",
  mac: "AA:BB:CC:DD:EE:0F",
  host: "sight.example",
}

const ids = fc.constantFrom("d1", "d1", "d2", "d3", "__proto__")
const subIds = fc.constantFrom("s1", "s2", "s3")
const uids = fc.constantFrom("u1", "u2")
const FAILURES = ["connect", "tooOften", "unknown", "unreadable", "wait"] as const

const devicesOf = ({ name }: IdentifyingWords): fc.Arbitrary<readonly DeviceFields[]> =>
  fc.uniqueArray(
    fc.record({
      id: ids,
      name: fc.constantFrom(name, `${name} 2`, ""),
      model: fc.nat(2),
      lastSeen: fc.nat(3_600_000).map((ms) => START - ms),
      flags: fc.nat(7),
      build: fc.constantFrom(0, 241_129_184_309),
      shared: fc.boolean(),
      owner: fc.constantFrom("", `owner ${name}`),
    }),
    { selector: ({ id }) => id, minLength: 2, maxLength: 4 },
  )

type Make = (client: Recorder) => Command | null
const always =
  (command: Command): Make =>
  () =>
    command
/** Makes a command about the signed-in user; null while no account is signed in. */
const own =
  (make: (account: ReturnType<typeof accountOf>, begunAt: number) => Command): Make =>
  ({ state, now }) =>
    state.session.current === null ? null : make(state.session.current.account, now)

const flowNames: readonly string[] = Object.keys(machines)
const isFlowStage = (place: { readonly flow: string; readonly stage: string }): place is FlowStage =>
  Object.entries(machines).some(([name, { edges }]) => name === place.flow && Object.hasOwn(edges, place.stage))
const flowStages: readonly FlowStage[] = Object.entries(machines)
  .flatMap(([flow, { edges }]) => Object.keys(edges).map((stage) => ({ flow, stage })))
  .filter(isFlowStage)

/** Moves the flow of the tab by one edge, or starts another flow in place of a finished one. */
const flowStep =
  (flow: number, n: number): Make =>
  ({ state, tab }) => {
    const current = state.flows.get(tab)
    const next = flowStages.filter((at) => at.flow === current?.flow && mayFollow(at.flow, current.stage, at.stage))
    const to = next[n % Math.max(1, next.length)]
    if (to !== undefined) return { type: "MoveFlow", to, failure: null }
    const begun = flowStages.find((at) => at.flow === flowNames[flow])
    return begun === undefined ? null : { type: "StartFlow", flow: begun.flow }
  }

const sessionMakes = (words: IdentifyingWords): readonly fc.Arbitrary<Make>[] => [
  fc.tuple(uids, fc.nat(99)).map(([uid, n]) =>
    always({
      type: "CompleteSignIn",
      session: {
        id: `session ${n}`,
        server: server(`https://${words.host}`),
        serverType: "private",
        uid,
        name: `user ${words.name}`,
        email: words.email,
        createdAt: START,
      },
    }),
  ),
  fc.constant(always({ type: "MoveFlow", to: { flow: "signIn", stage: "asking" }, failure: null })),
  fc
    .constantFrom("tooOften", "invalidCredentials")
    .map((failure) => always({ type: "MoveFlow", to: { flow: "signIn", stage: "form" }, failure })),
  fc.constant<Make>(({ state, now }) =>
    state.session.current === null
      ? null
      : {
          type: "RecordProfile",
          sessionId: state.session.current.id,
          begunAt: now,
          profile: { name: `profile ${words.name}`, email: `new-${words.email}`, createdAt: now },
        },
  ),
  fc.constantFrom("person", "person", "refused", "serverChanged", "lost").map(
    (reason): Make =>
      ({ state }) =>
        state.session.current === null ? null : { type: "EndSession", sessionId: state.session.current.id, reason },
  ),
  fc.constant(always({ type: "EnterAsGuest" })),
  fc.constantFrom("online", "unreachable").map((status) => always({ type: "ReportConnection", status })),
  fc.constant(always({ type: "ObservePreference", key: "serverUrl", value: `https://${words.host}/own` })),
  fc.constantFrom("dark", null).map((value) => always({ type: "ObservePreference", key: "theme", value })),
]

const LISTS = ["devices", "subAccounts", "mainAccounts"] as const

/** A read of the same devices, all just seen, with reports of unreadable and of doubled items. */
const oddReading: fc.Arbitrary<Make> = fc
  .tuple(fc.constantFrom({}, { leftOut: { count: 1, ids: ["gone"], unnamed: false }, doubled: ["d1"] }), fc.nat(9))
  .map(
    ([odd, hours]): Make =>
      ({ state: { session, devices }, now }) => {
        if (session.current === null) return null
        const seen = [...devices.bound.values()].map(({ id, name, model, flags, build, shared, owner }) => {
          return { id, name, model, flags, build, shared, owner, lastSeen: now }
        })
        const servedAt = hours < 7 ? now : now - hours * 3_600_000
        const { account } = session.current
        return { type: "RecordDevices", account, begunAt: now, devices: seen, servedAt, ...odd }
      },
  )

const listMakes = (words: IdentifyingWords): readonly fc.Arbitrary<Make>[] => [
  devicesOf(words).map((devices) => own((account, begunAt) => ({ type: "RecordDevices", account, begunAt, devices }))),
  devicesOf(words).map(
    (devices): Make =>
      ({ state: { session, outbox }, now }) => {
        if (session.current === null) return null
        const outlived = new Map([...outbox.unsettled].map(([key, { lostAt }]) => [key, lostAt]))
        return { type: "RecordDevices", account: session.current.account, begunAt: now, devices, outlived }
      },
  ),
  fc
    .tuple(fc.constantFrom(...LISTS), fc.constantFrom(...FAILURES), fc.constantFrom({}, { httpStatus: 502 }))
    .map(([list, reason, status]) =>
      own((account) => ({ type: "RecordReadFailure", account, list, reason, ...(reason === "connect" && status) })),
    ),
  fc.constantFrom(...LISTS).map((list) => own((account) => ({ type: "RequestRefresh", account, list }))),
  oddReading,
  oddReading,
  fc.constantFrom(null, 1_000, 1_000, 60_000).map((ms) => own((account) => ({ type: "RecordWait", account, ms }))),
  fc.tuple(subIds, fc.integer({ min: 0, max: 5 }), fc.subarray(["d1", "d2"])).map(([id, status, devices]) => {
    const sub = { id, name: `sub ${words.name}`, email: `sub-${words.email}`, createdAt: START, status, devices }
    const odd = status === 5 ? { leftOut: { count: 2, ids: ["s9"], unnamed: true }, doubled: ["s1"] } : {}
    return own((account, begunAt) => ({ type: "RecordSubAccounts", account, begunAt, subAccounts: [sub], ...odd }))
  }),
  fc.tuple(fc.constantFrom("m1", "m2"), fc.nat(4)).map(([id, n]) => {
    const main = { id, name: `main ${words.name}`, email: `main-${words.email}` }
    const odd = n === 0 ? { leftOut: { count: 1, ids: ["m9"], unnamed: false }, doubled: ["m1"] } : {}
    return own((account, begunAt) => ({ type: "RecordMainAccounts", account, begunAt, mainAccounts: [main], ...odd }))
  }),
]

const LAN_DEVICES = ["n1", "n2", "__proto__"]

const lanMakes = ({ name, mac }: IdentifyingWords): readonly fc.Arbitrary<Make>[] => [
  fc.tuple(fc.subarray(LAN_DEVICES), ids, fc.nat(3), fc.boolean(), fc.subarray(LAN_DEVICES)).map(
    ([reported, did, n, isUsb, gone]): Make =>
      ({ now }) => ({
        type: "RecordLanDevices",
        gone,
        ...(gone.length === 2 && { unread: n, odd: n === 0 ? [] : [{ item: "#1", field: "addr" }] }),
        devices: reported.map((id) => ({
          id,
          did: n === 0 ? id : did,
          name: `near ${name} ${n}`,
          model: 1,
          cloudType: n % 2,
          timestamp: now,
          isUsb,
          isHid: !isUsb || n === 2,
          flags: [4, 0, 1, 12 + FLAG_NO_FIRMWARE + FLAG_NO_SOUND][n] ?? 4,
          addr: isUsb ? "" : `10.9.8.${n}`,
          build: 0,
        })),
      }),
  ),
  fc.nat(9).map((n) => always({ type: "StartScan", scan: `scan ${n}`, targets: ["10.9.8.*"], total: 254 })),
  fc.constantFrom("done" as const, "cancelled" as const).map(
    (outcome): Make =>
      ({ state: { lan } }) => ({ type: "EndScan", scan: lan.scan?.id ?? "none", done: 254, outcome }),
  ),
  fc
    .tuple(fc.nat(3), fc.constantFrom("asked" as const, "sent" as const, "awake" as const), fc.boolean())
    .map(([n, stage, named]) =>
      always({ type: "TellLanWake", wake: `wake ${n}`, id: "n1", did: "d1", stage, mac: named ? mac : null }),
    ),
  fc.constant(always({ type: "ObservePreference", key: "subnets", value: '["10.9.8.*"]' })),
]

const personMakes = ({ name, email, mac }: IdentifyingWords): readonly fc.Arbitrary<Make>[] => [
  fc.tuple(ids, fc.nat(3)).map(([did, n]) => always({ type: "RenameDevice", did, name: `${name} ${n}`.slice(0, 12) })),
  ids.map((did) => always({ type: "RebootDevice", did })),
  fc.tuple(ids, fc.constantFrom(null, mac)).map(([did, to]) => always({ type: "WakeDevice", did, mac: to })),
  fc.nat(3).map((n) => always({ type: "RenameAccount", name: `${n} ${name}`.slice(0, 12) })),
  fc.tuple(subIds, fc.nat(3)).map(([accountId, n]) => always({ type: "RenameSubAccount", accountId, name: `s${n}` })),
  subIds.map((accountId) => always({ type: "EditSubAccountEmail", accountId, email: `edit-${email}` })),
  fc
    .tuple(subIds, fc.constantFrom(2, 3, 4))
    .map(([accountId, state]) => always({ type: "ChangeSubAccountState", accountId, state })),
  fc
    .tuple(subIds, ids, fc.boolean())
    .map(([accountId, did, isAdd]) => always({ type: "AssignDevice", accountId, did, isAdd })),
  fc
    .tuple(subIds, fc.subarray(["d1", "d2", "d3"]), fc.subarray(["d1", "d2", "d3"]))
    .map(([accountId, add, remove]) => always({ type: "AssignDevices", accountId, add, remove })),
  fc.constantFrom("m1", "m2").map((accountId) => always({ type: "DisconnectMainAccount", accountId })),
  fc.constant(always({ type: "SendInvitation", name: `inv ${name}`.slice(0, 12), email: `inv-${email}` })),
  fc
    .tuple(fc.subarray(["d1", "d2", "__proto__"], { minLength: 1 }), fc.constantFrom(`tag ${name}`, "studio"))
    .map(([dids, tag]) => always({ type: "TagDevices", dids, tag: tag.slice(0, 20) })),
  fc.nat(9).map(
    (n): Make =>
      ({ state }) => {
        const used = tagsInUse(state)
        return { type: "UntagDevices", dids: ["d1", "d2"], tag: used[n % Math.max(1, used.length)] ?? "studio" }
      },
  ),
  fc
    .tuple(
      fc.constantFrom("reboot" as const, "wake" as const),
      fc.oneof(fc.subarray(["d1", "d2", "__proto__"], { minLength: 1 }), fc.constant(["d1", "d2", "d3"])),
      fc.constantFrom(false, false, true),
    )
    .map(([kind, dids, undo]) => {
      const left = dids.slice(2).map((did) => ({ did, reason: "noBoundMac" as const }))
      return always({ type: "StartBatch", kind, accountId: null, subject: "", dids: dids.slice(0, 2), left, undo })
    }),
  fc
    .tuple(subIds, ids)
    .map(([accountId, did]) =>
      always({ type: "StartBatch", kind: "assign", accountId, subject: name, dids: [did], left: [], undo: false }),
    ),
  fc
    .tuple(fc.nat(9), fc.constantFrom("paused" as const, "running" as const, "stopped" as const, "dismissed" as const))
    .map(
      ([n, to]): Make =>
        ({ state: { batches } }) => ({
          type: "MoveBatch",
          batch: [...batches.keys()][n % Math.max(1, batches.size)] ?? "none",
          to,
        }),
    ),
  fc.constant(always({ type: "OpenRoute", path: "/devices" })),
  fc.constant(always({ type: "OpenDialog", dialog: "rename", about: "d1", among: [] })),
  fc.constant(always({ type: "CloseDialog", dialog: "rename" })),
  fc.constant(always({ type: "ShowToast", kind: "error", message: "connect", params: { device: name, who: email } })),
  fc.constant(always({ type: "RejectInput", source: "cloud", subject: "signin", problem: "token" })),
  fc
    .nat(2)
    .map((n) =>
      always({ type: "RecordDamage", knew: null, unread: n, actions: 0, missing: 1, odd: 0, snapshot: n === 0 }),
    ),
  fc.constant(always({ type: "DismissDamage" })),
  fc.constant(always({ type: "RecordLostLog" })),
  fc.nat(2).map((n) => always({ type: "TryStorage", reason: "quota", forgotten: n * 5_000 })),
  fc.constant(always({ type: "StartFlow", flow: "signUp" })),
  fc.constant(always({ type: "ResumeFlow", at: { flow: "deleteAccount", stage: "processing" } })),
  fc.constant<Make>(({ state: { session } }) =>
    session.current === null ? null : { type: "RecordAcceptance", account: session.current.account },
  ),
  fc.constantFrom("sent" as const, "refused" as const).map(
    (came): Make =>
      ({ state: { session } }) =>
        session.current === null ? null : { type: "RecordDeletion", sessionId: session.current.id, came },
  ),
  fc.constant(own((account) => ({ type: "RecordDeleted", account }))),
  fc.constant<Make>(({ state: { session, sharing } }) =>
    session.current === null
      ? null
      : {
          type: "DismissAwaiting",
          account: session.current.account,
          acceptedAt: sharing.awaiting.get(session.current.account)?.[0] ?? 0,
        },
  ),
]

const appMakes = ({ host }: IdentifyingWords): readonly fc.Arbitrary<Make>[] => [
  fc.boolean().map((isApp) =>
    always({
      type: "StartApp",
      version: "1.2.3",
      baseUrl: `https://${host}`,
      testMirror: false,
      isApp,
      os: "linux",
    }),
  ),
  fc.constant(always({ type: "TellAppVersion", version: "1.2.3", latest: "1.3.0" })),
  fc.constant(always({ type: "DismissVersionNotice", version: "1.3.0" })),
]

const bridgeMakes = ({ host }: IdentifyingWords): readonly fc.Arbitrary<Make>[] => [
  fc
    .constantFrom<BridgeLink>(
      { state: "none" },
      { state: "away" },
      { state: "refused", why: "permission" },
      { state: "connected", version: "1.2.3", os: "linux", capabilities: ["wake", "viewer"] },
    )
    .map((link) => always({ type: "ReportBridge", link })),
  fc.constantFrom(1, 4, 264).map((flags) => always({ type: "TellLinuxTips", flags, path: null })),
  fc.constant(always({ type: "DismissLinuxTips" })),
  fc.constant(always({ type: "OpenDevice", id: "n1", did: "d1", name: `Rack ${host}`, isUsb: false, cloudType: 0 })),
  fc.constantFrom("n1", "n2").map((id) => always({ type: "ReportReached", id })),
  fc.constantFrom("n1", "n2").map((id) => always({ type: "ReportHandedOver", id })),
  fc.constantFrom("bridge", "cloud", "device").map((step) => always({ type: "ReportAsked", id: "n1", step } as const)),
  fc
    .constantFrom(null, 1_790_000_000_000)
    .map((until) => always({ type: "ReportUnreached", id: "n1", reason: "vanished", attempt: 1, until })),
  fc.constant(always({ type: "CloseDevice", id: "n1" })),
  fc.constantFrom("hid", "usb").map((mode) => always({ type: "ReportMode", id: "n1", mode })),
  fc
    .constantFrom("none", "stored", "typed")
    .map((tried) => always({ type: "WantPasscode", id: "n1", did: "d1", name: `Rack ${host}`, tried, until: 5 })),
  fc.constant(always({ type: "SettlePasscode", id: "n1" })),
  fc.constantFrom(null, 1_790_000_000_000).map((since) => {
    const keys = { known: "0".repeat(64), offered: "f".repeat(64), since }
    return always({ type: "AskAboutKey", id: "n1", did: "d1", name: `Rack ${host}`, ...keys })
  }),
  fc
    .constantFrom<ScreenEvent>(
      { type: "ScreenOpened", payload: { id: "n1", viewOnly: false } },
      { type: "ScreenControlChanged", payload: { id: "n1", viewOnly: true } },
      { type: "MacroPlayed", payload: { id: "n1", macro: `Log in to ${host}` } },
      { type: "TextTyped", payload: { id: "n1", length: 12 } },
      ...screenEnds.map((why) => ({ type: "ScreenClosed", payload: { id: "n1", why, ms: 1_000 } }) as const),
    )
    .map((event) => always({ type: "RecordScreen", event })),
  fc.boolean().map((isTrusted) => always({ type: "JudgeKey", id: "n1", isTrusted })),
  fc.constant(always({ type: "ReportKeyUnkept", id: "n1" })),
]

/** Commands of every feature, by family. Each fits the state in which it is given. */
const families = (
  words: IdentifyingWords,
): readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<Make> }[] => [
  { weight: 2, arbitrary: fc.oneof(...sessionMakes(words)) },
  { weight: 1, arbitrary: fc.oneof(...appMakes(words)) },
  { weight: 4, arbitrary: fc.tuple(fc.nat(flowNames.length - 1), fc.nat(9)).map(([flow, n]) => flowStep(flow, n)) },
  { weight: 3, arbitrary: fc.oneof(...bridgeMakes(words)) },
  { weight: 4, arbitrary: fc.oneof(...listMakes(words)) },
  { weight: 12, arbitrary: fc.oneof(...personMakes(words)) },
  { weight: 2, arbitrary: fc.oneof(...lanMakes(words)) },
  {
    weight: 6,
    arbitrary: fc.oneof(...firmwareMakes(LAN_DEVICES)).map(
      (make): Make =>
        ({ state }) =>
          make(state),
    ),
  },
  { weight: 20, arbitrary: fc.oneof(...outboxMakes) },
]

/**
 * The weights of the families in one life. Some families are left out and some are frequent, so that their stories go
 * on for long.
 */
const mixtureOf = (words: IdentifyingWords): fc.Arbitrary<fc.Arbitrary<Make>> => {
  const all = families(words)
  return fc.tuple(...all.map(() => fc.constantFrom(1, 1, 1, 0, 8))).map((times) => {
    const some = all.map(({ weight, arbitrary }, index) => ({ weight: weight * (times[index] ?? 1), arbitrary }))
    return fc.oneof(...(some.some(({ weight }) => weight > 0) ? some : all))
  })
}

/** A client after random commands of every feature. It is signed in and has devices, a moving clock and two tabs. */
export const clients = (words: IdentifyingWords = PLAIN, maxLength = 60): fc.Arbitrary<Recorder> => {
  const pause = fc.oneof(
    { weight: 24, arbitrary: fc.nat(1_000) },
    { weight: 8, arbitrary: fc.nat(120_000) },
    { weight: 1, arbitrary: fc.nat(10_000_000) },
  )
  const tabs = fc.constantFrom("tab-1", "tab-1", "tab-2")
  const steps = mixtureOf(words).chain((makes) => {
    const step = fc.tuple(makes, pause, tabs)
    const long = fc.array(step, { minLength: Math.floor(maxLength / 2), maxLength, size: "max" })
    return fc.oneof({ withCrossShrink: true }, fc.array(step, { maxLength, size: "max" }), long, long)
  })
  const begun = fc.oneof(fc.constant([]), fc.subarray([...established], { minLength: established.length - 3 }))
  return fc.tuple(devicesOf(words), fc.boolean(), begun, steps).map(([devices, overtaken, had, steps]) => {
    const client = new Recorder()
    const account = client.signIn("u1", "session 0", server(`https://${words.host}`))
    client.do({ type: "RecordDevices", account, begunAt: client.now, devices })
    for (const has of had) client.do(has(account, client.now, words.name, words.email))
    if (overtaken) overtake(client, account)
    for (const [make, ms, tab] of steps) {
      client.now += ms
      client.tab = tab
      const command = make(client)
      if (command !== null) client.do(command)
    }
    return client
  })
}

/** A lost rename arrives after a later one was confirmed, and a read reports it: too rare to be met by chance. */
const overtake = (client: Recorder, account: ReturnType<typeof accountOf>) => {
  const lost = { id: "d1", name: "lost", model: 1, lastSeen: START, flags: 0, build: 0, shared: false, owner: "" }
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [lost] })
  client.do({ type: "TakeLeadership" })
  client.do({ type: "RenameDevice", did: "d1", name: "kept" })
  for (const kind of ["noReply", "done"] as const) {
    const [action] = [...client.state.outbox.actions.values()]
    if (action === undefined) return
    client.do({ type: "ClaimAction", action: action.id, epoch: 1 })
    const attempt = action.attempts + 1
    client.do({ type: "RecordOutcome", action: action.id, attempt, outcome: { kind }, jitter: 0 })
  }
  client.now += 1
  const outlived = new Map([...client.state.outbox.unsettled].map(([key, { lostAt }]) => [key, lostAt]))
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [lost], outlived })
}
