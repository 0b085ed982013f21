import { join } from "node:path"
import { beforeAll, expect, test } from "vitest"
import { type CommandRules, choice } from "../../src/domain/event/command.ts"
import type { EventDefinition } from "../../src/domain/event/event.ts"
import { batchEvents } from "../../src/domain/features/batches/events.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { copyOfDomain } from "./domainCopy.ts"

/**
 * Follows CONTRIBUTING's recipe for a command with its event in a copy of the domain: the file of a feature and its
 * line in the list. The command works there without any other change.
 */

const { folder: copy, edit, add } = copyOfDomain("recorder.ts")

const FEATURE = `
import * as Schema from "effect/Schema"
import { ownChoice } from "../../event/command.ts"
import { defineFeature } from "../../event/feature.ts"
import { invalid, valid } from "../../values/parsed.ts"

export const notes = defineFeature({
  key: "notes",
  initial: new Map<string, string>(),
  events: {
    DeviceNoted: {
      v: 2,
      origin: "person",
      sign: ["shared", "ok"],
      payload: Schema.Struct({ did: Schema.String, note: Schema.String }),
      texts: { note: "email" },
      upcast: { 1: (payload: unknown) => ({ ...Object(payload), note: "" }) },
    },
  },
  evolve: (notes, { payload: { did, note } }, draft) => draft.edit(notes).set(did, note),
  commands: { NoteDevice: ownChoice },
  decide: (command: { readonly type: "NoteDevice"; readonly did: string; readonly note: string }, notes) => {
    const { did, note } = command
    if (note === "") return invalid("noteEmpty")
    return valid(notes.get(did) === note ? [] : [{ type: "DeviceNoted", payload: { did, note } }])
  },
})
`

beforeAll(() => {
  add("src/domain/features/notes/feature.ts", FEATURE)
  const list = "src/domain/product/state.ts"
  edit(
    list,
    'import { lan } from "../features/lan/feature.ts"',
    `
import { notes } from "../features/notes/feature.ts"`,
  )
  edit(list, "\n  batches,", "\n  notes,")
})

type Recorders = typeof import("./recorder.ts")
type Events = typeof import("../../src/domain/product/events.ts")
type Decide = typeof import("../../src/domain/product/decide.ts")
type Stored = typeof import("../../src/domain/product/stored.ts")
type Pseudonyms = typeof import("../../src/domain/product/pseudonyms.ts")

/** A command of the copy, which our own types do not have. */
const noting = (note: string): Command => JSON.parse(JSON.stringify({ type: "NoteDevice", did: "d1", note }))

/** A client of the copy that has noted one device. */
const noted = async () => {
  const { Recorder, fold }: Recorders = await import(join(copy, "tests/domain/recorder.ts"))
  const client = new Recorder()
  client.signIn()
  expect(client.types(noting("Rack 1"))).toEqual(["DeviceNoted"])
  const event = client.log.at(-1)
  if (event === undefined) throw new Error("a note is an event")
  return { client, fold, event }
}

const notesOf = (state: object): unknown => Reflect.get(state, "notes")

test("[EVENT-2] a new command is decided by its feature, and the fold of its events is a slice of the state", async () => {
  const { client, fold } = await noted()
  expect(notesOf(client.state)).toEqual(new Map([["d1", "Rack 1"]]))
  expect(fold(client.log)).toEqual(client.state)
  expect(client.types(noting("Rack 1"))).toEqual([])
  expect(client.types(noting(""))).toBe("noteEmpty")
})

test("[EVENT-3] its event is read back from the log, one of an older version too, and refused when it is damaged", async () => {
  const { event } = await noted()
  const { eventTable, registry }: Events = await import(join(copy, "src/domain/product/events.ts"))
  const stored = JSON.parse(JSON.stringify(event))
  expect(registry.read(stored)).toEqual({ ok: true, value: event })
  expect(registry.read({ ...stored, v: 1, payload: { did: "d2" } })).toMatchObject({
    ok: true,
    value: { v: 2, payload: { did: "d2", note: "" } },
  })
  expect(registry.read({ ...stored, payload: { did: 3 } })).toMatchObject({ ok: false })
  expect(eventTable.DeviceNoted).toMatchObject({ origin: "person", sign: ["shared", "ok"] })
})

test("[EVENT-4] its slice survives a snapshot", async () => {
  const { client } = await noted()
  const { packedState, unpackedState }: Stored = await import(join(copy, "src/domain/product/stored.ts"))
  expect(unpackedState(packedState(client.state))).toEqual(client.state)
})

test("[OFFLINE-7][AUTH-13] it waits for the disk, and is not done in the name of another account", async () => {
  const { client } = await noted()
  const { decide, rulesOf }: Decide = await import(join(copy, "src/domain/product/decide.ts"))
  expect(rulesOf(noting("Rack 2"))).toEqual({ durability: "strict", asked: "anywhere", isOwn: true })
  const stamp = { id: "c", at: 1, tab: "t", asAccount: null }
  expect(decide(noting("Rack 2"), client.state, stamp)).toEqual({ ok: false, reason: "foreignAccount" })
})

test("[EVENT-5] an export hides what it says", async () => {
  const { client } = await noted()
  const { makePseudonyms }: Pseudonyms = await import(join(copy, "src/domain/product/pseudonyms.ts"))
  const hide = makePseudonyms()
  const lines = client.log.map((event) => JSON.stringify(hide(event)))
  expect(lines.filter((line) => line.includes("Rack"))).toEqual([])
  expect(lines.filter((line) => /"note":"person-\d+@example\.invalid"/.test(line))).toHaveLength(1)
})

test("[EVENT-2] what a feature forgets to say does not compile", () => {
  const { origin: _origin, ...withoutOrigin } = batchEvents.BatchMoved
  const { sign: _sign, ...withoutSign } = batchEvents.BatchMoved
  const { durability: _durability, ...withoutDurability } = choice
  const event: Is<typeof batchEvents.BatchMoved, EventDefinition> = "whole"
  const eventsThatForget: readonly Is<typeof withoutOrigin | typeof withoutSign, EventDefinition>[] = ["incomplete"]
  const command: Is<typeof choice, CommandRules> = "whole"
  const commandThatForgets: Is<typeof withoutDurability, CommandRules> = "incomplete"
  expect([event, ...eventsThatForget, command, commandThatForgets]).toHaveLength(4)
})

type Is<Said, Wanted> = Said extends Wanted ? "whole" : "incomplete"
