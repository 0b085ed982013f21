import * as fc from "fast-check"
import { expect, test } from "vitest"
import { tagsOf } from "../../src/domain/features/tags/feature.ts"
import { model } from "../../src/domain/product/decider.ts"
import { folded } from "../../src/domain/values/folded.ts"
import { TAG_MAX_LENGTH, TAGGED_DEVICES_MAX, TAGS_PER_DEVICE_MAX } from "../../src/domain/values/limits.ts"
import { parseTag, tagLength } from "../../src/domain/values/tag.ts"
import { deviceCard } from "../../src/domain/views/devices.ts"
import { tagsInUse, tagsOnAny } from "../../src/domain/views/deviceTags.ts"
import { clients } from "./logs.ts"
import { fold, Recorder } from "./recorder.ts"

test("[DEVICE-12] a tag is tidy, not empty, short, and parsing it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: TAG_MAX_LENGTH + 4 }), (text) => {
      const parsed = parseTag(text)
      if (!parsed.ok) return
      expect(parsed.value).toBe(parsed.value.trim())
      expect(tagLength(parsed.value)).toBeGreaterThan(0)
      expect(tagLength(parsed.value)).toBeLessThanOrEqual(TAG_MAX_LENGTH)
      expect(parseTag(parsed.value)).toEqual(parsed)
    }),
  )
})

test("[DEVICE-12][SEC-1] what is no tag says why", () => {
  const reasons = [
    ["", "tagEmpty"],
    [" \t ", "tagEmpty"],
    ["x".repeat(TAG_MAX_LENGTH + 1), "tagTooLong"],
    ["\u200b\u2066\u2069", "tagEmpty"],
    ["\u2800", "tagEmpty"],
    ["\uD800", "invalidTag"],
  ] as const
  for (const [text, reason] of reasons) expect(parseTag(text)).toEqual({ ok: false, reason })
  for (const text of ["x".repeat(TAG_MAX_LENGTH), "🖥".repeat(TAG_MAX_LENGTH), "وسم", "__proto__"])
    expect(parseTag(` ${text} `)).toEqual({ ok: true, value: text })
})

test.each([
  ["two\nlines", "two lines"],
  ["be\u0007ll", "bell"],
  ["turned\u202e around\u202c", "turned around"],
  ["\u200estudio\u200b", "studio"],
  ["\u2068وسم\u2069", "وسم"],
  ["می\u200cخواهم", "می\u200cخواهم"],
])("[DEVICE-12][SEC-1] a tag is what is seen of it, however it was pasted: %j", (text, tag) => {
  expect(parseTag(text)).toEqual({ ok: true, value: tag })
})

test("[DEVICE-12] after any commands no device has a word twice or more words than fit, and none is left empty", () => {
  fc.assert(
    fc.property(clients(), ({ state }) => {
      for (const devices of state.tags.values())
        for (const tags of devices.values()) {
          expect(new Set(tags.map(folded)).size).toBe(tags.length)
          expect(tags.length).toBeGreaterThan(0)
          expect(tags.length).toBeLessThanOrEqual(TAGS_PER_DEVICE_MAX)
        }
    }),
  )
})

/** Signs in and reads a list of these devices. */
const signIn = (client: Recorder, uid: string, ...ids: readonly string[]) => {
  const account = client.signIn(uid)
  const fields = { name: "Desk", model: 1, lastSeen: 0, flags: 0, build: 0, shared: false, owner: "" }
  const devices = ids.map((id) => ({ ...fields, id }))
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices })
  return account
}

const did = fc.constantFrom("d1", "d2", "__proto__")
const typed = fc.constantFrom("Studio", "studio ", "STUDIO", "Büro", "Bu\u0308ro", "lab")

test("[DEVICE-12][EVENT-2] what is on a device is what was put on it last, in the spelling that came first", () => {
  const step = fc.record({
    type: fc.constantFrom("TagDevices", "UntagDevices"),
    dids: fc.array(did, { maxLength: 3 }),
    tag: typed,
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const client = new Recorder()
      signIn(client, "u1", "d1", "d2", "__proto__")
      const on = new Map<string, Set<string>>()
      for (const command of steps) {
        const done = client.do(command)
        expect(done.ok).toBe(true)
        for (const id of command.dids) {
          const words = on.get(id) ?? new Set()
          on.set(id, words)
          if (command.type === "TagDevices") words.add(folded(command.tag.trim()))
          else words.delete(folded(command.tag.trim()))
        }
      }
      for (const [id, words] of on) expect(new Set(tagsOnAny(client.state, [id]).map(folded))).toEqual(words)
      expect(tagsInUse(client.state).length).toBe(new Set([...on.values()].flatMap((words) => [...words])).size)
      expect(fold(client.log)).toEqual(client.state)
    }),
  )
})

test("[DEVICE-12] one word for many devices is one event, and nothing new is none", () => {
  const client = new Recorder()
  signIn(client, "u1", "d1", "d2")
  const tag = { type: "TagDevices", dids: ["d1", "d2", "d2"], tag: "lab" } as const
  expect(client.types(tag)).toEqual(["DevicesTagged"])
  expect(client.types(tag)).toEqual([])
  expect(client.types({ ...tag, type: "UntagDevices", dids: ["d3"] })).toEqual([])
})

test("[DEVICE-12] a device, and an account, hold so many tags and no more", () => {
  const client = new Recorder()
  const others = Array.from({ length: TAGGED_DEVICES_MAX }, (_, n) => `other ${n}`)
  signIn(client, "u1", "d1", "d2", "beyond", ...others)
  for (let n = 0; n < TAGS_PER_DEVICE_MAX; n += 1)
    expect(client.types({ type: "TagDevices", dids: ["d1"], tag: `t${n}` })).toEqual(["DevicesTagged"])
  expect(client.types({ type: "TagDevices", dids: ["d2", "d1"], tag: "one more" })).toBe("tooManyTags")
  expect(client.types({ type: "TagDevices", dids: others, tag: "t0" })).toBe("tooManyTags")
  expect(client.types({ type: "TagDevices", dids: others.slice(1), tag: "t0" })).toEqual(["DevicesTagged"])
  expect(client.types({ type: "TagDevices", dids: ["beyond"], tag: "t0" })).toBe("tooManyTags")
})

test("[DEVICE-12][OFFLINE-8] tags belong to their account: another sees none of them, and a sign-out keeps them", () => {
  const client = new Recorder()
  const seen = () => deviceCard(client.state, "d1", client.now)?.tags
  client.do({ type: "EnterAsGuest" })
  client.do({ type: "TagDevices", dids: ["d1"], tag: "guest's" })
  const first = signIn(client, "u1", "d1")
  client.do({ type: "TagDevices", dids: ["d1"], tag: "lab" })
  expect(seen()).toEqual(["lab"])
  client.do({ type: "EndSession", sessionId: client.state.session.current?.id ?? "", reason: "person" })
  expect(tagsInUse(client.state)).toEqual(["guest's"])
  signIn(client, "u2", "d1")
  expect(seen()).toEqual([])
  signIn(client, "u1", "d1")
  expect(seen()).toEqual(["lab"])
  expect([...tagsOf(client.state.tags, first)]).toEqual([["d1", ["lab"]]])
})

test("[DEVICE-12][AUTH-13] no account tags the devices of another, nor what was asked while another account was shown", () => {
  const client = new Recorder()
  const first = signIn(client, "u1", "d1", "shared")
  const second = signIn(client, "u2", "d2", "shared")
  const tag = (dids: readonly string[]) => client.types({ type: "TagDevices", dids, tag: "lab" })
  expect(tag(["d1"])).toBe("unknownDevice")
  expect(tag(["d2", "d1"])).toBe("unknownDevice")
  const ask = (type: "TagDevices" | "UntagDevices", asAccount: string | null) =>
    model.decide({ type, dids: ["shared"], tag: "lab" }, client.state, { id: "c", at: 0, tab: "tab-2", asAccount })
  for (const type of ["TagDevices", "UntagDevices"] as const)
    for (const other of [first, null]) expect(ask(type, other)).toEqual({ ok: false, reason: "foreignAccount" })
  expect(ask("TagDevices", second)).toMatchObject({ ok: true, value: [{ payload: { account: second } }] })
  expect(tag(["d2", "shared"])).toEqual(["DevicesTagged"])
  // The log still holds the list of the earlier account, but a guest owns none of its devices.
  client.do({ type: "EndSession", sessionId: client.state.session.current?.id ?? "", reason: "person" })
  expect(tag(["d2"])).toBe("unknownDevice")
  // Devices of a list that is not read yet are unknown. A device that left the list can still lose its tags.
  client.signIn("u1")
  expect(tag(["d1"])).toBe("unknownDevice")
  signIn(client, "u2")
  expect(client.types({ type: "UntagDevices", dids: ["d2"], tag: "lab" })).toEqual(["DevicesUntagged"])
})
