import { expect, test } from "vitest"
import english from "../../locales/en.json"
import { inProgram } from "../../src/app/i18n/inProgram.ts"
import { keyIn, settingTitles, valueText, valueTexts } from "../../src/app/log/words/names.ts"
import { glyphNamed } from "../../src/app/ui/Glyph.tsx"
import { preferenceKeys } from "../../src/domain/features/settings/feature.ts"
import { eventTable } from "../../src/domain/product/events.ts"
import { recordedTitles } from "../../src/domain/values/dialogs.ts"
import { devicesOf, nearbyIn, nearbyNamesIn, originOf } from "../../src/domain/views/logEvents.ts"

const registered = Object.keys(eventTable).sort()

test("[EVENT-6] every registered event has a name in the list of events, and no other has", () => {
  expect(Object.keys(inProgram(english.pages.log.event)).sort()).toEqual(registered)
})

test("[EVENT-6] every dialog, setting and choice that the log names has a text, and a name of a later release has none", () => {
  const textAt = (key: string): unknown =>
    key.split(".").reduce<unknown>((part, name) => (part instanceof Object ? Reflect.get(part, name) : part), english)
  const choices = Object.values(valueTexts).flatMap((texts) => Object.values(texts))
  const keys = [...Object.values(recordedTitles), ...Object.values(settingTitles), ...choices]
  expect(keys.filter((key) => typeof textAt(key) !== "string")).toEqual([])
  expect(preferenceKeys.filter((name) => keyIn(settingTitles, name) === undefined)).toEqual([])
  expect([keyIn(recordedTitles, "later"), keyIn(recordedTitles, "toString")]).toEqual([undefined, undefined])
})

test("[EVENT-6][REPLAY-4] a stored value has a text only where one was given to it", () => {
  expect(valueText("theme", "dark")).toBe("common.theme.dark")
  const hostile = ["later", "toString", "constructor", "__proto__", null]
  expect(hostile.map((value) => valueText("theme", value))).toEqual(hostile.map(() => undefined))
  expect(valueText("audio", "toString")).toBeUndefined()
})

test("[EVENT-6] the signs in the list of events are drawn", () => {
  const glyphs = Object.values(eventTable).map(({ sign: [glyph] }) => glyph)
  expect(glyphs.filter((glyph) => glyphNamed(glyph) !== glyph)).toEqual([])
})

test("[EVENT-6][LAN-6] an event of the local network tells its devices by id and by name, and comes from the bridge", () => {
  const rest = {
    model: 1,
    cloudType: 0,
    timestamp: 1,
    isUsb: false,
    isHid: false,
    flags: 0,
    addr: "192.0.2.1",
    build: 1,
  }
  const event = {
    ...{ seq: 1, id: "e1", v: 1, at: 1, account: null, tab: "t", cause: null },
    type: "LanDevicesTold",
    payload: {
      added: [
        { ...rest, id: "n1", did: "d1", name: "Rack" },
        { ...rest, id: "n2", did: "", name: "" },
      ],
      changed: [{ id: "n3", fields: { name: "Stage" } }],
      gone: ["n4"],
    },
  }
  expect(originOf(event)).toBe("bridge")
  expect(devicesOf(event)).toEqual(["d1"])
  expect(nearbyIn(event)).toEqual(["n1", "n2", "n3", "n4"])
  expect(nearbyNamesIn(event)).toEqual([
    ["n1", "Rack"],
    ["n3", "Stage"],
  ])
})
