import { type IncomingMessage, request as open } from "node:http"
import { Result, Schema } from "effect"
import {
  BEATS_MAX,
  type Beat,
  HEARTBEAT_PATH,
  HEARTBEAT_TIMEOUT_MS,
  Heartbeats,
} from "../../../src/domain/wire/device/heartbeat.ts"
import type { Emulation } from "../emulation.ts"
import { hangUp, isOwnOrigin, json, parseJson, plain, type Reply, readBody } from "../http.ts"

/**
 * Heartbeats from devices to the mock cloud, over HTTP. Those of one moment share a request: otherwise ten thousand
 * devices would open ten thousand connections a minute from this process.
 */

/** Most bytes of this many heartbeats. */
const BEATS_MAX_BYTES = BEATS_MAX * 640

const decode = Schema.decodeUnknownResult(Heartbeats)

/** The cloud's side. Rejects pages, because only devices may report. */
export const serveHeartbeats = async (emulation: Emulation, request: IncomingMessage): Promise<Reply> => {
  if (!isOwnOrigin(request)) return plain(403, "heartbeats come from devices")
  const raw = await readBody(request, BEATS_MAX_BYTES)
  if (raw === "gone") return hangUp
  const body = raw === "too large" ? undefined : parseJson(raw)
  const received = decode(body?.value)
  if (Result.isFailure(received)) return json(400, { error: "no heartbeats" })
  const { beats } = received.success
  const names = emulation.world().hear(beats, emulation.clock.now())
  return json(200, { heard: beats.length, ...(names.length > 0 && { names }) })
}

const post = (url: URL, text: string): Promise<void> =>
  new Promise((resolve) => {
    const request = open(url, { method: "POST", agent: false, timeout: HEARTBEAT_TIMEOUT_MS }, (response) => {
      response.resume()
      response.on("close", resolve)
    })
    // A heartbeat that does not arrive is lost. The next one follows in a minute.
    request.on("error", () => resolve())
    request.on("timeout", () => request.destroy())
    request.end(text)
  })

/** The devices' side. */
export const sendHeartbeats = async (cloud: string, beats: readonly Beat[]): Promise<void> => {
  const url = new URL(HEARTBEAT_PATH, cloud)
  for (let at = 0; at < beats.length; at += BEATS_MAX)
    await post(url, JSON.stringify({ beats: beats.slice(at, at + BEATS_MAX) }))
}
