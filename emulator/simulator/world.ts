import { Heap } from "./heap.ts"
import type { Prng } from "./prng.ts"

export type Task = () => void

/** A planned event. `cancel` prevents it. */
export interface Timer {
  readonly at: number
  readonly n: number
  run: Task | undefined
}

/** Timers of a throttled hidden tab fire on this grid, ms: browsers run them once a minute. */
const HIDDEN_GRID_MS = 60_000
/** First in first out: the front of the queue is dropped after this many of its tasks have run. */
const QUEUE_TRIM = 256

/**
 * One page. Its tasks run one at a time, first in first out. While `frozen` it runs none. A dead one never runs any,
 * finalizers included, as in a real crash.
 */
export class Tab {
  alive = true
  /** Number of times that it was shown, hidden, frozen or thawed. */
  changes = 0
  #visible = true
  #frozen = false
  #ready: Task[] = []
  #head = 0
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  readonly post = (task: Task): void => {
    if (this.alive) this.#ready.push(task)
  }

  get visible(): boolean {
    return this.#visible
  }
  set visible(visible: boolean) {
    if (visible !== this.#visible) this.changes += 1
    this.#visible = visible
  }

  get frozen(): boolean {
    return this.#frozen
  }
  set frozen(frozen: boolean) {
    if (frozen !== this.#frozen) this.changes += 1
    this.#frozen = frozen
  }

  get runnable(): boolean {
    return this.#head < this.#ready.length && !this.#frozen
  }

  runOne(): void {
    const task = this.#ready[this.#head]
    this.#head += 1
    if (this.#head >= QUEUE_TRIM) {
      this.#ready = this.#ready.slice(this.#head)
      this.#head = 0
    }
    task?.()
  }

  kill(): void {
    this.alive = false
    this.#ready = []
    this.#head = 0
  }
}

/**
 * Virtual time and the choice of the next task. `now` is monotonic ms since the start. The wall clock is `now` plus a
 * date plus `skew`, which a person or the system may set to anything. Computing takes no time: time advances only when
 * no tab can run.
 */
export class SimulatedWorld {
  now = 0
  /** Changes of the wall clock since the start (negative for back), ms. */
  skew = 0
  steps = 0
  /** Steps since the last advance of time. */
  stepsAtOnce = 0
  /**
   * Total sleep of the machine so far, ms, and the start of the current sleep. The monotonic clock stops during sleep.
   */
  #slept = 0
  #asleepSince: number | undefined
  readonly start: number
  readonly tabs: Tab[] = []
  readonly #timers = new Heap<Timer>()
  readonly #runnable: Tab[] = []
  readonly #prng: Prng
  #sequence = 0

  /** `start`: ms since 1970 at `now` 0. */
  constructor(start: number, prng: Prng) {
    this.start = start
    this.#prng = prng
  }

  /** The wall clock of the person's machine, whole ms since 1970. */
  get wall(): number {
    return this.start + this.now + this.skew
  }

  /** The clock that cannot be set and that stops while the machine sleeps, ms. */
  get monotonic(): number {
    return (this.#asleepSince ?? this.now) - this.#slept
  }

  sleep(): void {
    this.#asleepSince ??= this.now
  }

  wake(): void {
    if (this.#asleepSince !== undefined) this.#slept += this.now - this.#asleepSince
    this.#asleepSince = undefined
  }

  /** The clock of the servers, which is never set; ms since 1970. */
  get serverTime(): number {
    return this.start + this.now
  }

  addTab(name: string): Tab {
    const tab = new Tab(name)
    this.tabs.push(tab)
    return tab
  }

  removeTab(tab: Tab): void {
    tab.kill()
    const index = this.tabs.indexOf(tab)
    if (index >= 0) this.tabs.splice(index, 1)
  }

  /** Runs `task` after `ms` (rounded up to whole ms), outside of any tab: for networks, disks, people. */
  after(ms: number, task: Task): Timer {
    const timer: Timer = { at: this.now + Math.max(0, Math.ceil(ms)), n: this.#sequence, run: task }
    this.#sequence += 1
    this.#timers.push(timer)
    return timer
  }

  /** Posts `task` to a tab after `ms`; a dead tab never runs it. */
  afterIn(tab: Tab, ms: number, task: Task): Timer {
    return this.after(ms, () => tab.post(task))
  }

  /** Like `afterIn`, for timers of the page: those of a hidden page wait for the next full minute. */
  sleepIn(tab: Tab, ms: number, task: Task): Timer {
    if (tab.visible || ms < 1_000) return this.afterIn(tab, ms, task)
    const at = Math.ceil((this.now + ms) / HIDDEN_GRID_MS) * HIDDEN_GRID_MS
    return this.afterIn(tab, at - this.now, task)
  }

  /**
   * Runs one task of a tab that can run, chosen by the seed. Without one, advances to the next event. False when no
   * event is left: a fiber that still waits then waits outside of this world.
   */
  step(): boolean {
    this.steps += 1
    this.stepsAtOnce += 1
    const runnable = this.#runnable
    runnable.length = 0
    for (const tab of this.tabs) if (tab.runnable) runnable.push(tab)
    const only = runnable[0]
    if (only === undefined) return this.#advance()
    if (runnable.length === 1) only.runOne()
    else this.#prng.pick(runnable).runOne()
    return true
  }

  #advance(): boolean {
    while (true) {
      const timer = this.#timers.pop()
      if (timer === undefined) return false
      if (timer.run === undefined) continue
      if (timer.at > this.now) {
        this.now = timer.at
        this.stepsAtOnce = 0
      }
      timer.run()
      return true
    }
  }
}
