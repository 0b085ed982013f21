import type { IncomingMessage, Server } from "node:http"
import { HEARTBEAT_PATH } from "../../src/domain/wire/device/heartbeat.ts"
import { callAt } from "../model/cloud/handler.ts"
import { serveCall } from "./calls.ts"
import { serveConsole } from "./console.ts"
import { serveControl } from "./control.ts"
import { serveHeartbeats } from "./devices/heartbeats.ts"
import { serveDocs } from "./docs.ts"
import type { Emulation } from "./emulation.ts"
import { serveFirmware } from "./firmware.ts"
import { createLoopbackServer, hangUp, pathOf, type Reply } from "./http.ts"
import { INVITATION_PATH, serveInvitation } from "./invitationPage.ts"

/** Origin of the app. Null when there is none. */
export type AppOrigin = () => string | null

const isGet = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD"

/** Acts as a server that is down: closes connections without an answer. Only the emulator's own page and API remain. */
const refuseAll = (emulation: Emulation, path: string): Reply => {
  const untold = { body: null, applied: false, status: null, answer: null }
  if (callAt(path) !== undefined)
    emulation.journal.add({ at: emulation.clock.now(), path, fault: "server-down", ...untold })
  return hangUp
}

const route = (emulation: Emulation, app: AppOrigin, request: IncomingMessage): Reply | Promise<Reply> => {
  const path = pathOf(request)
  if (emulation.isDown() && !path.startsWith("/emulator")) return refuseAll(emulation, path)
  if (path === HEARTBEAT_PATH) return serveHeartbeats(emulation, request)
  if (path === INVITATION_PATH && isGet(request)) return serveInvitation(app())
  if (path.startsWith("/emulator/api/")) return serveControl(emulation, request)
  if (path === "/" || path === "/emulator" || path.startsWith("/emulator/")) return serveConsole(request)
  if (path === "/docs" || path.startsWith("/docs/")) return serveDocs(request)
  if (path.startsWith("/firmware/")) return serveFirmware(emulation, request)
  return serveCall(emulation, request)
}

/**
 * The mock cloud's server: calls, firmware, API document, console and its control API. Does not listen yet.
 *
 * A connection serves one request. A browser silently repeats a POST when a reused connection closes without an answer,
 * and a dropped request must not arrive twice without a fault.
 */
export const createCloudServer = (emulation: Emulation, app: AppOrigin): Server => {
  const server = createLoopbackServer(async (request) => {
    const reply = await route(emulation, app, request)
    // A heartbeat must not wait, because the pending changes may wait for heartbeats.
    if (pathOf(request) === HEARTBEAT_PATH) return reply
    // Saves the changes before the answer, so that they survive when the process is killed right after it (`--data`).
    await emulation.settled()
    return reply
  })
  server.maxRequestsPerSocket = 1
  return server
}
