import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import i18next from "i18next"
import { beforeAll, expect, test } from "vitest"
import type { Command } from "../../src/domain/product/decide.ts"
import { ROOT } from "../house/files.ts"
import { copyOfDomain } from "./domainCopy.ts"

/**
 * Follows CONTRIBUTING's recipe for a queued action in a copy of the domain: a row for the call, one file for the
 * action and its line in the table. The new action works there without any other change.
 */

const { folder: copy, edit, add } = copyOfDomain("recorder.ts", "outboxWorld.ts")

const CALL = `
  note_device: call({
    path: "/api/v2/note_device",
    body: { ...session, did: Text, place: Text },
    reply: {},
  }),`

const ACTION = `
import * as Effect from "effect/Effect"
import { invalid, valid } from "../../values/parsed.ts"
import { calls } from "../../wire/cloud.ts"
import { cloudIntent, inputFields } from "../cloudIntent.ts"
import { defineAction } from "../defineAction.ts"
import type { AnyIntent } from "../definition.ts"

const schema = cloudIntent("note_device", inputFields(calls.note_device.body))
type Intent = typeof schema.Type

export interface NoteDevice {
  readonly type: "NoteDevice"
  readonly did: string
  readonly place: string
}

export const noteDevice = defineAction({
  command: "NoteDevice",
  channel: "cloud",
  call: "note_device",
  schema,
  is: (intent: AnyIntent): intent is Intent => intent.call === "note_device",
  delivery: "absolute",
  about: ({ did }) => ({ kind: "device", id: did }),
  target: ({ did }) => [did],
  changes: { deviceName: ({ place }) => place },
  confirmedBy: "devices",
  restoring: {
    shown: (): Intent | null => null,
    command: ({ input: { did, place } }): NoteDevice => ({ type: "NoteDevice", did, place }),
    value: ({ input }) => ({ text: input.place }),
  },
  givesSecret: true,
  ask: ({ did, place }: NoteDevice, { device }) => {
    const seen = device(did)
    if (seen === undefined) return invalid("unknownDevice")
    const intent: Intent = { call: "note_device", input: { did, place } }
    return valid({ intent, subject: seen.before, before: seen.before })
  },
  send: (input, who, call) => Effect.as(call("note_device", { ...who, ...input }), null),
  words: ({ intent, subject }) => ({ key: "note_device", params: { subject, after: intent.input.place } }),
  messages: { confirmed: { kind: "success", message: "deviceRenamed" }, queued: "renameQueued", cardNotice: "rename", shownIn: "invitation" },
  personal: { place: "email" },
})
`

beforeAll(() => {
  edit("src/domain/wire/cloud.ts", "\nexport const calls = {", CALL)
  add("src/domain/actions/definitions/noteDevice.ts", ACTION)
  const table = "src/domain/actions/table.ts"
  edit(
    table,
    'import { assignDevice } from "./definitions/assignDevice.ts"',
    `
import { noteDevice } from "./definitions/noteDevice.ts"`,
  )
  edit(table, "\n  AssignDevice: assignDevice,", "\n  NoteDevice: noteDevice,")
})

type Table = typeof import("../../src/domain/actions/table.ts")
type Worlds = typeof import("./outboxWorld.ts")
type Devices = typeof import("../../src/domain/views/devices.ts")
type Panel = typeof import("../../src/domain/views/outbox.ts")
type Events = typeof import("../../src/domain/product/events.ts")
type Pseudonyms = typeof import("../../src/domain/product/pseudonyms.ts")
type Messages = typeof import("../../src/domain/views/messages.ts")

const RESTORING = / {2}restoring: \{.*?\n {2}\},\n/s

/** Compiles a definition in the copy. Returns the compiler's messages, or an empty text when it compiles. */
const saidOf = (definition: string): string => {
  const judged = "src/domain/actions/definitions/judged.ts"
  add(judged, definition)
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8"))
  add(
    "tsconfig.json",
    JSON.stringify({ compilerOptions: { ...compilerOptions, incremental: false }, include: [judged] }),
  )
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc")
  return spawnSync(process.execPath, [tsc, "--tsBuildInfoFile", "null"], { cwd: copy, encoding: "utf8" }).stdout
}

test("[OFFLINE-5] an absolute action without a list that confirms it, or a way to set it again, does not compile", () => {
  const unlisted = ACTION.replace('confirmedBy: "devices"', "confirmedBy: null")
  expect(saidOf(ACTION)).toBe("")
  expect(saidOf(unlisted)).toContain("error TS")
  expect(saidOf(ACTION.replace(RESTORING, ""))).toContain("error TS")
  expect(saidOf(unlisted.replace(RESTORING, "").replace('"absolute"', '"atMostOnce"'))).toBe("")
})

/** A command of the copy, which our own types do not have. */
const noteAt = (place: string): Command => JSON.parse(JSON.stringify({ type: "NoteDevice", did: "d1", place }))

/** Loads the domain of the copy and a client of it that has queued two notes. */
const noted = async () => {
  const table: Table = await import(join(copy, "src/domain/actions/table.ts"))
  const { OutboxWorld }: Worlds = await import(join(copy, "tests/domain/outboxWorld.ts"))
  const world = new OutboxWorld()
  expect(world.do(noteAt("Rack 1"))).toMatchObject({ ok: true })
  expect(world.do(noteAt("Rack 2"))).toMatchObject({ ok: true })
  const [first, second] = world.actions
  if (first === undefined || second === undefined) throw new Error("two notes are two actions")
  return { table, world, first, second }
}

test("[OFFLINE-2][OFFLINE-4] a new action has its policy: absolute, in its device's lane, the newer replacing the older", async () => {
  const { table, first, second } = await noted()
  expect(table.queuedCalls).toContain("note_device")
  expect(table.isAbsolute(second.intent)).toBe(true)
  expect(table.laneOf(second.intent)).toBe("device d1")
  expect([first.status.state, second.status.state]).toEqual(["superseded", "queued"])
})

test("[EVENT-3] its event is read back from the log, and refused when it is not as its schema says", async () => {
  const { world } = await noted()
  const { registry }: Events = await import(join(copy, "src/domain/product/events.ts"))
  const queued = world.client.log.find(({ type }) => type === "ActionQueued")
  if (queued === undefined) throw new Error("a queued action is an event")
  const stored = JSON.parse(JSON.stringify(queued))
  expect(registry.read(stored)).toMatchObject({ ok: true, value: { payload: { intent: { call: "note_device" } } } })
  const wrong = { ...stored, payload: { ...stored.payload, intent: { call: "note_device", input: { did: "d1" } } } }
  expect(registry.read(wrong)).toMatchObject({ ok: false })
})

test("[OFFLINE-3] a card shows what it will change, and the outbox lists it in words", async () => {
  const { table, world, second } = await noted()
  const { deviceCard }: Devices = await import(join(copy, "src/domain/views/devices.ts"))
  const { outboxView }: Panel = await import(join(copy, "src/domain/views/outbox.ts"))
  expect(deviceCard(world.client.state, "d1", world.client.now)?.name).toBe("Rack 2")
  expect(outboxView(world.client.state).waiting.map(({ id }) => id)).toEqual([second.id])
  const { key, params } = table.definitionOf(second.intent).words(second)
  const texts = i18next.createInstance()
  await texts.init({
    lng: "en",
    resources: {
      en: { translation: { layout: { outbox: { action: { note_device: "Note {{subject}} in {{after}}" } } } } },
    },
  })
  expect(texts.t(`layout.outbox.action.${key}`, params)).toBe("Note First in Rack 2")
})

test("[OFFLINE-1][MSG-1] it goes with the session's credentials, and ends with a notice", async () => {
  const { table, world, second } = await noted()
  const { noticeOf }: Messages = await import(join(copy, "src/domain/views/messages.ts"))
  const asked: unknown[] = []
  expect(world.send()).toEqual([second.id])
  await Effect.runPromise(
    table
      .definitionOf(second.intent)
      .send(second.intent, { uid: "u1", token: "t1" }, (name, body) => {
        asked.push([name, body])
        return Effect.die("the note needs no answer")
      })
      .pipe(Effect.sandbox, Effect.ignore),
  )
  expect(asked).toEqual([["note_device", { uid: "u1", token: "t1", did: "d1", place: "Rack 2" }]])
  const before = world.client.state
  for (const flight of world.flights) world.land(flight, "done")
  const confirmed = world.client.log.find(({ type }) => type === "ActionConfirmed")
  if (confirmed === undefined) throw new Error("what was done is confirmed")
  expect(noticeOf(confirmed, before, world.client.tab)).toEqual({ kind: "success", message: "deviceRenamed" })
  expect(world.client.state.outbox.actions.withSecret).toBe(2)
  world.client.do({ type: "OpenDialog", dialog: "invitation", about: null, among: [] })
  expect(noticeOf(confirmed, world.client.state, world.client.tab)).toBeNull()
})

test("[EVENT-5] an export hides what its definition calls personal", async () => {
  const { world } = await noted()
  const { makePseudonyms }: Pseudonyms = await import(join(copy, "src/domain/product/pseudonyms.ts"))
  const hide = makePseudonyms()
  const texts = world.client.log.map((event) => JSON.stringify(hide(event)))
  expect(texts.filter((line) => line.includes("Rack"))).toEqual([])
  expect(texts.filter((line) => /"place":"person-\d+@example\.invalid"/.test(line))).toHaveLength(2)
})
