import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { Draft } from "../../src/domain/event/draft.ts"
import { model } from "../../src/domain/product/decider.ts"
import type { RecordedEvent } from "../../src/domain/product/events.ts"
import type { State } from "../../src/domain/product/state.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { isMap } from "./accountParts.ts"
import { clients } from "./logs.ts"
import type { Given } from "./recorder.ts"

/** Laws of every command and its events. They cover a new command without a line of its own. */

/** The same lives in each run. A rare exception needs a line in the lists below, and must not fail an unrelated run. */
const RUNS = { numRuns: 100, seed: 26 }

type Decide = (given: Given) => readonly { readonly type: string }[]

/** The events of the same command, given a second time at once. */
const again: Decide = ({ command, after, stamp }) => {
  const decided = model.decide(command, after, { ...stamp, id: `${stamp.id}b` })
  return decided.ok ? decided.value : []
}

/**
 * Commands whose every repetition counts. A person asks for one more, a tab starts again, or another side asks again.
 */
const EACH_COUNTS: ReadonlySet<string> = new Set([
  "AdvanceBatch",
  "AdvanceCampaign",
  "AskAboutKey",
  "CloseDialog",
  "DisconnectMainAccount",
  // A dismissed action whose value is still to be read back stays in the outbox.
  "DismissAction",
  "HurryAction",
  "OpenDevice",
  "OpenDialog",
  "RebootDevice",
  "RecordAcceptance",
  "RecordDamage",
  "RecordScreen",
  "ReportHandedOver",
  "ReportKeyUnkept",
  "ReportReached",
  "ReportUnreached",
  "RequestRefresh",
  "ResumeFlow",
  "SendActionAgain",
  "SendInvitation",
  "SettlePasscode",
  "ShowToast",
  "StartApp",
  "StartBatch",
  "StartFlow",
  "StartScan",
  "TakeLeadership",
  "TryStorage",
  "WakeDevice",
  "WantPasscode",
])

const onceIsEnough = (repeated: Decide) =>
  fc.property(clients(), ({ given }) => {
    for (const one of given)
      if (one.events.length > 0 && !EACH_COUNTS.has(one.command.type))
        expect(repeated(one), `${one.command.type} again`).toEqual([])
  })

/** Events that report something even when the state does not show it. */
const HAPPENINGS: ReadonlySet<string> = new Set([
  "ActionDismissed",
  "ActionHurried",
  "AppStarted",
  "DamageFound",
  "DeviceKeyChanged",
  "DeviceKeyUnkept",
  "DeviceUnreached",
  "DialogClosed",
  "FlowMoved",
  "MacroPlayed",
  "PasscodeWanted",
  "RefreshRequested",
  "ScreenClosed",
  "ScreenControlChanged",
  "ScreenOpened",
  "StorageRecovered",
  "TextTyped",
])

type Evolve = (state: State, event: RecordedEvent) => State
const evolve: Evolve = (state, event) => model.evolve(state, event, new Draft())

const everyEventCounts = (evolving: Evolve) =>
  fc.property(clients(), ({ log }) => {
    let state: State = model.initialState
    for (const event of log) {
      const next = evolving(state, event)
      if (!HAPPENINGS.has(event.type))
        expect(next === state || canonicalJson(next) === canonicalJson(state), `${event.type} changes nothing`).toBe(
          false,
        )
      state = next
    }
  })

/** All words in a value and in its keys. An account's key is two words: its server and its user. */
const wordsIn = (value: unknown, found: Set<string>, depth = 0): void => {
  if (typeof value === "string") for (const word of value.split(" ")) found.add(word)
  // Null is no account: entries of guests have no name.
  if (value === null) found.add("")
  if (typeof value !== "object" || value === null || depth > 6) return
  for (const [key, inside] of isMap(value) ? value.entries() : Object.entries(value)) {
    if (isMap(value)) wordsIn(key, found, depth)
    wordsIn(inside, found, depth + 1)
  }
}

/** The accounts that an event names directly, or through an action, a scan or a LAN device. */
const namedBy = (event: RecordedEvent, { outbox, lan }: State): ReadonlySet<string> => {
  const named = new Set<string>()
  wordsIn([event.payload, event.account, event.tab], named)
  if ("action" in event.payload) wordsIn(outbox.actions.get(String(event.payload.action)), named)
  if ("scan" in event.payload) wordsIn(lan.scan, named)
  if (event.type === "LanDevicesTold") for (const id of [...named]) wordsIn(lan.devices.get(id), named)
  return named
}

/**
 * The map entries that an event changed, each with its path. A map that the event emptied made room for another
 * account.
 */
const changedEntries = (before: unknown, after: unknown, path: string): readonly (readonly [string, string])[] => {
  if (before === after || typeof before !== "object" || before === null) return []
  if (typeof after !== "object" || after === null) return []
  if (!isMap(before) || !isMap(after))
    return Object.entries(before).flatMap(([key, inside]) =>
      changedEntries(inside, Reflect.get(after, key), `${path}.${key}`),
    )
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].flatMap((key) =>
    canonicalJson([before.get(key) ?? null]) === canonicalJson([after.get(key) ?? null])
      ? []
      : [[path, String(key)] as const],
  )
}

/** Lists that hold one account at a time: the list of another account replaces them. */
const OF_ONE_ACCOUNT = /^\.(?:devices\.bound|sharing\.(?:subAccounts|mainAccounts|deviceNames|gone\..*))$/
/** True for an entry that may go: a wait, a dismissed action that was kept for its target, a mark that a read ends. */
const isOver = (path: string, key: string, before: State, after: State): boolean => {
  const isGone = (map: ReadonlyMap<string, unknown>) => ![...map.keys()].includes(key)
  if (path === ".outbox.waits") return isGone(after.outbox.waits)
  if (path.startsWith(".sharing.gone.")) return Object.values(after.sharing.gone).some(isGone)
  return (
    path === ".outbox.actions" && before.outbox.actions.get(key)?.dismissed === true && !after.outbox.actions.has(key)
  )
}

const isOfOther = (path: string, before: State, after: State): boolean =>
  (path.startsWith(".firmware.campaign.") && before.firmware.campaign?.id !== after.firmware.campaign?.id) ||
  (OF_ONE_ACCOUNT.test(path) &&
    (before.devices.account !== after.devices.account || before.sharing.account !== after.sharing.account))

const namesWhatItChanges = (evolving: Evolve) =>
  fc.property(clients(), ({ log }) => {
    let state: State = model.initialState
    for (const event of log) {
      const next = evolving(state, event)
      const named = namedBy(event, state)
      for (const [path, key] of changedEntries(state, next, "")) {
        const isNamed = key.split(" ").every((word) => named.has(word))
        expect(
          isNamed || isOver(path, key, state, next) || isOfOther(path, state, next),
          `${event.type} changed ${path} ${key}`,
        ).toBe(true)
      }
      state = next
    }
  })

describe("every command", () => {
  test("[EVENT-1] that was carried out records nothing more when it is given once more", () => {
    fc.assert(onceIsEnough(again), RUNS)
  })

  test("[HOUSE-2] a new command that records the same once more breaks the law", () => {
    const forgetful: Decide = ({ command, events }) => (command.type === "TagDevices" ? events : [])
    expect(fc.check(onceIsEnough(forgetful), { numRuns: 300, endOnFailure: true }).failed).toBe(true)
  })
})

describe("every event", () => {
  test("[EVENT-1] changes what is known, unless it says that something happened", () => {
    fc.assert(everyEventCounts(evolve), RUNS)
  })

  test("[EVENT-2] changes nothing that it does not name, in any slice", () => {
    fc.assert(namesWhatItChanges(evolve), RUNS)
  })

  test("[HOUSE-2] a new slice that ignores its events, or changes another entry than theirs, breaks a law", () => {
    const deaf: Evolve = (state, event) => (event.type === "DevicesTagged" ? state : evolve(state, event))
    const notes = new Map<string, number>()
    const mixed: Evolve = (state, event) => {
      if (event.seq === 1) notes.clear()
      if (event.type === "RouteOpened") notes.set(event.tab, event.seq)
      if (event.type === "DevicesTagged") notes.set("tab-1", event.seq)
      return Object.assign({ ...evolve(state, event) }, { notes: new Map(notes) })
    }
    expect(fc.check(everyEventCounts(deaf), { numRuns: 300, endOnFailure: true }).failed).toBe(true)
    expect(fc.check(namesWhatItChanges(mixed), { numRuns: 300, endOnFailure: true }).failed).toBe(true)
  })
})
