import type { Chunk } from "../../../src/domain/wire/device/chunk.ts"
import { HOSTS_MAX } from "../../../src/domain/wire/device/limits.ts"
import type { DeviceRequest } from "../../../src/domain/wire/device/message.ts"
import type { DeviceRefusal } from "../../../src/domain/wire/device/session.ts"
import { isAwake } from "../lan/hosts.ts"
import type { Caller, DeviceMachine } from "./machine.ts"
import { noteWake, reboot } from "./power.ts"

/** The requests of an open session, and the device's actions. */

type Handlers = {
  readonly [Type in DeviceRequest["type"]]: (
    unit: DeviceMachine,
    session: Caller,
    request: Extract<DeviceRequest, { readonly type: Type }>,
    now: number,
  ) => void
}

/** Replaces a uid for a command that came over the network. */
const NETWORK = ""

const finish = (session: Caller, n: number, refused: DeviceRefusal | undefined): void => {
  if (refused === undefined) session.send({ type: "done", n })
  else session.refuse(refused, n)
}

const handlers: Handlers = {
  status: (unit, session, { n }, now) => {
    const { name, build, mode, mac, firmware } = unit.device
    const hosts = unit.hosts().slice(0, HOSTS_MAX)
    session.send({
      type: "status",
      n,
      name,
      build,
      mode,
      mac,
      hosts: hosts.map((host) => ({ name: host.name, mac: host.mac, awake: isAwake(host, now) })),
      slot: firmware.slot,
      firmware: unit.firmware(now),
    })
  },
  reboot: (unit, session, { n }, now) => {
    session.send({ type: "done", n })
    reboot(unit.device, NETWORK, now)
    unit.tell({ kind: "gone", did: unit.device.did, reason: "reboot" })
  },
  set_mode: (unit, session, { n, mode }) => {
    session.send({ type: "done", n })
    if (unit.device.mode === mode) return
    unit.device.mode = mode
    unit.tell({ kind: "changed", did: unit.device.did })
  },
  view: (unit, session, { n, audio, control }, now) => {
    session.view = { audio, control }
    session.send({ type: "stream", n, ticket: unit.ticketFor(session, now) })
  },
  view_stop: (unit, session, { n }) => {
    session.view = null
    unit.endStream(session)
    session.send({ type: "done", n })
  },
  wake: (unit, session, { n, mac }, now) => {
    const wanted = mac ?? unit.device.mac
    if (wanted === null) return session.refuse({ code: "no-mac" }, n)
    noteWake(unit.device, NETWORK, mac ?? null, now)
    unit.tell({ kind: "magic", did: unit.device.did, mac: wanted, at: now })
    session.send({ type: "done", n })
  },
  fw_begin: (unit, session, { n, build, hash, size, chunk }) => {
    const begun = unit.updating.begin(unit.device, session, { build, hash, size, chunk })
    if (begun.kind === "have") session.send({ type: "fw_have", n, next: begun.next })
    else if (begun.kind === "refused") session.refuse(begun.refused, n)
  },
  fw_commit: (unit, session, { n }, now) => {
    finish(session, n, unit.updating.commit(session, now))
    unit.tellProgress(now)
  },
  fw_abort: (unit, session, { n }) => finish(session, n, unit.updating.abort(session)),
}

/** The table above is exact for each type; the compiler cannot follow that through an index of a union. */
const handlerOf = <Type extends DeviceRequest["type"]>(type: Type): Handlers[Type] => handlers[type]

export const answerRequest = <Type extends DeviceRequest["type"]>(
  unit: DeviceMachine,
  session: Caller,
  request: Extract<DeviceRequest, { readonly type: Type }> & { readonly type: Type },
  now: number,
): void => handlerOf(request.type)(unit, session, request, now)

export const receiveChunk = (unit: DeviceMachine, session: Caller, chunk: Chunk, now: number): void => {
  const outcome = unit.updating.receive(unit.device, session, chunk)
  if (outcome.kind === "have") session.send({ type: "fw_have", next: outcome.next })
  else if (outcome.kind === "refused") session.refuse(outcome.refused)
  else if (outcome.kind === "cut") unit.losePower(now, outcome.ms)
  if (outcome.kind === "have") unit.tellProgress(now)
}
