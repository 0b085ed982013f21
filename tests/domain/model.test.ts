import { Result, Schema } from "effect"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { Draft } from "../../src/domain/event/draft.ts"
import { outboxEvents } from "../../src/domain/outbox/events.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { model } from "../../src/domain/product/decider.ts"
import { eventTable, registry } from "../../src/domain/product/events.ts"
import type { State } from "../../src/domain/product/state.ts"
import { restoredState, storedState } from "../../src/domain/product/stored.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { clients } from "./logs.ts"
import { fold, Recorder } from "./recorder.ts"

test("[EVENT-2] folding a log gives the live state, from a snapshot at any event as well", () => {
  fc.assert(
    fc.property(clients(), fc.nat(), ({ log, state }, n) => {
      expect(fold(log)).toEqual(state)
      const cut = n % (log.length + 1)
      const snapshot = restoredState(structuredClone(storedState(fold(log.slice(0, cut)))))
      const resumed = fold(log.slice(cut), snapshot)
      expect(resumed).toEqual(state)
      expect(canonicalJson(resumed)).toBe(canonicalJson(state))
    }),
  )
})

test("[EVENT-2] evolve changes nothing that it was given, event by event and in batches", () => {
  fc.assert(
    fc.property(clients(undefined, 30), fc.nat(5), ({ log }, batch) => {
      let [state, draft]: [State, Draft] = [model.initialState, new Draft()]
      const published: [State, string][] = []
      for (const [index, event] of log.entries()) {
        if (index % (batch + 1) === 0) {
          published.push([state, canonicalJson(state)])
          draft = new Draft()
        }
        state = model.evolve(state, event, draft)
      }
      for (const [before, text] of published) expect(canonicalJson(before)).toBe(text)
    }),
    { numRuns: 50 },
  )
})

test("[EVENT-1] every event that is decided comes back from JSON and the registry as it was", () => {
  fc.assert(
    fc.property(clients(), ({ log }) => {
      for (const event of log)
        expect(registry.read(JSON.parse(JSON.stringify(event)))).toEqual({ ok: true, value: event })
    }),
  )
})

/**
 * Events that no generated log has. A restarted log begins with the first; a log whose former log is lost has the
 * second; the third replaces a damaged event. Only an earlier release wrote the others, and its logs open forever.
 */
const undecided: ReadonlySet<string> = new Set([
  "AccountRemembered",
  "LogLost",
  "EventSetAside",
  "SignInStarted",
  "SignInFailed",
])

test("[EVENT-1] the generated logs hold every type of event that is decided", () => {
  const seen = new Set<string>()
  for (const { log } of fc.sample(clients(), { numRuns: 800, seed: 2 })) for (const { type } of log) seen.add(type)
  const decided = Object.keys(eventTable).filter((type) => !undecided.has(type))
  expect([...seen].sort()).toEqual(decided.sort())
})

test("[EVENT-1] events are numbered without a gap and stamped with tab, time and account", () => {
  fc.assert(
    fc.property(clients(), ({ log }) => {
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_event, index) => index + 1))
      expect(new Set(log.map(({ id }) => id)).size).toBe(log.length)
    }),
    { numRuns: 20 },
  )
})

/** Every field name of a schema, at any depth. */
const fieldsOf = (schema: unknown, seen = new Set<unknown>()): readonly string[] => {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return []
  seen.add(schema)
  if (Array.isArray(schema)) return schema.flatMap((item) => fieldsOf(item, seen))
  const name =
    Reflect.get(schema, "_tag") === undefined && Reflect.has(schema, "name") ? Reflect.get(schema, "name") : ""
  const own = typeof name === "string" && name !== "" ? [name] : []
  return [...own, ...Object.values(schema).flatMap((value) => fieldsOf(value, seen))]
}

test("[AUTH-11] no event has room for a token, password, hash, code or passcode", () => {
  // The hash of a firmware image is public.
  const isPublished = (type: string, name: string) => name === "hash" && /Firmware/.test(type)
  for (const [type, { payload }] of Object.entries(eventTable)) {
    const fields = fieldsOf(payload.ast).filter((name) => !isPublished(type, name))
    expect(
      fields.filter((name) => /token|passw|passcode|hash|^code$|Code$|secret/i.test(name)),
      type,
    ).toEqual([])
  }
  // The walk reaches nested fields: the input of an intent is three structures deep.
  expect(fieldsOf(outboxEvents.ActionQueued.payload.ast)).toEqual(
    expect.arrayContaining(["title", "newEmail", "isAdd"]),
  )
})

test("[AUTH-11] what is added to an event on its way to the log is dropped when it is read", () => {
  const client = new Recorder()
  client.signIn()
  const [event] = client.log
  if (event === undefined) throw new Error("no event")
  const read = registry.read({ ...event, payload: { ...event.payload, token: "secret", password: "secret" } })
  expect(read).toEqual({ ok: true, value: event })
})

const hostile: fc.Arbitrary<Command> = fc.constantFrom(
  { type: "RenameDevice", did: "constructor", name: "x" },
  { type: "RebootDevice", did: "__proto__" },
  { type: "ClaimAction", action: "__proto__", epoch: 0 },
  { type: "DismissAction", action: "constructor" },
  { type: "RenameSubAccount", accountId: "__proto__", name: "x" },
  { type: "DisconnectMainAccount", accountId: "hasOwnProperty" },
)

test("[SEC-3] names of the language are no devices, actions or accounts", () => {
  fc.assert(
    fc.property(hostile, (command) => {
      const client = new Recorder()
      client.signIn()
      expect(client.types(command)).toMatch(/^unknown/)
    }),
  )
})

test("[EVENT-1] a payload that does not fit is malformed, and the field is named", () => {
  for (const [type, { v, payload }] of Object.entries(eventTable)) {
    const stored = { seq: 1, id: "e", type, v, at: 1, account: null, tab: "t", cause: null, payload: "not an object" }
    const fits = Result.isSuccess(Schema.decodeUnknownResult(payload)("not an object"))
    if (!fits) expect(registry.read(stored)).toMatchObject({ ok: false, reason: { kind: "malformed", type } })
  }
})
