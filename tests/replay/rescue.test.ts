import { Effect } from "effect"
import { expect, test } from "vitest"
import { survivors } from "../../src/domain/client/accounts/keptAfterReset.ts"
import { beginAgain, type Rest, readRest } from "../../src/domain/client/log/rescue.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { EventStore, StoreError } from "../../src/domain/ports/eventStore.ts"
import { foldModel } from "../../src/domain/product/folding.ts"
import { STATE_VERSION } from "../../src/domain/product/state.ts"
import { packedState } from "../../src/domain/product/stored.ts"
import { LogExport } from "../../src/workers/logExport.ts"
import { Recorder } from "../domain/recorder.ts"
import { TestBrowser } from "../domain/tabs.ts"
import { newHash, reread } from "./exports.ts"

/** The content that survives of a log that cannot be opened, before a new one begins. */

const CUT = 4
const GUEST = "Pia"

/** A browser with the pruned log of a person who has renamed a device, invited a guest, and looked around. */
const pruned = () => {
  const client = new Recorder()
  const account = client.signIn()
  const device = { id: "d1", name: "Desk", model: 1, lastSeen: 1, flags: 4, build: 0, shared: false, owner: "" }
  client.do({ type: "RecordDevices", account, begunAt: client.now, devices: [device] })
  client.do({ type: "SendInvitation", name: GUEST, email: "pia@example.com" })
  for (let page = 0; page < 20; page += 1) client.do({ type: "OpenRoute", path: `/${page}` })
  client.do({ type: "RenameDevice", did: "d1", name: "Renamed" })
  const folding = foldModel()
  for (const event of client.log.slice(0, CUT)) folding.add(event)
  const state = { ...packedState(folding.state()), kept: survivors(folding.state()) }
  const browser = new TestBrowser()
  browser.log.base = { seq: CUT, version: STATE_VERSION, state }
  browser.log.events.push(...client.log.slice(CUT))
  return { browser, client, last: client.log.length }
}

const damaged = new StoreError({ reason: "damaged", detail: "the disk" })

/** The same log on a disk that cannot open it, and cannot read some of its events. */
const onBrokenDisk =
  (bad: readonly number[]) =>
  <A, E, R>(work: Effect.Effect<A, E, R | EventStore>) =>
    Effect.flatMap(EventStore, (store) =>
      Effect.provideService(work, EventStore, {
        ...store,
        open: () => Effect.fail(damaged),
        scan: (from, to, take) =>
          bad.some((seq) => from <= seq && seq <= to) ? Effect.fail(damaged) : store.scan(from, to, take),
      }),
    )

const fileOf = async ({ base, events }: Rest): Promise<string> => {
  const order = { base, from: 1, app: "0", exportedAt: 0, personal: true, gzip: false }
  const making = new LogExport(order, newHash)
  await making.add(events)
  return (await making.end()).text()
}

const replayed = (text: string) => {
  const read = reread(text)
  if (!read.ok) throw new Error(`line ${read.line}: ${read.problem}`)
  return read
}

test("[EVENT-5][EVENT-7] of a log that opens no more, all is saved but what the disk cannot read, behind its beginning and with names", async () => {
  const { browser, last } = pruned()
  const bad = [CUT + 3, CUT + 4, last - 3]
  const rest = await browser.run(onBrokenDisk(bad)(readRest))
  if (rest === null) throw new Error("most of it can be read")
  expect(rest.events.map(({ seq }) => seq)).toEqual(Array.from({ length: last - CUT }, (_, at) => CUT + 1 + at))
  const missing = rest.events.filter(({ type }) => type === "EventSetAside")
  expect(missing.map(({ seq }) => seq)).toEqual(bad)
  const text = await fileOf(rest)
  const { state } = replayed(text)
  expect(state.devices.bound.get("d1")?.name).toBe("Desk")
  expect(state.session.current?.email).toContain("@")
  expect(text).toContain(GUEST)
  expect(text).toContain("Renamed")
})

test("[EVENT-4][EVENT-7] the new log begins with the unsent actions that could be read of one that opens no more", async () => {
  const { browser, client, last } = pruned()
  await browser.run(
    Effect.gen(function* () {
      const rest = yield* onBrokenDisk([last - 5])(readRest)
      expect(yield* beginAgain(rest)).toBe(true)
      const next = yield* browser.tab()
      expect([...next.state().outbox.actions.keys()]).toEqual([...client.state.outbox.actions.keys()])
    }),
  )
})

test("[EVENT-5][EVENT-7] an event that cannot be read leaves its place in the file, and what it begins with is never left out", async () => {
  const { browser, last } = pruned()
  const { events, base } = browser.log
  const spoiled = events.findIndex(({ type }) => type === "RouteOpened")
  const event = events[spoiled]
  if (event === undefined || base === null) throw new Error("there is a page in the log, and a beginning")
  events[spoiled] = { ...event, payload: { path: 5 } } satisfies StoredEvent
  const altered = { ...Object(base.state), json: "altered" }
  const rest = await browser.run(readRest)
  if (rest === null) throw new Error("it can be read")
  expect(replayed(await fileOf(rest)).state.devices.bound.size).toBe(1)
  // When the state was altered, the events beside it show the data that must not be lost.
  const { state } = replayed(await fileOf({ ...rest, base: { ...base, state: altered } }))
  expect(state.session.current?.email).toContain("@")
  expect(rest.events.at(-1)?.seq).toBe(last)
})

test("[EVENT-7] of a log that cannot be read at all nothing is saved, and that of another tab is left alone", async () => {
  const { browser } = pruned()
  const none = <A, E, R>(reason: StoreError["reason"], work: Effect.Effect<A, E, R | EventStore>) =>
    Effect.flatMap(EventStore, (store) => {
      const fails = Effect.fail(new StoreError({ reason, detail: "the disk" }))
      return Effect.provideService(work, EventStore, { ...store, open: () => fails, bounds: fails })
    })
  expect(await browser.run(none("damaged", readRest))).toBeNull()
  expect(await browser.run(Effect.flip(none("blocked", readRest)))).toMatchObject({ reason: "blocked" })
})
