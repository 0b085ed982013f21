import { Effect, Exit } from "effect"
import { askViewing, switchMode } from "../../../src/domain/client/bridge/asking.ts"
import { Viewing } from "../../../src/domain/client/bridge/desk.ts"
import { followModes } from "../../../src/domain/client/bridge/switching.ts"
import { followViewing } from "../../../src/domain/client/bridge/viewing.ts"
import { tabSessionOf } from "../../../src/domain/features/deviceSession/feature.ts"
import type { Mode } from "../../../src/domain/wire/bridge.ts"
import { passcodeOf } from "../lan/simulatedDevice.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import { Doors } from "./doors.ts"
import { type Click, Page, type Ports } from "./page.ts"
import type { Part } from "./part.ts"

/** One page that looks at devices and switches their modes, through a native side that asks for passcodes. */

const MOVES = 18
const IDS = ["n1", "n2", "n3"] as const
/** The one of them that lets everybody in. */
const OPEN = "n1"
/** A message and its answer take no longer, and everything that was begun has ended by then, ms. */
const ANSWERED_MS = 10_000
const ENDED_MS = 180_000

const didOf = (id: string): string => `did of ${id}`

class Sessions {
  readonly #page: Page
  readonly #doors: Doors
  readonly #ask: Click<Ports | Viewing>
  /** Passcodes that a person wanted kept, by key. */
  readonly #kept = new Set<string>()
  /** Switches that are not answered. */
  #waiting = 0

  constructor(page: Page, dice: Prng) {
    this.#page = page
    this.#doors = new Doors(page, IDS, OPEN)
    for (const id of IDS)
      if (id !== OPEN && dice.chance(0.3)) {
        this.#kept.add(`${didOf(id)} ${passcodeOf(id)}`)
        page.stored.values.set(`passcode.${didOf(id)}`, passcodeOf(id))
      }
    page.written = (event) => {
      if (event.type === "PasscodeWanted") this.#checkAsked(event.payload)
    }
    const loops = Effect.all([followViewing, followModes], { concurrency: "unbounded", discard: true })
    this.#ask = page.run(Viewing.layer, loops)
    page.pass(10)
    this.#doors.greet()
    page.pass(10)
  }

  get #reach() {
    return tabSessionOf(this.#page.log.state.reach, this.#page.tab.name)
  }

  move(dice: Prng): void {
    const page = this.#page
    const move = dice.weighted([
      ["open", 4],
      ["close", 2],
      ["retry", 1],
      ["mode", 5],
      ["answer", 6],
      ["giveUp", 1],
      ["power", 3],
      ["away", 1],
      ["mood", 2],
      ["wait", 2],
    ])
    const id = dice.pick(IDS)
    if (move === "open") {
      const target = { id, did: didOf(id), name: id, isUsb: false, cloudType: 0 }
      this.#view({ type: "open", target })
    } else if (move === "mode") this.#switch(id, dice.pick(["hid", "usb"] as const))
    else if (move === "answer") this.#answer(dice)
    else if (move === "power") this.#doors.switchPower(id)
    else if (move === "mood") this.#doors.mood = dice.pick(["obeys", "obeys", "stubborn", "silent"] as const)
    else if (move === "away") {
      this.#doors.leave()
      page.pass(dice.between(1, 3_000))
      this.#doors.greet()
    } else if (move !== "wait") this.#view({ type: move })
    page.pass(dice.pick([5, 50, 1_500, 12_000, 40_000]))
    this.#check()
  }

  #view(request: Parameters<typeof askViewing>[0]): void {
    this.#ask(askViewing(request), () => {})
  }

  #answer(dice: Prng): void {
    const asked = this.#reach.passcode
    if (asked === null) return
    const passcode = dice.chance(0.8) ? passcodeOf(asked.id) : "wrong-zq"
    const keep = dice.chance(0.5)
    if (keep) this.#kept.add(`${asked.did} ${passcode}`)
    this.#view({ type: "answer", passcode, keep })
  }

  #switch(id: string, mode: Mode): void {
    const askedAt = this.#page.world.now
    this.#waiting += 1
    this.#ask(switchMode(id, mode), (exit) => {
      this.#waiting -= 1
      if (Exit.isSuccess(exit) && !this.#doors.hasTold(id, mode, askedAt))
        this.#page.fail(new Violation(25, `${id} is said to be in mode ${mode}, and never said so`))
      const timedOut = Exit.isFailure(exit) && JSON.stringify(exit.cause).includes("modeTimedOut")
      if (timedOut && this.#reach.passcode?.id === id)
        this.#page.fail(new Violation(7, `${id} is given up while a person types its passcode`))
    })
  }

  /** DEVICE-9: nobody is asked for a passcode that was kept, unless it was refused. */
  #checkAsked({ id, did, tried }: { readonly id: string; readonly did: string; readonly tried: string }): void {
    if (tried === "none" && this.#page.stored.values.has(`passcode.${did}`))
      this.#page.fail(new Violation(26, `the passcode of ${id} was kept, and a person is asked for it`))
  }

  #check(): void {
    for (const [key, passcode] of this.#page.stored.values) {
      const did = key.replace("passcode.", "")
      if (!this.#kept.has(`${did} ${passcode}`))
        throw new Violation(15, `a passcode of ${did} lies here that nobody wanted kept`)
    }
    const { device, passcode } = this.#reach
    if (device === null || device.phase !== "lost" || passcode !== null) return
    if (device.until === null || device.until + ANSWERED_MS < this.#page.world.wall)
      throw new Violation(7, `${device.id} is lost, and nobody tries to come back to it`)
  }

  /** In the end nothing is under way, and the native side holds open only what is looked at. */
  end(): void {
    this.#page.pass(ENDED_MS)
    this.#view({ type: "giveUp" })
    this.#page.pass(ENDED_MS)
    this.#check()
    if (this.#waiting > 0) throw new Violation(7, "a switch of a mode is awaited for ever")
    const { device } = this.#reach
    const open = [...this.#doors.open]
    const left = open.find((id) => id !== device?.id)
    if (left !== undefined) throw new Violation(22, `a session of ${left} is left open, and nobody looks at it`)
    if (device?.phase === "connected" && !open.includes(device.id))
      throw new Violation(25, `${device.id} is shown, and its session is over`)
  }
}

export const sessions: Part = {
  name: "sessions",
  title: "in a page that looks at devices alone",
  every: 8,
  imagine: ({ dice, next, tell }) => {
    const all = new Sessions(new Page(dice, tell), dice)
    for (let n = 0; n < MOVES; n += 1) {
      const own = next()
      if (own !== undefined) all.move(own)
    }
    all.end()
  },
}
