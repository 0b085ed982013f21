import { Effect, Layer, ManagedRuntime, Scheduler } from "effect"
import { idsLayer } from "../../src/adapters/browser/ids.ts"
import { immediateScheduler } from "../../src/adapters/browser/immediate.ts"
import { makeDexieStore } from "../../src/adapters/storage/dexie.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { EventStore } from "../../src/domain/ports/eventStore.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { parseServerUrl } from "../../src/domain/values/serverUrl.ts"

/** Runs in a page: the engine on the browser's store, without a screen. */

interface Times {
  /** ms */
  readonly commands: number[]
  readonly bulk: number[]
}

const server = () => {
  const parsed = parseServerUrl("https://cloud.example")
  if (!parsed.ok) throw new Error("that is an address")
  return parsed.value
}

const done = (request: IDBRequest | IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = request instanceof IDBTransaction ? "oncomplete" : "onsuccess"
    Object.assign(request, { [end]: () => resolve(), onerror: () => reject(request.error) })
  })

/** The floor: the same rows in one strict transaction. */
const bulkWrite = async (database: IDBDatabase, rows: readonly object[]): Promise<number> => {
  const begun = performance.now()
  const transaction = database.transaction("rows", "readwrite", { durability: "strict" })
  const table = transaction.objectStore("rows")
  for (const row of rows) table.add(row)
  await done(transaction)
  return performance.now() - begun
}

const openFloor = async (): Promise<IDBDatabase> => {
  const request = indexedDB.open("bench.floor", 1)
  request.onupgradeneeded = () => request.result.createObjectStore("rows", { keyPath: "seq" })
  await done(request)
  return request.result
}

/** Renames `count` devices at once, `runs` times. The actions stay open, as without a connection. */
export const measure = async (count: number, runs: number): Promise<Times> => {
  const { store } = makeDexieStore({ name: "bench.log" })
  const ports = Layer.mergeAll(
    Layer.succeed(EventStore, store),
    idsLayer,
    Layer.sync(Scheduler.Scheduler, immediateScheduler),
  )
  const runtime = ManagedRuntime.make(Engine.layer.pipe(Layer.provideMerge(ports)))
  const engine = await runtime.runPromise(Engine)
  const dispatchAll = (commands: readonly Command[]) =>
    runtime.runPromise(
      Effect.all(
        commands.map((command) => engine.dispatch(command)),
        { concurrency: "unbounded" },
      ),
    )
  const session = { id: "s", server: server(), uid: "u", name: "Owner", email: "owner@example.com", createdAt: 0 }
  await dispatchAll([{ type: "CompleteSignIn", session: { ...session, serverType: "public" } }])
  const account = engine.state().session.current?.account
  if (account === undefined) throw new Error("nobody is signed in")
  const devices = Array.from({ length: count * runs }, (_, index) => ({
    id: `d${index}`,
    name: `Device ${index}`,
    model: 1,
    lastSeen: Date.now(),
    flags: 4,
    build: 250_000_000_000,
    shared: false,
    owner: "",
  }))
  await dispatchAll([{ type: "RecordDevices", account, begunAt: Date.now(), devices }])
  const floor = await openFloor()
  const times: Times = { commands: [], bulk: [] }
  for (let run = 0; run < runs; run += 1) {
    const commands = devices
      .slice(run * count, (run + 1) * count)
      .map(({ id, name }): Command => ({ type: "RenameDevice", did: id, name: `${name} again` }))
    const begun = performance.now()
    const events = (await dispatchAll(commands)).flat()
    times.commands.push(performance.now() - begun)
    times.bulk.push(await bulkWrite(floor, events))
  }
  return times
}
