import { Effect } from "effect"
import type { BridgeLink } from "../../../src/domain/features/bridge/feature.ts"
import { type Bridge, BridgeError, noBridge } from "../../../src/domain/ports/bridge.ts"
import {
  type BridgeCallback,
  type BridgeMessage,
  bridgeCapabilities,
  type FirmwareProgress,
} from "../../../src/domain/wire/bridge.ts"
import type { FirmwareChunk } from "../../../src/domain/wire/firmwareChunk.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import type { SimulatedWorld, Tab } from "../world.ts"
import type { SimulatedDevice } from "./device.ts"
import { SimulatedDiscovery } from "./discovery.ts"
import { image, md5Of } from "./image.ts"
import { SimulatedJobs } from "./jobs.ts"
import { SimulatedPage, WAY_MS } from "./page.ts"

/**
 * The native side of one machine for its pages: docs/bridge.md in virtual time, with a network that loses and doubles
 * messages.
 */

/** Time for the person to type a passcode, ms, as in the bridge. */
const PASSCODE_PATIENCE_MS = 5 * 60_000
/** A present person types it within this time, ms. */
const TYPED_WITHIN_MS = 90_000

const CONNECTED: BridgeLink = { state: "connected", version: "1", os: "linux", capabilities: [...bridgeCapabilities] }
const AWAY: BridgeLink = { state: "away" }

/** The judge of the pages' actions, and the shares of lost and doubled messages. */
export interface NativeOptions {
  readonly verified: (tab: Tab) => boolean
  readonly fail: (violation: Violation) => void
  /** Shares of lost and doubled progress reports. */
  lost: number
  doubled: number
  /** Share of the passcode questions that a person answers. */
  attended: number
}

export class SimulatedNativeSide {
  readonly jobs: SimulatedJobs
  readonly devices: ReadonlyMap<string, SimulatedDevice>
  readonly options: NativeOptions
  /** Number of completion reports for each device. */
  readonly completed = new Map<string, number>()
  readonly #pages = new Map<Tab, SimulatedPage>()
  readonly #world: SimulatedWorld
  readonly #prng: Prng
  readonly #discovery: SimulatedDiscovery
  #isUp = true
  /** Number of stored chunks. With all of them the image is whole. */
  #stored = 0
  #writer: SimulatedPage | undefined

  constructor(
    world: SimulatedWorld,
    prng: Prng,
    devices: ReadonlyMap<string, SimulatedDevice>,
    options: NativeOptions,
  ) {
    this.#world = world
    this.#prng = prng
    this.devices = devices
    this.options = options
    this.jobs = new SimulatedJobs(world, (progress) => this.#spread(progress))
    this.#discovery = new SimulatedDiscovery(world, devices, (message) => {
      for (const page of this.#pages.values()) this.#tell(page, message)
    })
  }

  portFor(tab: Tab): Bridge["Service"] {
    const page = new SimulatedPage(tab, this.#world, this.#prng)
    const hand = (work: () => void) =>
      Effect.suspend(() => {
        if (!this.#isUp) return Effect.fail(new BridgeError({ reason: "away" }))
        this.#world.after(this.#prng.below(WAY_MS), () => {
          if (this.#isUp && tab.alive) work()
        })
        return Effect.void
      })
    return {
      ...noBridge,
      onLink: (listener) =>
        Effect.sync(() => {
          this.#pages.set(tab, page)
          page.links.add(listener)
          this.#world.afterIn(tab, 0, () => listener(this.#isUp ? CONNECTED : AWAY))
          this.#world.after(WAY_MS, () => this.#greet(page))
          return () => page.links.delete(listener)
        }),
      onMessage: (listener) =>
        Effect.sync(() => {
          page.messages.add(listener)
          return () => page.messages.delete(listener)
        }),
      send: (message) => hand(() => this.#follow(page, message)),
      sendChunk: (chunk) => hand(() => this.#take(page, chunk)),
    }
  }

  /** A page is gone, with its open requests. */
  closed(tab: Tab): void {
    const page = this.#pages.get(tab)
    this.#pages.delete(tab)
    if (this.#writer === page) this.#writer = undefined
  }

  /** Last report to the pages that a device runs this build, ms of the world. */
  announcedAt(id: string, build: number): number | undefined {
    return this.#discovery.announcedAt(id, build)
  }

  /** `forgets`: the native side restarts and loses all running work. */
  goAway(forgets: boolean): void {
    if (!this.#isUp) return
    this.#isUp = false
    if (forgets) this.jobs.forget()
    this.#writer = undefined
    for (const page of this.#pages.values()) {
      page.leave()
      page.hearLink(AWAY)
    }
  }

  comeBack(): void {
    if (this.#isUp) return
    this.#isUp = true
    for (const page of this.#pages.values()) {
      page.hearLink(CONNECTED)
      this.#world.after(2 * WAY_MS, () => this.#greet(page))
    }
  }

  /** Reports all running work and known devices. */
  #greet(page: SimulatedPage): void {
    if (!this.#isUp) return
    for (const progress of this.jobs.all()) this.#tell(page, progress)
    this.#tell(page, this.#discovery.all())
  }

  #spread(progress: FirmwareProgress): void {
    if (progress.state === 3) this.completed.set(progress.id, (this.completed.get(progress.id) ?? 0) + 1)
    for (const page of this.#pages.values()) {
      if (this.#prng.chance(this.options.lost)) continue
      this.#tell(page, progress)
      if (this.#prng.chance(this.options.doubled)) this.#tell(page, progress)
    }
  }

  #tell(page: SimulatedPage, message: BridgeCallback): void {
    if (this.#isUp) page.tell(message)
  }

  #refuse(
    page: SimulatedPage,
    reason: "superseded" | "timed_out" | "unreachable" | "unknown_device" | "busy",
    id: string,
  ): void {
    this.#tell(page, { type: "error", reason, about: "fw_begin", id })
  }

  #follow(page: SimulatedPage, message: BridgeMessage): void {
    if (message.type === "fw_begin") this.#begin(page, message.id)
    if (message.type === "disconnect_device" && page.question === message.id) this.#drop(page, "superseded")
  }

  /** The question ends without an answer. */
  #drop(page: SimulatedPage, reason: "superseded" | "timed_out"): void {
    const asked = page.question
    page.question = undefined
    if (asked !== undefined) this.#refuse(page, reason, asked)
  }

  #begin(page: SimulatedPage, id: string): void {
    if (!this.options.verified(page.tab))
      this.options.fail(new Violation(13, `${page.tab.name} announces an image that it has not verified`))
    const device = this.devices.get(id)
    if (device === undefined) this.#refuse(page, "unknown_device", id)
    else if (!device.answers(this.#world.serverTime)) this.#refuse(page, "unreachable", id)
    else if (device.locked && !page.entered.has(id)) this.#ask(page, id)
    else if (this.jobs.isUnderWay(id)) this.#refuse(page, "busy", id)
    else this.#fill(page, device)
  }

  /** This page brings the missing chunks of the image. A whole image goes to the device at once. */
  #fill(page: SimulatedPage, device: SimulatedDevice): void {
    const isWhole = this.#stored >= image.chunks.length
    page.filling = isWhole ? undefined : device.id
    if (!isWhole) this.#writer = page
    this.#have(page, device.id)
    if (isWhole) this.jobs.start(device)
  }

  #ask(page: SimulatedPage, id: string): void {
    if (page.question !== undefined && page.question !== id) this.#drop(page, "superseded")
    page.question = id
    this.#tell(page, { type: "auth_device", id })
    const isAnswered = this.#prng.chance(this.options.attended)
    const wait = isAnswered ? this.#prng.below(TYPED_WITHIN_MS) : PASSCODE_PATIENCE_MS
    this.#world.after(wait, () => {
      if (page.question !== id || !page.tab.alive || !this.#isUp) return
      if (!isAnswered) this.#drop(page, "timed_out")
      else {
        page.question = undefined
        page.entered.add(id)
        this.#begin(page, id)
      }
    })
  }

  #have(page: SimulatedPage, id: string): void {
    this.#tell(page, { type: "fw_have", id, next: this.#stored })
    if (this.#prng.chance(this.options.doubled)) this.#tell(page, { type: "fw_have", id, next: this.#stored })
    if (page.filling === id) this.jobs.report(id, 0, (100 * this.#stored) / image.chunks.length)
  }

  #take(page: SimulatedPage, { head, bytes }: FirmwareChunk): void {
    if (page.filling !== head.id || this.#writer !== page)
      this.#tell(page, { type: "error", reason: "unsupported", about: "fw_chunk", id: head.id })
    else if (md5Of(bytes) !== head.md5 || head.md5 !== image.chunks[head.index]?.md5)
      this.options.fail(new Violation(13, `chunk ${head.index} is not of the image`))
    else if (head.index < this.#stored)
      this.options.fail(new Violation(0, `chunk ${head.index} comes again, and ${this.#stored} are here`))
    else this.#store(page, head.id, head.index)
  }

  #store(page: SimulatedPage, id: string, index: number): void {
    if (index === this.#stored) this.#stored += 1
    this.#have(page, id)
    const device = this.devices.get(id)
    if (this.#stored < image.chunks.length || device === undefined) return
    this.#writer = undefined
    page.filling = undefined
    this.jobs.start(device)
  }
}
