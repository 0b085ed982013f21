import * as fc from "fast-check"
import { expect, test } from "vitest"
import { actionExpiryMs, preferenceKeys } from "../../src/domain/features/settings/feature.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import {
  ACTION_EXPIRY_MAX_MS,
  ACTION_EXPIRY_MIN_MS,
  ACTION_EXPIRY_MS,
  DIAGNOSTICS_KEPT,
  TABS_KEPT,
  TOAST_MAX,
} from "../../src/domain/values/limits.ts"
import { fold, Recorder } from "./recorder.ts"

const tab = fc.integer({ min: 1, max: 12 }).map((number) => `tab-${number}`)
const dialog = fc.constantFrom("rename", "reboot", "wake")
const place: fc.Arbitrary<Command> = fc.oneof(
  fc.constantFrom("/devices", "/settings").map((path): Command => ({ type: "OpenRoute", path })),
  dialog.map((name): Command => ({ type: "OpenDialog", dialog: name, about: null, among: [] })),
  dialog.map((name): Command => ({ type: "CloseDialog", dialog: name })),
  fc.integer().map((n): Command => ({ type: "ShowToast", kind: "success", message: String(n), params: {} })),
)

test("[MSG-4][EVENT-1] places keep 8 tabs, the last 20 toasts of each, and the open dialogs in their order", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(tab, place), { maxLength: 120 }), (steps) => {
      const client = new Recorder()
      const moved: string[] = []
      for (const [in_, command] of steps) {
        client.tab = in_
        if (client.types(command).length > 0)
          moved.splice(0, moved.length, ...moved.filter((other) => other !== in_), in_)
        expect([...client.state.places.keys()]).toEqual(moved.slice(-TABS_KEPT))
        for (const { toasts } of client.state.places.values()) expect(toasts.length).toBeLessThanOrEqual(TOAST_MAX)
      }
      expect(fold(client.log)).toEqual(client.state)
    }),
    { numRuns: 50 },
  )
})

test("[MSG-4] of many toasts the latest are kept, and a route closes the dialogs", () => {
  const client = new Recorder()
  client.do({ type: "OpenDialog", dialog: "rename", about: "Desk", among: [] })
  for (let n = 1; n <= 50; n += 1) client.do({ type: "ShowToast", kind: "error", message: `m${n}`, params: {} })
  const shown = () => client.state.places.get("tab-1")
  expect(shown()?.toasts.map(({ message }) => message)).toEqual(
    Array.from({ length: TOAST_MAX }, (_, index) => `m${51 - TOAST_MAX + index}`),
  )
  expect(shown()?.dialogs).toEqual([{ dialog: "rename", about: "Desk", among: [] }])
  client.do({ type: "OpenRoute", path: "/account" })
  expect(shown()).toMatchObject({ route: "/account", dialogs: [] })
  expect(client.types({ type: "OpenRoute", path: "/account" })).toEqual([])
})

test("[SETTINGS-1] settings are what was observed last, and an unchanged value is no event", () => {
  const step = fc.tuple(fc.constantFrom(...preferenceKeys), fc.option(fc.string(), { nil: null }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const client = new Recorder()
      const expected = new Map<string, string>()
      for (const [key, value] of steps) {
        const changed = (expected.get(key) ?? null) !== value
        if (value === null) expected.delete(key)
        else expected.set(key, value)
        expect(client.types({ type: "ObservePreference", key, value })).toHaveLength(changed ? 1 : 0)
        expect(client.state.settings).toEqual(expected)
      }
      expect(fold(client.log)).toEqual(client.state)
    }),
  )
})

test("[AUTH-11] neither the saved user nor a passcode is among the preferences that enter the log", () => {
  for (const key of preferenceKeys) expect(key).not.toMatch(/user|token|pass|code/i)
})

test("[OFFLINE-6] an expiry out of range or unreadable counts as five minutes", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)), (text) => {
      const value = Number(text)
      const good = Number.isInteger(value) && value >= ACTION_EXPIRY_MIN_MS && value <= ACTION_EXPIRY_MAX_MS
      expect(actionExpiryMs(new Map([["actionExpiry", text]]))).toBe(good ? value : ACTION_EXPIRY_MS)
    }),
    { examples: [[String(ACTION_EXPIRY_MIN_MS)], [String(ACTION_EXPIRY_MAX_MS)], [String(ACTION_EXPIRY_MAX_MS + 1)]] },
  )
  expect(actionExpiryMs(new Map())).toBe(ACTION_EXPIRY_MS)
})

test("[LAYOUT-6] the connection is what was reported last, since when it changed", () => {
  const reports = fc.array(fc.constantFrom("online", "offline", "unreachable"), { maxLength: 20 })
  fc.assert(
    fc.property(reports, (statuses) => {
      const client = new Recorder()
      let [status, since]: [string, number] = ["online", 0]
      for (const next of statuses) {
        client.now += 1
        if (next !== status) [status, since] = [next, client.now]
        client.do({ type: "ReportConnection", status: next })
        expect(client.state.connection).toMatchObject({ status, since })
      }
      expect(client.log.length).toBe(client.log.filter(({ type }) => type === "ConnectionChanged").length)
    }),
  )
})

test("[EVENT-1] what could not be read leaves one entry, and the latest are kept", () => {
  const client = new Recorder()
  const before = client.state
  for (let n = 1; n <= DIAGNOSTICS_KEPT + 10; n += 1)
    client.do({ type: "RejectInput", source: "cloud", subject: "signin", problem: `p${n}` })
  expect(client.log).toHaveLength(DIAGNOSTICS_KEPT + 10)
  expect(client.state.diagnostics.map(({ problem }) => problem)).toEqual(
    Array.from({ length: DIAGNOSTICS_KEPT }, (_, index) => `p${index + 11}`),
  )
  expect({ ...client.state, diagnostics: before.diagnostics }).toEqual(before)
})

test("[OFFLINE-11][EVENT-1] the same problem with the same input is reported once, and junk of several kinds in turn not for ever", () => {
  const inputs = fc.array(fc.tuple(fc.constantFrom("signin", "signup"), fc.constantFrom("token", "uid")))
  fc.assert(
    fc.property(inputs, (rejections) => {
      const client = new Recorder()
      const reported = new Set<string>()
      for (const [subject, problem] of rejections) {
        const expected = reported.has(`${subject} ${problem}`) ? [] : ["InputRejected"]
        expect(client.types({ type: "RejectInput", source: "cloud", subject, problem })).toEqual(expected)
        reported.add(`${subject} ${problem}`)
      }
    }),
  )
})

test("[OFFLINE-11][EVENT-1] a problem counts again once eight others of the same input have come between", () => {
  const client = new Recorder()
  const reject = (problem: string) => client.types({ type: "RejectInput", source: "cloud", subject: "signin", problem })
  expect(reject("token")).toEqual(["InputRejected"])
  for (let other = 0; other < 7; other += 1) reject(`other ${other}`)
  expect(reject("token")).toEqual([])
  reject("other 7")
  expect(reject("token")).toEqual(["InputRejected"])
})

test("[SETTINGS-1] diagnostics logging, on at first, decides whether input that could not be read leaves an event", () => {
  const client = new Recorder()
  const rejected: Command = { type: "RejectInput", source: "cloud", subject: "signin", problem: "token" }
  expect(client.types(rejected)).toEqual(["InputRejected"])
  client.do({ type: "ObservePreference", key: "diagnostics", value: "false" })
  expect(client.types(rejected)).toEqual([])
  client.do({ type: "ObservePreference", key: "diagnostics", value: "true" })
  expect(client.types({ ...rejected, problem: "uid" })).toEqual(["InputRejected"])
})

test("[EVENT-3] a dialog that an earlier release recorded is read with what it was about", () => {
  const stored = { seq: 1, id: "e1", type: "DialogOpened", v: 1, at: 1, account: null, tab: "tab-1", cause: null }
  const state = fold([{ ...stored, payload: { dialog: "rename", subject: "d1" } }])
  expect(state.places.get("tab-1")?.dialogs).toEqual([{ dialog: "rename", about: "d1", among: [] }])
})
