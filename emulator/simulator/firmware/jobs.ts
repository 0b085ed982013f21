import type { BridgeReason, FirmwareProgress } from "../../../src/domain/wire/bridge.ts"
import type { SimulatedWorld } from "../world.ts"
import type { SimulatedDevice } from "./device.ts"
import { image, NEW_BUILD } from "./image.ts"

/** Updates that the native side finishes without a page, with the timeouts of the bridge, in virtual time. */

const CHUNK_MS = 300
const INSTALL_LOOK_MS = 500
const ASK_AGAIN_MS = 3_000
const LOST_PATIENCE_MS = 90_000
const RESTART_PATIENCE_MS = 180_000
const TRIES = 5

interface Job {
  readonly device: SimulatedDevice
  tries: number
  isForgotten: boolean
}

export class SimulatedJobs {
  readonly #world: SimulatedWorld
  readonly #tell: (progress: FirmwareProgress) => void
  readonly #running = new Map<string, Job>()
  readonly #board = new Map<string, FirmwareProgress>()

  constructor(world: SimulatedWorld, tell: (progress: FirmwareProgress) => void) {
    this.#world = world
    this.#tell = tell
  }

  isUnderWay(id: string): boolean {
    return this.#running.has(id)
  }

  all(): readonly FirmwareProgress[] {
    return [...this.#board.values()]
  }

  /** The native side restarts. */
  forget(): void {
    for (const job of this.#running.values()) {
      job.isForgotten = true
      job.device.leave()
    }
    this.#running.clear()
    this.#board.clear()
  }

  start(device: SimulatedDevice): void {
    const job: Job = { device, tries: 0, isForgotten: false }
    this.#running.set(device.id, job)
    this.report(device.id, 1, 0)
    this.#attempt(job)
  }

  /** Neither the state nor the percent of a state goes back. */
  report(id: string, state: 0 | 1 | 2, percent: number): void {
    const before = this.#board.get(id)
    const isAhead = before === undefined || state > before.state || (state === before.state && percent > before.percent)
    if (!isAhead) return
    const progress: FirmwareProgress = { type: "fw_progress", id, state, percent: Math.floor(percent) }
    this.#board.set(id, progress)
    this.#tell(progress)
  }

  #after(job: Job, ms: number, work: () => void): void {
    this.#world.after(ms, () => {
      if (!job.isForgotten) work()
    })
  }

  #attempt(job: Job): void {
    const { device } = job
    const now = this.#world.serverTime
    const isUp = device.answers(now)
    const isDone = isUp && device.record.build === NEW_BUILD
    const next = isUp && !isDone ? device.begin(now) : undefined
    if (isDone) this.#end(job, "done")
    else if (next === undefined) this.#lost(job)
    else this.#upload(job, next)
  }

  #upload(job: Job, next: number): void {
    const { device } = job
    this.report(device.id, 1, (100 * next) / image.deviceChunks.length)
    this.#after(job, CHUNK_MS, () => {
      const now = this.#world.serverTime
      const isUp = device.answers(now)
      if (next < image.deviceChunks.length) {
        const wanted = isUp ? device.receive(next, now) : undefined
        if (wanted === undefined) this.#lost(job)
        else this.#upload(job, wanted)
      } else if (isUp && device.commit(now)) this.#install(job)
      else this.#lost(job)
    })
  }

  #install(job: Job): void {
    const { device } = job
    this.#after(job, INSTALL_LOOK_MS, () => {
      const now = this.#world.serverTime
      const turn = device.turn(now)
      if (turn === "lost") this.#lost(job)
      else if (turn === "restarts") this.#returns(job, this.#world.now + RESTART_PATIENCE_MS)
      else {
        this.report(device.id, 2, device.percent(now) / 2)
        this.#install(job)
      }
    })
  }

  #returns(job: Job, until: number): void {
    this.report(job.device.id, 2, 80)
    this.#after(job, ASK_AGAIN_MS, () => {
      const { device } = job
      const isBack = device.answers(this.#world.serverTime)
      if (isBack && device.record.build === NEW_BUILD) this.#end(job, "done")
      else if (isBack) this.#lost(job)
      else if (this.#world.now > until) this.#end(job, "vanished")
      else this.#returns(job, until)
    })
  }

  #lost(job: Job): void {
    job.device.leave()
    job.tries += 1
    if (job.tries >= TRIES) this.#end(job, "vanished")
    else this.#waits(job, this.#world.now + LOST_PATIENCE_MS)
  }

  #waits(job: Job, until: number): void {
    this.#after(job, ASK_AGAIN_MS, () => {
      if (job.device.answers(this.#world.serverTime)) this.#attempt(job)
      else if (this.#world.now > until) this.#end(job, "vanished")
      else this.#waits(job, until)
    })
  }

  #end({ device: { id } }: Job, result: "done" | BridgeReason): void {
    this.#running.delete(id)
    this.#board.delete(id)
    this.#tell(
      result === "done"
        ? { type: "fw_progress", id, state: 3, percent: 100 }
        : { type: "fw_progress", id, state: -1, percent: 0, error: result },
    )
  }
}
