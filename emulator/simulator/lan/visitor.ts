import type { ClientRequest } from "../../../src/domain/client/requests.ts"
import { tabSessionOf } from "../../../src/domain/features/deviceSession/feature.ts"
import type { State } from "../../../src/domain/product/state.ts"
import type { SimulatedClient } from "../browser/client.ts"
import type { Prng } from "../prng.ts"
import type { Simulation } from "../simulation.ts"
import { Violation } from "../violation.ts"
import type { Neighbourhood } from "./neighbourhood.ts"
import { passcodeOf } from "./simulatedDevice.ts"

/** Operations of a person on the local network, and accidents of that network. */

const operations = [
  ["scan", 4],
  ["cancelScan", 2],
  ["wake", 4],
  ["open", 4],
  ["leave", 2],
  ["retry", 1],
  ["answer", 8],
  ["giveUp", 1],
  ["mode", 4],
] as const

const accidents = [
  ["power", 6],
  ["rename", 4],
  ["clock", 3],
  ["close", 2],
  ["cut", 3],
  ["junk", 2],
  ["nat", 3],
] as const

/** Targets of scans: overlapping ones, one address, and one of several parts. */
const scans = [
  ["10.0.7.*"],
  ["10.0.7.9", "10.0.7.*"],
  ["10.0.7.*", "10.1.0.*"],
  ["10.1.2.3"],
  ["10.0.*.*"],
  [],
] as const
const macs = [null, null, "02:00:5E:00:00:01", "nonsense"] as const
const names = ["Bench", "Atlas", "放送スタジオ"] as const

/** Pauses between two operations and between two accidents, and time for which the bridge is away, ms. */
const OPERATION_MS = [200, 40_000] as const
const ACCIDENT_MS = [1_000, 120_000] as const
const AWAY_MS = [100, 90_000] as const
/** Shares of questions where a person knows the passcode, and where the person wants it kept. */
const KNOWS = 0.8
const KEEPS = 0.5

export class LanVisitor {
  /** Unanswered switches of a mode, by the waiting tab. */
  readonly waiting = new Map<SimulatedClient, number>()
  readonly #simulation: Simulation
  readonly #around: Neighbourhood
  #over = false

  constructor(simulation: Simulation, around: Neighbourhood) {
    this.#simulation = simulation
    this.#around = around
  }

  start(): void {
    this.#again("network", OPERATION_MS, (dice) => this.#act(dice))
    this.#again("neighbour", ACCIDENT_MS, (dice) => this.#happen(dice))
  }

  /** Faults stop: the bridge runs. */
  end(): void {
    this.#over = true
    this.#around.setUp(true)
  }

  /** The person closes every open question for a passcode. */
  giveUp(): void {
    for (const client of this.#simulation.ready) {
      const state = client.engine?.state()
      if (state !== undefined && tabSessionOf(state.reach, client.tab.name).passcode !== null)
        this.#ask(client, { type: "GiveUpPasscode" })
    }
  }

  #again(kind: string, [least, most]: readonly [number, number], happens: (dice: Prng) => void): void {
    const { world, decisions } = this.#simulation
    const next = (): void => {
      if (this.#over) return
      const decision = decisions.next(kind)
      world.after(decision.dice.skewed(least, most), next)
      if (decisions.takes(decision)) happens(decision.dice)
    }
    world.after(0, next)
  }

  #act(dice: Prng): void {
    const { ready } = this.#simulation
    if (ready.length === 0) return
    const client = dice.pick(ready)
    const state = client.engine?.state()
    const request = state === undefined ? undefined : this.#draw(client, state, dice)
    if (request !== undefined) this.#ask(client, request)
  }

  #draw({ tab }: SimulatedClient, state: State, dice: Prng): ClientRequest | undefined {
    const known = [...state.lan.devices.values()]
    const device = known.length === 0 ? undefined : dice.pick(known)
    const asked = tabSessionOf(state.reach, tab.name).passcode
    switch (dice.weighted(operations)) {
      case "scan":
        return { type: "Scan", targets: dice.pick(scans) }
      case "cancelScan":
        return { type: "CancelScan" }
      case "leave":
        return { type: "DisconnectDevice" }
      case "retry":
        return { type: "RetryDevice" }
      case "giveUp":
        return { type: "GiveUpPasscode" }
      case "answer": {
        if (asked === null) return undefined
        const passcode = dice.chance(KNOWS) ? passcodeOf(asked.id) : "wrong-zq"
        return { type: "AnswerPasscode", passcode, keep: dice.chance(KEEPS) }
      }
      case "wake":
        return device && { type: "WakeOverLan", id: device.id, mac: dice.pick(macs) }
      case "mode":
        return device && { type: "SwitchMode", id: device.id, mode: dice.pick(["hid", "usb"] as const) }
      case "open": {
        if (device === undefined) return undefined
        const { id, did, name, isUsb, cloudType } = device
        return { type: "ConnectDevice", id, did, name, isUsb, cloudType }
      }
    }
  }

  #ask(client: SimulatedClient, request: ClientRequest): void {
    const { counts } = this.#simulation
    if (request.type !== "SwitchMode") {
      client.ask(
        request,
        () => counts.add(`network ${request.type}: done`),
        (reason) => counts.add(`network ${request.type}: ${reason}`),
      )
      return
    }
    this.#wait(client, 1)
    client.ask(
      request,
      () => {
        this.#wait(client, -1)
        counts.add("network SwitchMode: done")
        this.#checkMode(client, request)
      },
      (reason) => {
        this.#wait(client, -1)
        counts.add(`network SwitchMode: ${reason}`)
      },
    )
  }

  #wait(client: SimulatedClient, more: 1 | -1): void {
    this.waiting.set(client, (this.waiting.get(client) ?? 0) + more)
  }

  /** MODE-2: a switch is done only when the device reports the mode. */
  #checkMode({ tab }: SimulatedClient, { id, mode }: Extract<ClientRequest, { type: "SwitchMode" }>): void {
    const reported = this.#around.pages.get(tab)?.modes.get(id)
    if (reported !== mode)
      this.#simulation.fail(new Violation(25, `${id} is said to be in mode ${mode}, and it told ${reported}`))
  }

  #happen(dice: Prng): void {
    const { world, counts, rates } = this.#simulation
    const kind = dice.weighted(accidents)
    counts.add(`neighbour ${kind}`)
    const device = dice.pick([...this.#around.devices.values()])
    rates.caused()
    switch (kind) {
      case "power":
        this.#around.switchPower(device, !device.isOn)
        break
      case "rename":
        if (device.isOn) this.#around.change(device, { name: dice.pick(names) })
        break
      case "clock":
        if (device.isOn) this.#around.change(device, {})
        break
      case "close":
        this.#around.setUp(false)
        world.after(dice.skewed(...AWAY_MS), () => this.#around.setUp(true))
        break
      case "cut":
        this.#around.cut()
        break
      case "junk":
      case "nat":
        this.#say(kind, dice)
    }
  }

  #say(kind: "junk" | "nat", dice: Prng): void {
    const { ready, audit, rates } = this.#simulation
    if (ready.length === 0) return
    const { tab } = dice.pick(ready)
    const page = this.#around.pages.get(tab)
    rates.caused()
    if (kind === "nat") page?.tell({ type: "nat_request", did: "lan-1", payload: { nonce: "n", candidates: [] } })
    else page?.tellJunk(() => audit.receivedJunk(tab))
  }
}
