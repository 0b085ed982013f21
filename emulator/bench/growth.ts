import { logModel } from "../../src/domain/client/log/model.ts"
import { planBatch } from "../../src/domain/engine/batch.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { initialState } from "../../src/domain/product/state.ts"
import { REFRESH_INTERVAL_MS } from "../../src/domain/values/limits.ts"
import { parseServerUrl } from "../../src/domain/values/serverUrl.ts"

/** The log of an idle client over a day, while each device sends a heartbeat once a minute. */

const DAY_MS = 24 * 3_600_000
const START = Date.UTC(2026, 0, 5)
const MINUTE_MS = 60_000
/** Interval between the heartbeats of two devices, ms. */
const STEP_MS = 7_919

/** Bytes of JSON. */
export const grownInADay = (devices: number): number => {
  const server = parseServerUrl("https://cloud.example")
  if (!server.ok) throw new Error("that is an address")
  let [state, cursor, bytes] = [initialState, 0, 0]
  const at = (now: number, command: Command) => {
    const batch = planBatch(
      logModel,
      state,
      cursor,
      [],
      [{ command, stamp: { id: `c${now}`, at: now, tab: "bench" }, cause: null }],
    )
    state = batch.state
    cursor = batch.cursor
    return batch.own
  }
  const session = { id: "s", server: server.value, uid: "u", name: "Owner", email: "owner@example.com", createdAt: 0 }
  at(START, { type: "CompleteSignIn", session: { ...session, serverType: "public" } })
  const account = state.session.current?.account
  if (account === undefined) throw new Error("nobody is signed in")
  const known = Array.from({ length: devices }, (_, index) => ({
    id: `d363b20f9${index.toString(16).padStart(4, "0")}`,
    name: `Device ${index}`,
    model: 1,
    flags: 4,
    build: 250_000_000_000,
    shared: false,
    owner: "",
  }))
  for (let now = START; now < START + DAY_MS; now += REFRESH_INTERVAL_MS) {
    const list = known.map((device, index) => ({ ...device, lastSeen: now - ((index * STEP_MS) % MINUTE_MS) }))
    const events = at(now, { type: "RecordDevices", account, begunAt: now, devices: list })
    // The first reading names every device. A day with a known list does not begin so.
    if (now > START) for (const event of events) bytes += JSON.stringify(event).length
  }
  return bytes
}
