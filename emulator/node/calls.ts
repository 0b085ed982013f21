import type { IncomingMessage } from "node:http"
import { type CallName, calls } from "../../src/domain/wire/cloud.ts"
import type { CloudAnswer } from "../model/cloud/cloud.ts"
import { callAt } from "../model/cloud/handler.ts"
import { MALFORMED, OK } from "../model/cloud/status.ts"
import type { Emulation } from "./emulation.ts"
import { type ActiveFault, type FaultPlan, isDeviceFault, isSessionFault } from "./faults.ts"
import { badGateway, hangUp, json, parseJson, pathOf, type Reply, readBody, unheld } from "./http.ts"
import { withoutSecrets } from "./journal.ts"

/** The cloud's calls over HTTP, with their faults. Any origin may call, because the app may come from any server. */
const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-allow-headers": "content-type",
  "access-control-allow-private-network": "true",
  "access-control-expose-headers": "Date, Retry-After",
  "access-control-max-age": "86400",
}

const preflight: Reply = { status: 204, headers: cors, body: "" }
const brokenServer = json(500, { error: "internal error" }, cors)
const brokenProxy = badGateway(cors)

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const textAt = (body: unknown, ...names: string[]): string | undefined =>
  isFields(body) ? names.map((name) => body[name]).find((value) => typeof value === "string") : undefined

interface Incoming {
  readonly path: string
  readonly call: CallName
  readonly body: unknown
  readonly did: string | undefined
}

const apply = (emulation: Emulation, incoming: Incoming, fault: string | null): CloudAnswer => {
  const now = emulation.clock.now()
  const answer = emulation.world().handle(incoming.call, incoming.body, now)
  const { applied, status, reply } = answer
  const shown = { body: withoutSecrets(incoming.body), answer: withoutSecrets(reply) }
  emulation.journal.add({ at: now, path: incoming.path, fault, applied, status, ...shown })
  emulation.changed()
  return answer
}

/** Records a request that never reached the cloud. */
const missed = (
  emulation: Emulation,
  path: string,
  body: unknown,
  fault: string | null,
  status: number | null,
): void => {
  const answer = status === null ? null : { status }
  const at = emulation.clock.now()
  emulation.journal.add({ at, path, body: withoutSecrets(body), fault, applied: false, status, answer })
}

/** The reply of a fault that keeps the request from the cloud. */
const early = ({ fault, stage }: ActiveFault): Reply | undefined => {
  if (fault === "drop-request") return hangUp
  if (fault === "http-500" && stage !== "reply") return brokenServer
  if (fault === "http-html" && stage !== "reply") return brokenProxy
  if (isStatus(fault)) return json(200, { status: statusOf(fault) }, cors)
  return undefined
}

const isStatus = (fault: ActiveFault["fault"]): fault is `status:${string}` => fault.startsWith("status:")

const statusOf = (fault: ActiveFault["fault"]): number | null =>
  isStatus(fault) ? Number(fault.slice("status:".length)) : null

/** Valid JSON of the wrong shape: fields of the reply become null. If the reply has none, the status becomes a word. */
const misshapen = (call: CallName, reply: Fields): Fields => {
  const fields = Object.keys(calls[call].reply.fields)
  if (fields.length === 0 || reply.status !== OK) return { ...reply, status: "fine" }
  return { ...reply, ...Object.fromEntries(fields.map((field) => [field, null])) }
}

/** The first half of an answer, with a length that fits, as from a broken proxy. */
const halved = (answer: CloudAnswer): Reply => {
  const text = JSON.stringify(answer.reply)
  const headers = { ...cors, "content-type": "application/json; charset=utf-8" }
  return { status: 200, headers, body: text.slice(0, Math.ceil(text.length / 2)) }
}

/** The reply after the cloud has decided. Names each fault, so that the compiler reports one without an effect. */
const late = (incoming: Incoming, answer: CloudAnswer, fault: ActiveFault["fault"] | undefined): Reply => {
  const whole = json(answer.malformed ? 400 : 200, answer.reply, cors)
  if (fault === undefined || isStatus(fault) || isDeviceFault(fault) || isSessionFault(fault)) return whole
  switch (fault) {
    case "drop-request":
    case "drop-reply":
      return hangUp
    case "http-500":
      return brokenServer
    case "http-html":
      return brokenProxy
    case "wrong-shape":
      return json(200, misshapen(incoming.call, answer.reply), cors)
    case "truncate":
      return halved(answer)
    // These faults act before the cloud decides, on a second arrival, or on several requests.
    case "delay":
    case "duplicate":
    case "expire-session":
    case "vanish":
    case "server-down":
    case "bridge-close":
      return whole
  }
}

/** Applies the part of a fault that changes the cloud before the request arrives. */
const prepare = (emulation: Emulation, incoming: Incoming, fault: ActiveFault): void => {
  const now = emulation.clock.now()
  if (fault.fault === "expire-session") emulation.world().expireSessions(now, textAt(incoming.body, "uid"))
  const did = fault.match.did ?? incoming.did
  if (fault.fault === "vanish" && did !== undefined)
    emulation.world().patchDevice(did, { power: "off", backAfterMs: fault.ms }, now)
}

/** Delivers the same request a second time, at once or `ms` later. Its answer is dropped. */
const again = (emulation: Emulation, incoming: Incoming, ms: number): void => {
  const world = emulation.world()
  if (ms === 0) apply(emulation, incoming, "duplicate")
  else
    setTimeout(() => {
      if (emulation.world() === world) apply(emulation, incoming, "duplicate")
    }, ms).unref()
}

/** The journal's word for the fault of a request. Of a duplicate only the second arrival is marked. */
const wordFor = ({ delay, fault }: FaultPlan): string | null => {
  const word = fault === undefined || fault.fault === "duplicate" ? delay : fault
  return word?.fault ?? null
}

const exchange = async (emulation: Emulation, incoming: Incoming): Promise<Reply> => {
  const plan = emulation.faults.take(incoming.path, incoming.did, emulation.chance)
  const { delay, fault } = plan
  const world = emulation.world()
  if (delay !== undefined && delay.stage !== "reply") await unheld(delay.ms)
  // The emulator was reset meanwhile: the server of this request no longer exists.
  if (emulation.world() !== world) return hangUp
  const instead = fault === undefined ? undefined : early(fault)
  if (fault !== undefined && instead !== undefined) {
    missed(emulation, incoming.path, incoming.body, fault.fault, statusOf(fault.fault))
    return instead
  }
  if (fault !== undefined) prepare(emulation, incoming, fault)
  const answer = apply(emulation, incoming, wordFor(plan))
  if (fault?.fault === "duplicate") again(emulation, incoming, fault.ms)
  if (delay?.stage === "reply") await unheld(delay.ms)
  return emulation.world() === world ? late(incoming, answer, fault?.fault) : hangUp
}

/** Handles one request to a path of the cloud: a call, its preflight, or an unknown path. */
export const serveCall = async (emulation: Emulation, request: IncomingMessage): Promise<Reply> => {
  const path = pathOf(request)
  if (request.method === "OPTIONS") return preflight
  const complain = (http: number, error: string): Reply => {
    missed(emulation, path, null, null, MALFORMED)
    return json(http, { status: MALFORMED, error }, cors)
  }
  if (request.method !== "POST")
    return json(405, { status: MALFORMED, error: "the calls are POST" }, { ...cors, allow: "POST" })
  const raw = await readBody(request)
  if (raw === "gone") return hangUp
  if (raw === "too large") return complain(413, "the body is too large")
  const call = callAt(path)
  if (call === undefined) return complain(404, `no call at ${path}`)
  const body = parseJson(raw)
  if (body === undefined) return complain(400, `${call}: the body is not JSON`)
  return exchange(emulation, { path, call, body: body.value, did: textAt(body.value, "did", "deviceId") })
}
