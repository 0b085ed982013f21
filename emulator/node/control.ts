import type { IncomingMessage } from "node:http"
import type { Schema } from "effect"
import { faultNames } from "../model/faultNames.ts"
import type { EmulatedDeviceView } from "../model/view.ts"
import { ClockRequest, DeviceRequest, decodeBody, NewDevicesRequest, ResetRequest } from "./bodies.ts"
import type { Emulation } from "./emulation.ts"
import { type ActiveFault, DOWN_DEFAULT_MS, FaultRequest, hindranceOf, isAtOnce } from "./faults.ts"
import { isOwnOrigin, json, parseJson, plain, type Reply, readBody, urlOf } from "./http.ts"

/** The emulator's control API (EMU-4). Serves only this machine: loopback Host, and the own Origin or none. */

interface Asked {
  readonly emulation: Emulation
  readonly url: URL
  /** The part of the path after the name of the resource. */
  readonly id: string | undefined
  readonly body: unknown
}

/** HTTP status and JSON of an answer. */
type Given = readonly [status: number, value: unknown]
type Action = (asked: Asked) => Given

const bad = (error: string): Given => [400, { error }]

const withBody =
  <S extends Schema.ConstraintDecoder<unknown>>(schema: S, action: (asked: Asked, body: S["Type"]) => Given): Action =>
  (asked) => {
    const body = decodeBody(schema, asked.body)
    return body.ok ? action(asked, body.value) : bad(body.reason)
  }

const naturalOr = (text: string | null, otherwise: number): number | undefined => {
  if (text === null) return otherwise
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined
}

/** Devices with this text in their name or id. */
const matching = (devices: readonly EmulatedDeviceView[], text: string): readonly EmulatedDeviceView[] => {
  const wanted = text.trim().toLowerCase()
  return wanted === ""
    ? devices
    : devices.filter(({ name, did }) => name.toLowerCase().includes(wanted) || did.toLowerCase().includes(wanted))
}

const clockOf = ({ clock }: Emulation) => ({ now: clock.now(), offsetMs: clock.offset() })

/** Takes the cloud down for a while. Its control API still answers. */
const takeDown = (emulation: Emulation, wanted: Pick<FaultRequest, "fault" | "ms">) => {
  const ms = wanted.ms ?? DOWN_DEFAULT_MS
  emulation.takeDown(ms)
  return { fault: wanted.fault, ms, times: 1, remaining: 0 }
}

/** Cuts the power of the device now. It returns after `ms`, never when that is 0 or missing. */
const takeAway = (emulation: Emulation, did: string, ms = 0): readonly [number, object] => {
  const found = emulation.world().patchDevice(did, { power: "off", backAfterMs: ms }, emulation.clock.now())
  emulation.changed()
  return found
    ? [201, { fault: "vanish", match: { did }, ms, times: 1, remaining: 0 }]
    : [404, { error: `no device ${did}` }]
}

type AtOnce = Pick<FaultRequest, "fault" | "match" | "ms">

const actNow = (emulation: Emulation, wanted: AtOnce): Given => {
  if (wanted.fault === "server-down") return [201, takeDown(emulation, wanted)]
  if (wanted.fault === "vanish") return takeAway(emulation, wanted.match?.did ?? "", wanted.ms)
  emulation.closeBridge()
  return [201, { fault: "bridge-close", match: {}, times: 1, remaining: 0 }]
}

/** Executes the scheduled faults that are due by the emulator's clock. */
const actDue = (emulation: Emulation): void => {
  for (const { fault, match, ms } of emulation.faults.due()) actNow(emulation, { fault, match, ...(ms > 0 && { ms }) })
}

/**
 * Retries until the fault is used up: a timer may fire too early for the emulator's clock, and the clock may go back.
 */
const actWhenDue = (emulation: Emulation, { id, from }: ActiveFault): void => {
  const look = (): void => {
    actDue(emulation)
    const waiting = emulation.faults.list().find((fault) => fault.id === id)
    if (waiting !== undefined) actWhenDue(emulation, waiting)
  }
  setTimeout(look, Math.max(1, from - emulation.clock.now())).unref()
}

const addFault = withBody(FaultRequest, ({ emulation }, wanted) => {
  const hindrance = hindranceOf(wanted)
  if (hindrance !== null) return bad(hindrance)
  if (!isAtOnce(wanted)) return [201, emulation.faults.add(wanted)]
  if (wanted.fault === "vanish" && wanted.match?.did === undefined)
    return bad("vanish needs a did, or the path of a call that names the device")
  if (wanted.afterMs === undefined || wanted.afterMs === 0) return actNow(emulation, wanted)
  const fault = emulation.faults.add(wanted)
  actWhenDue(emulation, fault)
  return [201, fault]
})

const addDevices = withBody(NewDevicesRequest, ({ emulation }, wanted) => {
  if (wanted.did !== undefined && (wanted.kind !== "cloud" || wanted.count !== 1))
    return bad("did: one device of an account is wanted")
  if (emulation.world().device(wanted.did ?? "") !== undefined)
    return [409, { error: `there is a device ${wanted.did}` }]
  const dids = emulation.world().addDevices(wanted, emulation.clock.now())
  if (dids.length === 0) return [409, { error: "there is no account these devices could belong to" }]
  emulation.changed()
  return [201, { dids }]
})

const patchDevice = withBody(DeviceRequest, ({ emulation, id = "" }, change) => {
  const now = emulation.clock.now()
  if (!emulation.world().patchDevice(id, change, now)) return [404, { error: `no device ${id}` }]
  emulation.changed()
  const device = emulation
    .world()
    .view(now)
    .devices.find(({ did }) => did === id)
  return [200, device]
})

const actions: Readonly<Record<string, Action>> = {
  "GET state": ({ emulation, url }) => {
    const most = naturalOr(url.searchParams.get("devices"), Number.MAX_SAFE_INTEGER)
    if (most === undefined) return bad("devices: a whole number is wanted")
    const from = naturalOr(url.searchParams.get("from"), 0)
    if (from === undefined) return bad("from: a whole number is wanted")
    const view = emulation.world().view(emulation.clock.now())
    const { devices } = view
    const found = matching(devices, url.searchParams.get("find") ?? "")
    const shown = {
      ...view,
      devices: found.slice(from, from + most),
      deviceCount: devices.length,
      foundCount: found.length,
    }
    return [200, { ...shown, clock: clockOf(emulation), world: emulation.worldId() }]
  },
  "GET screen": ({ emulation, id = "" }) => {
    const unit = [...emulation.world().units()].find(({ device }) => device.did === id)
    const text = unit?.display.text ?? ""
    return emulation.world().device(id) === undefined ? [404, { error: `no device ${id}` }] : [200, { text }]
  },
  "GET effects": ({ emulation, url }) => {
    const since = naturalOr(url.searchParams.get("since"), 0)
    return since === undefined ? bad("since: a whole number is wanted") : [200, emulation.world().effects(since)]
  },
  "GET mail": ({ emulation, url }) => [200, emulation.world().mail(url.searchParams.get("to") ?? undefined)],
  "GET requests": ({ emulation, url }) => {
    const since = naturalOr(url.searchParams.get("since"), 0)
    return since === undefined ? bad("since: a whole number is wanted") : [200, emulation.journal.since(since)]
  },
  "GET frames": ({ emulation, url }) => {
    const since = naturalOr(url.searchParams.get("since"), 0)
    return since === undefined ? bad("since: a whole number is wanted") : [200, emulation.frames.since(since)]
  },
  "GET faults": ({ emulation }) => [200, emulation.faults.list()],
  "GET fault-names": () => [200, faultNames],
  "POST faults": addFault,
  "DELETE faults": ({ emulation, id, url }) => {
    const one = id ?? url.searchParams.get("id")
    const number = naturalOr(one, 0)
    if (number === undefined) return bad("id: a whole number is wanted")
    const removed = one === null ? emulation.faults.remove() : emulation.faults.remove(number)
    if (one === null) emulation.takeDown(0)
    return one !== null && removed === 0 ? [404, { error: `no fault ${one}` }] : [200, { removed }]
  },
  "POST devices": addDevices,
  "PATCH devices": patchDevice,
  "POST clock": withBody(ClockRequest, ({ emulation }, { advanceMs }) => {
    emulation.clock.advance(advanceMs)
    actDue(emulation)
    emulation.changed()
    return [200, clockOf(emulation)]
  }),
  "POST reset": withBody(ResetRequest, ({ emulation }, { scenario = "demo", seed = 1, devices = 0, rotateTokens }) => {
    emulation.reset({ scenario, seed, devices })
    emulation.world().rotateTokens(rotateTokens === true)
    return [200, { scenario, seed, devices }]
  }),
}

const PREFIX = "/emulator/api/"

const given = async (emulation: Emulation, request: IncomingMessage, url: URL): Promise<Given> => {
  const [name = "", id, ...more] = url.pathname.slice(PREFIX.length).split("/").map(decodeURIComponent)
  const action = more.length > 0 ? undefined : actions[`${request.method} ${name}`]
  if (action === undefined) return [404, { error: `no ${request.method} ${url.pathname}` }]
  if (request.method !== "POST" && request.method !== "PATCH") return action({ emulation, url, id, body: undefined })
  const raw = await readBody(request)
  if (typeof raw === "string") return [413, { error: `the body is ${raw}` }]
  const body = parseJson(raw.length === 0 ? Buffer.from("{}") : raw)
  return body === undefined ? bad("the body is not JSON") : action({ emulation, url, id, body: body.value })
}

const canDecode = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

export const serveControl = async (emulation: Emulation, request: IncomingMessage): Promise<Reply> => {
  if (!isOwnOrigin(request)) return plain(403, "the control API serves no other origin")
  const url = urlOf(request)
  if (url === undefined || !canDecode(url.pathname)) return json(400, { error: "no such address" })
  const [status, value] = await given(emulation, request, url)
  return json(status, value)
}
