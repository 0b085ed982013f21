import * as fc from "fast-check"
import { expect, test } from "vitest"
import type { Event } from "../../src/domain/product/events.ts"
import { makePseudonyms, type SaidField } from "../../src/domain/product/pseudonyms.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { clients } from "../domain/logs.ts"
import { fold, Recorder } from "../domain/recorder.ts"
import { exported, reread } from "./exports.ts"

/** Words that the test can find in any surroundings. */
const words = { name: "zqname", email: "zqmail@zqdomain.example", mac: "DE:AD:BE:EF:00:07", host: "zqserver.example" }
const MARKS = /zqname|zqmail|zqdomain|zqserver|DE:AD:BE:EF|user |owner |@(?!example\.invalid)/

test("[EVENT-5] with pseudonyms no e-mail, name, MAC or server is in the export, whatever happened", () => {
  fc.assert(
    fc.property(clients(words), ({ log }) => {
      expect(exported(log)).toMatch(/zqserver/)
      const line = exported(log, true)
        .split("\n")
        .find((text) => MARKS.test(text))
      expect(line).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})

test("[EVENT-5] a log under pseudonyms folds and replays like the log, with other names", () => {
  fc.assert(
    fc.property(clients(words), ({ log, state }) => {
      const hidden = log.map(makePseudonyms())
      const read = reread(exported(log, true))
      expect(read.ok).toBe(true)
      const folded = fold(hidden)
      const shape = ({ outbox, devices, sharing, session, connection, places }: typeof state) => ({
        actions: [...outbox.actions.values()].map(({ id, account, status, attempts, at, ambiguous }) => ({
          id,
          isOwn: account === session.current?.account,
          status,
          attempts,
          at,
          ambiguous,
        })),
        unsettled: [...outbox.unsettled.values()].map(({ target, lostAt, action }) => ({ target, lostAt, action })),
        devices: [...devices.bound].map(([id, { build, lastSeen, seenTicks }]) => ({ id, build, lastSeen, seenTicks })),
        subs: [...sharing.subAccounts].map(([id, { status, devices: shared }]) => ({ id, status, shared })),
        session: [session.current?.id, session.current?.uid, session.guest, session.ended],
        places: [...places].map(([tab, { route, toasts }]) => ({ tab, route, toasts: toasts.length })),
        connection,
      })
      expect(shape(folded)).toEqual(shape(state))
      expect(hidden.map(({ seq, id, type, v, at, tab }) => ({ seq, id, type, v, at, tab }))).toEqual(
        log.map(({ seq, id, type, v, at, tab }) => ({ seq, id, type, v, at, tab })),
      )
    }),
    { numRuns: 50 },
  )
})

test("[EVENT-5] one value has one pseudonym throughout an export, and two values never share one", () => {
  const text = fc.string({ minLength: 1 })
  const kind = fc.constantFrom("email", "name", "mac", "server")
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, text), { maxLength: 40 }), (values) => {
      const pseudonym = makePseudonyms()
      const exported = values.map(([key, value]) => {
        const event = { seq: 1, id: "e", type: "x", v: 1, at: 1, account: null, tab: "t", cause: null }
        return Reflect.get(Object(pseudonym({ ...event, payload: { [key]: value } }).payload), key)
      })
      const byValue = new Map(values.map((value, index) => [canonicalJson(value), exported[index]]))
      for (const [index, value] of values.entries()) expect(exported[index]).toBe(byValue.get(canonicalJson(value)))
      expect(new Set(byValue.values()).size).toBe(byValue.size)
    }),
  )
})

test("[EVENT-5] a text under an unknown key is hidden too, at any depth", () => {
  const pseudonym = makePseudonyms()
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{3,12}X$/), (key) => {
      const event = { seq: 1, id: "e", type: "x", v: 1, at: 1, account: null, tab: "t", cause: null }
      const payload = { [key]: { deeper: [{ [key]: "zqname" }, "zqname"] } }
      expect(JSON.stringify(pseudonym({ ...event, payload }))).not.toContain("zqname")
    }),
  )
})

test("[EVENT-5] the text of an address that is no page of ours is never exported", () => {
  const client = new Recorder()
  client.do({ type: "OpenRoute", path: "/devices" })
  client.do({ type: "OpenRoute", path: "/leaky.mail@example.com/10.9.8.7" })
  const paths = client.log.map(makePseudonyms()).map(({ payload }) => Reflect.get(Object(payload), "path"))
  expect(paths).toEqual(["/devices", "unknown"])
})

/**
 * The text fields of a payload, at any depth. The event of the action covers its intent, and parameters may have any
 * name.
 */
type TextsIn<Field extends string, Value> = Value extends string
  ? Field
  : Value extends readonly (infer Item)[]
    ? TextsIn<Field, Item>
    : Value extends object
      ? {
          [Inner in keyof Value & string]: Inner extends "intent" | "theirs" | "params"
            ? never
            : TextsIn<Inner, Value[Inner]>
        }[keyof Value & string]
      : never
type Unsaid = Exclude<TextsOf<Event>, SaidField>
type TextsOf<One> = One extends { readonly payload: infer Payload } ? TextsIn<never, Payload> : never

test("[EVENT-5] each field with a text is said to be personal or plain: a new event whose field is not does not compile", () => {
  const unsaid: [Unsaid] extends [never] ? "none" : Unsaid = "none"
  expect(unsaid).toBe("none")
})

test("[EVENT-5] ids stay ids and addresses become other addresses, also where several entries have one id", () => {
  const hide = makePseudonyms()
  const about = { seq: 1, id: "e1", v: 1, at: 1, account: null, tab: "t", cause: null }
  const read = {
    ...about,
    type: "DevicesRead",
    payload: { doubled: ["d1", "d2"], unread: 1, odd: [{ item: "d1", field: "name" }] },
  }
  expect(hide(read).payload).toEqual(read.payload)
  const exported = { ...about, type: "LanDevicesTold", payload: { added: [{ id: "n1", others: ["192.0.2.7"] }] } }
  expect(JSON.stringify(hide(exported).payload)).toMatch(/"others":\["10\.\d+\.\d+\.\d+"\]/)
  const aside = { ...about, type: "EventSetAside", payload: { type: "RouteOpened", problem: "payload" } }
  expect(hide(aside).payload).toEqual(aside.payload)
})
