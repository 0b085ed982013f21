import type { Chunk } from "../../../src/domain/wire/device/chunk.ts"
import { NONCE_LENGTH, SESSIONS_MAX, TICKET_LIFE_MS } from "../../../src/domain/wire/device/limits.ts"
import type { ClientMessage, DeviceMessage, DeviceRequest } from "../../../src/domain/wire/device/message.ts"
import { type Judgement, judge, type Proof, waitMs } from "../../../src/domain/wire/device/passcode.ts"
import {
  type Line,
  SessionMachine,
  type SessionOwner,
  type Streaming,
} from "../../../src/domain/wire/device/session.ts"
import { isAwake, keepAwake, type LanHost, nextTurn } from "../lan/hosts.ts"
import { lanIdOf } from "../lan/network.ts"
import { UPDATE_TICK_MS } from "../limits.ts"
import type { ComputerScene } from "../screen/desktop.ts"
import type { WorldState } from "../state.ts"
import { Display } from "./display.ts"
import type { Caller, DeviceMachine, HostState } from "./machine.ts"
import type { News } from "./news.ts"
import type { DevicePorts } from "./ports.ts"
import { arrive, cutPower, isUp, restartInto } from "./power.ts"
import type { EmulatedDevice } from "./record.ts"
import { answerRequest, receiveChunk } from "./requests.ts"
import { type UpdateTick, Updating } from "./updating.ts"

/** Most connections of one device: each session with its stream, and as many that have sent nothing yet. */
const CONNECTIONS_MAX = 3 * SESSIONS_MAX

/**
 * A device in use: its record, and the state that it loses without power (sessions, screen, the stage of an update). It
 * has no clock: its owner calls `tick` at the time of `nextDue`, and after each change.
 */
export class DeviceUnit implements DeviceMachine, SessionOwner {
  readonly device: EmulatedDevice
  readonly ports: DevicePorts
  readonly display: Display
  updating: Updating<Caller>
  readonly #sessions = new Set<SessionMachine>()
  readonly #tickets = new Map<string, { readonly owner: SessionMachine; readonly until: number }>()
  /** The stream of each session that has one. */
  readonly #streams = new Map<Caller, SessionMachine>()
  readonly #state: WorldState
  #now: number
  /** The state that its sessions know: the mode, the name, and by MAC whether each host is awake. */
  #reported: { readonly mode: string; readonly name: string; readonly awake: ReadonlyMap<string, boolean> }

  constructor(state: WorldState, device: EmulatedDevice, ports: DevicePorts, now: number) {
    this.#state = state
    this.#now = now
    this.device = device
    this.ports = ports
    this.updating = new Updating(ports, state.flash.get(device.did))
    this.display = new Display(
      (at) => this.#scene(at),
      ports,
      (fault) => ports.screenFault?.(device.did, fault),
    )
    this.#reported = this.#facts(now)
  }

  /** True when the device is up. */
  isUp(now: number): boolean {
    this.tick(now)
    return isUp(this.device, now)
  }

  /** Undefined when the device is not up. */
  connect(line: Line, now: number): SessionMachine | undefined {
    if (!this.isUp(now)) return undefined
    const session = new SessionMachine(this, line, now)
    if (this.#sessions.size >= CONNECTIONS_MAX) session.fail("too-many")
    else this.#sessions.add(session)
    return session
  }

  about() {
    const { did, name, model, build, mode, passcode } = this.device
    const auth = passcode === "" ? ("none" as const) : ("passcode" as const)
    return { id: lanIdOf(did), did, name, model, build, mode, auth }
  }

  nonce(digits: number): string {
    return this.ports.nonce(digits)
  }

  waitMs(now: number): number {
    return waitMs(this.device, now)
  }

  judge(proof: Proof, now: number): Judgement {
    const judgement = judge(this.device, proof, now, this.ports.hmac)
    this.changed()
    return judgement
  }

  answer(session: SessionMachine, request: DeviceRequest, now: number): void {
    answerRequest(this, session, request, now)
  }

  receiveChunk(session: SessionMachine, chunk: Chunk, now: number): void {
    receiveChunk(this, session, chunk, now)
  }

  overhear(way: "in" | "out", message: ClientMessage | DeviceMessage): void {
    this.ports.reported?.(this.device.did, way, message)
  }

  hasRoom(): boolean {
    return [...this.#sessions].filter((session) => session.isGreeted).length < SESSIONS_MAX
  }

  forget(session: SessionMachine): void {
    this.#sessions.delete(session)
    this.updating.leave(session)
    this.endStream(session)
  }

  ticketFor(session: Caller, now: number): string {
    const ticket = this.ports.nonce(NONCE_LENGTH)
    for (const [old, { until }] of this.#tickets) if (until <= now) this.#tickets.delete(old)
    const owner = [...this.#sessions].find((one) => one === session)
    if (owner !== undefined) this.#tickets.set(ticket, { owner, until: now + TICKET_LIFE_MS })
    return ticket
  }

  attach(ticket: string, session: SessionMachine, line: Line, now: number): Streaming | undefined {
    const good = this.#tickets.get(ticket)
    this.#tickets.delete(ticket)
    if (good === undefined || good.until <= now || !good.owner.isOpen) return undefined
    const { owner } = good
    this.endStream(owner)
    this.#streams.set(owner, session)
    session.send({ type: "attached" })
    return this.display.attach(line, { mayAct: () => this.#mayAct(owner), acted: () => this.#keepHostsAwake(now) }, now)
  }

  endStream(session: Caller): void {
    const stream = this.#streams.get(session)
    this.#streams.delete(session)
    stream?.hangUp()
  }

  /**
   * The device decides, not the viewer (SCREEN-2): input has no effect in USB stream mode and while the computer
   * sleeps.
   */
  #mayAct(owner: SessionMachine): boolean {
    return owner.view?.control === true && this.device.mode === "hid" && this.hostState(this.#now) !== "asleep"
  }

  #keepHostsAwake(now: number): void {
    for (const host of this.hosts()) keepAwake(host, now)
  }

  /**
   * True when the unit is still needed: for a session, an update, a trial start, or typed text, which lasts until the
   * power goes.
   */
  get isUsed(): boolean {
    return this.#sessions.size > 0 || this.updating.runs || this.device.firmware.trying || this.display.isUsed
  }

  /** The next time at which something changes without input, ms since 1970. Null for never. */
  nextDue(now: number): number | null {
    const { powerBackAt, upFrom } = this.device
    const patience = [...this.#sessions].map((session) => session.patience).filter(Number.isFinite)
    const ahead = [...patience, this.display.nextDue(now)]
    const hosts = this.#sessions.size === 0 ? [] : this.hosts().map((host) => nextTurn(host, now))
    const own = [powerBackAt, upFrom !== null && upFrom > now ? upFrom : null]
    const update = this.updating.runs ? now + UPDATE_TICK_MS : null
    const times = [...ahead, ...hosts, ...own, update].filter((at) => at !== null)
    return times.length === 0 ? null : Math.min(...times)
  }

  tick(now: number): void {
    this.#now = now
    arrive(this.device, now)
    this.#turnUpdate(now)
    for (const session of this.#sessions) if (session.patience <= now) session.fail("silent")
    this.#tellFacts(now)
    this.display.show(now)
    this.#sound()
  }

  #turnUpdate(now: number): void {
    for (let tick = this.updating.advance(this.device, now); tick !== undefined; ) {
      this.#follow(tick, now)
      tick = this.updating.advance(this.device, now)
    }
    if (this.updating.runs) this.tellProgress(now)
    this.keepFlash()
  }

  #follow(tick: UpdateTick, now: number): void {
    if (typeof tick === "object") this.losePower(now, tick.ms)
    else if (tick === "restart") this.#restart(now)
    else if (tick === "wrong-hash") for (const session of this.#open()) session.refuse({ code: "wrong-hash" })
  }

  #restart(now: number): void {
    const build = this.updating.flash?.plan.build ?? this.device.build
    this.tellProgress(now)
    restartInto(this.device, build, now)
    this.tell({ kind: "gone", did: this.device.did, reason: "update" })
  }

  losePower(now: number, ms: number): void {
    cutPower(this.device, now, ms)
    this.tell({ kind: "gone", did: this.device.did, reason: "power" })
  }

  /**
   * Drops everything that the device loses when it goes: all but the flash. A restart into new firmware continues
   * automatically.
   */
  gone(reason: "reboot" | "update" | "power"): void {
    for (const session of this.#sessions) session.leave(reason)
    this.display.forget()
    this.#tickets.clear()
    if (reason !== "update") this.updating = new Updating(this.ports, this.#state.flash.get(this.device.did))
  }

  /** Keeps the slot for a later unit, unless its image already runs. */
  keepFlash(): void {
    const { flash } = this.updating
    const isDone = flash === undefined || flash.plan.build === this.device.build
    if (isDone) this.#state.flash.delete(this.device.did)
    else this.#state.flash.set(this.device.did, flash)
    if (isDone && flash !== undefined && !this.updating.runs) this.updating.flash = undefined
  }

  tell(news: News): void {
    this.#state.tell(news)
  }

  changed(): void {
    this.tell({ kind: "changed", did: this.device.did })
  }

  hosts(): readonly LanHost[] {
    return [...this.#state.hosts.values()].filter(({ did }) => did === this.device.did)
  }

  hostState(now: number): HostState {
    const hosts = this.hosts()
    if (hosts.length === 0) return "none"
    return hosts.some((host) => isAwake(host, now)) ? "awake" : "asleep"
  }

  firmware(now: number) {
    const { stage, flash } = this.updating
    return { stage, build: flash?.plan.build ?? this.device.build, percent: this.updating.percent(now) }
  }

  tellProgress(now: number): void {
    const { stage, percent } = this.firmware(now)
    if (stage !== "idle") this.#broadcast({ type: "fw_progress", stage, percent })
    this.keepFlash()
  }

  #open(): readonly SessionMachine[] {
    return [...this.#sessions].filter((session) => session.isOpen)
  }

  #broadcast(message: DeviceMessage): void {
    for (const session of this.#open()) session.send(message)
  }

  #facts(now: number) {
    const { mode, name } = this.device
    return { mode, name, awake: new Map(this.hosts().map((host) => [host.mac, isAwake(host, now)])) }
  }

  #tellFacts(now: number): void {
    const { mode, name } = this.device
    const facts = this.#facts(now)
    const reported = this.#reported
    this.#reported = facts
    if (mode !== reported.mode) this.#broadcast({ type: "mode", mode })
    if (name !== reported.name) this.#broadcast({ type: "renamed", name })
    const turned = [...facts.awake].filter(([mac, awake]) => reported.awake.get(mac) !== awake)
    for (const [mac, awake] of turned) this.#broadcast({ type: "host", mac, awake })
  }

  #sound(): void {
    const tone = this.display.takeTone()
    if (tone === null) return
    for (const session of this.#streams.keys())
      if (session.view?.audio === true) session.send({ type: "tone", ...tone })
  }

  #scene(now: number): ComputerScene {
    const { did, name, build, mode, upFrom } = this.device
    const { stage, percent } = this.firmware(now)
    const isControlled = [...this.#streams.keys()].some((session) => session.view?.control === true)
    const viewers = this.display.streams
    const startedAt = upFrom ?? now
    return { did, name, build, mode, startedAt, host: this.hostState(now), stage, percent, viewers, isControlled }
  }
}
