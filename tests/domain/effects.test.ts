import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Command, Rejection } from "../../src/domain/product/decide.ts"
import { model } from "../../src/domain/product/decider.ts"
import { ACTION_EXPIRY_MS } from "../../src/domain/values/limits.ts"
import { clients } from "./logs.ts"
import { Recorder, START } from "./recorder.ts"

/**
 * The outcomes of commands over many lives. Each kind of command has an effect, and is refused only for its own
 * reasons.
 */

/** The same lives in each run. The stories below cover commands that these lives seldom give. */
const LIVES = { numRuns: 500, seed: 26 }

/** Kinds of commands that the lives seldom give, each in a short life of its own. */
const stories: readonly ((client: Recorder) => readonly Command[])[] = [
  () => [{ type: "RecordLostLog" }],
  (client) => {
    const account = client.signIn()
    const device = { id: "d1", name: "Rack", model: 1, lastSeen: START, flags: 0, build: 0, shared: false, owner: "" }
    client.do({ type: "RecordDevices", account, begunAt: START, devices: [device] })
    client.do({ type: "RebootDevice", did: "d1" })
    client.now += ACTION_EXPIRY_MS + 1
    return [{ type: "ExpireActions", epoch: client.state.outbox.epoch }]
  },
  () => {
    const computer = { wake: "w1", id: "n1", did: "d1", mac: null }
    return (["asked", "sent", "notConfirmed", "awake"] as const).map((stage) => ({
      type: "TellLanWake",
      ...computer,
      stage,
    }))
  },
  () => {
    const keys = { known: "0", offered: "f", since: null }
    return [
      { type: "AskAboutKey", id: "n1", did: "d1", name: "Rack", ...keys },
      { type: "JudgeKey", id: "n1", isTrusted: true },
    ]
  },
  () => [
    { type: "LearnLatestFirmware", build: 241_204_091_500, hash: "0123456789abcdef0123456789abcdef" },
    { type: "KeepFirmware" },
    { type: "StopFirmwareDownload" },
  ],
]

const lives = fc.sample(clients(), LIVES)
for (const story of stories) {
  const client = new Recorder()
  for (const command of story(client)) client.do(command)
  lives.push(client)
}

/**
 * A word of code, such as a kind or a reason. Ids and texts of people are longer or have other letters, except tags.
 */
const WORD = /^[a-z][A-Za-z]{2,19}$/

/** The type of a command, and one entry more for each of its fields with a fixed set of values. */
const kindsOf = (command: Command): readonly string[] => [
  command.type,
  ...Object.entries(command).flatMap(([field, value]) =>
    field !== "type" &&
    field !== "tag" &&
    (typeof value === "boolean" || value === null || (typeof value === "string" && WORD.test(value)))
      ? [`${command.type}.${field} = ${value}`]
      : [],
  ),
]
/** A kind whose field holds the word `none`, the id of nothing. */
const OF_NONE = / = none$/

/** Kinds of commands that record nothing in any life. `deaf`: a kind that counts as if it recorded nothing. */
const idle = (deaf?: string): readonly string[] => {
  const recorded = new Map<string, number>()
  for (const { given, rejected } of lives) {
    for (const { command } of rejected) for (const kind of kindsOf(command)) recorded.set(kind, recorded.get(kind) ?? 0)
    for (const { command, events } of given)
      for (const kind of kindsOf(command))
        recorded.set(kind, (recorded.get(kind) ?? 0) + (kind === deaf ? 0 : events.length))
  }
  return [...recorded].filter(([kind, count]) => count === 0 && !OF_NONE.test(kind)).map(([kind]) => kind)
}

/**
 * For each reason, the commands that are refused for it. `ELSEWHERE`: tests of typed texts or of limits cover the
 * reason.
 */
const ELSEWHERE = "elsewhere"
const OF_QUEUE = ["RebootDevice", "RenameAccount", "RenameDevice", "SendInvitation", "WakeDevice"] as const
const OF_SUB_ACCOUNTS = [
  "AssignDevice",
  "AssignDevices",
  "ChangeSubAccountState",
  "DisconnectMainAccount",
  "EditSubAccountEmail",
  "RenameSubAccount",
] as const
const refusals: Readonly<Record<Rejection, readonly Command["type"][] | typeof ELSEWHERE>> = {
  campaignRunning: ["StartCampaign"],
  firmwareTooOld: ELSEWHERE,
  firmwareUnknown: ["AssignDevice", "AssignDevices"],
  foreignAccount: [
    "DismissAwaiting",
    "RecordDevices",
    "RecordMainAccounts",
    "RecordReadFailure",
    "RecordSubAccounts",
    "RequestRefresh",
  ],
  invalidEmail: ELSEWHERE,
  invalidMac: ELSEWHERE,
  invalidTag: ELSEWHERE,
  latestUnknown: ["KeepFirmware", "StartCampaign", "StartFirmwareUpdate"],
  nameEmpty: ELSEWHERE,
  nameTooLong: ELSEWHERE,
  noBoundMac: ["WakeDevice"],
  noDevices: ["StartCampaign"],
  noFirmware: ELSEWHERE,
  notAllowed: ["AssignDevice", "AssignDevices", "ChangeSubAccountState", "StartBatch"],
  notLeader: ["AdvanceBatch", "ClaimAction", "ExpireActions"],
  notOnNetwork: ["StartFirmwareUpdate"],
  notReady: ["AdvanceBatch", "ClaimAction", "MoveBatch"],
  notUnconfirmed: ["ConfirmAction"],
  notUnsent: ["CancelAction", "HurryAction"],
  outboxFull: ELSEWHERE,
  ownEmail: ELSEWHERE,
  signedOut: [...OF_QUEUE, ...OF_SUB_ACCOUNTS, "StartBatch"],
  stillOpen: ["DismissAction", "SendActionAgain"],
  tagEmpty: ELSEWHERE,
  tagTooLong: ELSEWHERE,
  tooManyBatches: ELSEWHERE,
  tooManyTags: ELSEWHERE,
  unknownAccount: OF_SUB_ACCOUNTS,
  unknownAction: [
    "CancelAction",
    "ClaimAction",
    "ConfirmAction",
    "DismissAction",
    "HurryAction",
    "RecordOutcome",
    "SendActionAgain",
  ],
  unknownDevice: ["AssignDevice", "AssignDevices", "RebootDevice", "RenameDevice", "TagDevices", "WakeDevice"],
  upToDate: ELSEWHERE,
  updating: ["RemoveFirmware", "StartFirmwareUpdate"],
  usbOnly: ["StartFirmwareUpdate"],
  wrongStage: ["MoveFlow"],
}

type Decide = typeof model.decide

/** The reasons for refusals. Decides each command of a life at its own time and in three other states. */
const refusedFor = (decide: Decide): ReadonlyMap<Rejection, ReadonlySet<Command["type"]>> => {
  const found = new Map<Rejection, Set<Command["type"]>>()
  const note = ({ type }: Command, reason: Rejection) =>
    void found.set(reason, (found.get(reason) ?? new Set<Command["type"]>()).add(type))
  for (const { given, rejected, state, now } of lives) {
    for (const { command, reason } of rejected) note(command, reason)
    const middle = given[Math.floor(given.length / 2)]?.after ?? state
    for (const { command } of [...given, ...rejected])
      for (const other of [model.initialState, middle, state]) {
        const decided = decide(command, other, { id: "again", at: now, tab: "tab-1" })
        if (!decided.ok) note(command, decided.reason)
      }
  }
  return found
}

const differing = (decide: Decide): readonly string[] => {
  const found = refusedFor(decide)
  return Object.entries(refusals).flatMap(([reason, commands]) => {
    if (commands === ELSEWHERE) return []
    const met = [...found].find(([one]) => one === reason)?.[1] ?? new Set()
    return [...met.symmetricDifference(new Set(commands))].map((type) => `${type}: ${reason}`)
  })
}

describe("every command", () => {
  test("[EVENT-1] records something in some life, with each value of its fields", () => {
    expect(idle()).toEqual([])
  })

  test("[OFFLINE-1] is refused for each of its reasons, and for no other", () => {
    expect(differing(model.decide)).toEqual([])
  })

  test("[HOUSE-2] one that does nothing, or is refused for another reason, breaks a law", () => {
    expect(idle("TagDevices")).toEqual(["TagDevices"])
    const strict: Decide = (command, state, stamp) =>
      command.type === "TagDevices" ? { ok: false, reason: "signedOut" } : model.decide(command, state, stamp)
    expect(differing(strict)).toEqual(["TagDevices: signedOut"])
  })
})
