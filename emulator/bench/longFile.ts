import { createHash } from "node:crypto"
import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { logModel } from "../../src/domain/client/log/model.ts"
import { planBatch } from "../../src/domain/engine/batch.ts"
import { LOG_FORMAT, LOG_VERSION, LogWriter, type RunningHash } from "../../src/domain/log/ndjson.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { foldModel } from "../../src/domain/product/folding.ts"
import { initialState, STATE_VERSION } from "../../src/domain/product/state.ts"
import { parseServerUrl } from "../../src/domain/values/serverUrl.ts"

/** The exported log of a person who has worked with some devices for years, with any number of events. */

const START = Date.UTC(2026, 0, 5)
const TURN_MS = 20_000
const DEVICES = 12

const newHash = (): RunningHash => {
  const hash = createHash("sha256")
  return { update: (text) => void hash.update(text), digest: () => hash.copy().digest("hex") }
}

const device = (index: number, lastSeen: number) => ({
  id: `d363b20f9${index.toString(16).padStart(4, "0")}`,
  name: `Device ${index}`,
  model: 1,
  lastSeen,
  flags: 4,
  build: 250_000_000_000,
  shared: false,
  owner: "",
})

/** The commands of one turn beside a rename that is sent and confirmed: looking around, and a message. */
const around = (turn: number, did: string): readonly Command[] => [
  { type: "OpenRoute", path: turn % 2 === 0 ? "/settings" : "/devices" },
  { type: "OpenDialog", dialog: "rename", about: did, among: [] },
  { type: "CloseDialog", dialog: "rename" },
  { type: "ShowToast", kind: "success", message: "common.success.deviceRenamed", params: {} },
]

/** Writes the file. Returns the number of its events. */
export const writeLongFile = async (path: string, wanted: number): Promise<number> => {
  const server = parseServerUrl("https://cloud.example")
  if (!server.ok) throw new Error("that is an address")
  const header = {
    format: LOG_FORMAT,
    version: LOG_VERSION,
    stateVersion: STATE_VERSION,
    exportedAt: START,
    app: "bench",
    pseudonyms: false,
  } as const
  const writer = new LogWriter(header, foldModel(), newHash)
  const file = createWriteStream(path)
  file.write(writer.head)
  let [state, cursor, now, stamped] = [initialState, 0, START, 0]
  const apply = async (command: Command) => {
    stamped += 1
    const stamp = { id: `c${stamped.toString(36)}`, at: now, tab: "bench" }
    const batch = planBatch(logModel, state, cursor, [], [{ command, stamp, cause: null }])
    state = batch.state
    cursor = batch.cursor
    for (const event of batch.own) if (!file.write(writer.event(event))) await once(file, "drain")
    return batch.own
  }
  const session = { id: "s", server: server.value, uid: "u", name: "Owner", email: "owner@example.com", createdAt: 0 }
  await apply({ type: "CompleteSignIn", session: { ...session, serverType: "public" } })
  const account = state.session.current?.account
  if (account === undefined) throw new Error("nobody is signed in")
  const devices = Array.from({ length: DEVICES }, (_, index) => device(index, now))
  await apply({ type: "RecordDevices", account, begunAt: now, devices })
  await apply({ type: "TakeLeadership" })
  for (let turn = 0; cursor < wanted; turn += 1) {
    now += TURN_MS
    const { id: did } = device(turn % DEVICES, now)
    for (const command of around(turn, did)) await apply(command)
    const queued = await apply({ type: "RenameDevice", did, name: `Bench ${turn}` })
    const action = queued.flatMap((event) => (event.type === "ActionQueued" ? [event.payload.action] : []))[0]
    if (action === undefined) throw new Error("the rename was not queued")
    await apply({ type: "ClaimAction", action, epoch: state.outbox.epoch })
    await apply({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
  }
  file.end(writer.end())
  await once(file, "finish")
  return cursor
}
