import type { LanDeviceFields } from "../../../src/domain/features/lan/events.ts"
import { lanDevicesOf } from "../../../src/domain/features/lan/state.ts"
import type { RecordedEvent } from "../../../src/domain/product/events.ts"
import type { State } from "../../../src/domain/product/state.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import type { Chance, Part } from "./part.ts"
import { ShortLog } from "./shortLog.ts"

/** Neighbours, searches and wakes of the log alone, held against what was told last. */

const MOVES = 40
const LOOK_EVERY = 10
const IDS = ["n1", "n2", "n3", "n4"] as const
const DIDS = ["d1", "d2", "d3"] as const
const MACS = [null, "02:00:5E:00:00:01", "02:00:5E:00:00:02"] as const
const STAGES = ["asked", "sent", "awake", "notConfirmed", "failed"] as const
/** Which word of a wake may follow which: what was seen or has failed stays so. */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  asked: ["sent", "awake", "notConfirmed", "failed"],
  sent: ["awake", "notConfirmed"],
  notConfirmed: ["awake"],
  awake: [],
  failed: [],
}

const print = ({ lan: { devices, byDid, left, scan, scanned, wakes, macs } }: State): string =>
  JSON.stringify([[...devices], [...byDid], [...left], scan, [...scanned], wakes, [...macs]])

class Network {
  readonly #log: ShortLog
  /** Who was told of last, and not told gone since; and who has left, as it was told last. */
  readonly #here = new Map<string, LanDeviceFields>()
  readonly #left = new Map<string, LanDeviceFields>()
  /** What was told of each wake last. */
  readonly #wakes = new Map<string, string>()
  /** Searches that have begun and how they ended. */
  readonly #scans = new Map<string, string | null>()
  #names = 0

  constructor(tell: Chance["tell"]) {
    this.#log = new ShortLog(print, tell)
  }

  get #state() {
    return this.#log.state.lan
  }

  move(dice: Prng): void {
    const kind = dice.weighted([
      ["devices", 8],
      ["scan", 2],
      ["end", 4],
      ["wake", 6],
      ["later", 1],
    ])
    if (kind === "devices") this.#tellDevices(dice)
    else if (kind === "scan") this.#startScan()
    else if (kind === "end") this.#endScan(dice)
    else if (kind === "wake") this.#tellWake(dice)
    else this.#log.at += dice.pick([1_000, 60_000, 3_600_000])
  }

  #tellDevices(dice: Prng): void {
    const devices = IDS.filter(() => dice.chance(0.4)).map((id): LanDeviceFields => {
      const isUsb = dice.chance(0.2)
      const [did, name, addr] = [
        dice.pick(DIDS),
        dice.pick(["Bench", "Atlas"]),
        isUsb ? "" : `10.0.7.${dice.between(1, 9)}`,
      ]
      const build = dice.pick([0, 241_204_091_500])
      return {
        id,
        did,
        name,
        model: 1,
        cloudType: 0,
        timestamp: this.#log.at,
        isUsb,
        isHid: true,
        flags: 4,
        addr,
        build,
      }
    })
    const gone = IDS.filter(() => dice.chance(0.15))
    const news = devices.some((device) => !isSame(this.#here.get(device.id), device))
    // Whoever is told of in the same breath is here.
    const leaves = gone.filter((id) => this.#here.has(id) && !devices.some((device) => device.id === id))
    const events = this.#log.do({ type: "RecordLanDevices", devices, gone }) ?? []
    const isTold = news || leaves.length > 0
    if (events.length !== (isTold ? 1 : 0))
      throw new Violation(
        3,
        `${devices.length} neighbours bring ${events.length} events, and news of them ${isTold ? "is" : "is not"} there`,
      )
    for (const device of devices) {
      this.#here.set(device.id, device)
      this.#left.delete(device.id)
    }
    for (const id of leaves) {
      const device = this.#here.get(id)
      if (device !== undefined) this.#left.set(id, device)
      this.#here.delete(id)
    }
  }

  #startScan(): void {
    this.#names += 1
    this.#check(this.#log.do({ type: "StartScan", scan: `scan${this.#names}`, targets: ["10.0.7.*"], total: 254 }))
    if (this.#state.scan?.id !== `scan${this.#names}` || this.#state.scan.end !== null)
      throw new Violation(7, "a search that was begun does not run")
  }

  #endScan(dice: Prng): void {
    const scan = `scan${Math.max(1, this.#names - dice.pick([0, 0, 0, 1]))}`
    const wasOpen = this.#scans.get(scan) === null
    const outcome = dice.pick(["done", "cancelled", "lost"] as const)
    this.#check(this.#log.do({ type: "EndScan", scan, done: dice.between(0, 254), outcome }))
    if (wasOpen && this.#scans.get(scan) !== outcome) throw new Violation(7, `${scan} runs on after its end`)
  }

  #tellWake(dice: Prng): void {
    const isNew = dice.chance(0.3) || this.#wakes.size === 0
    if (isNew) this.#names += 1
    const wake = isNew ? `wake${this.#names}` : dice.pick([...this.#wakes.keys()])
    const stage = isNew ? "asked" : dice.pick(STAGES)
    const before = this.#wakes.get(wake)
    const isKnown = this.#state.wakes.some((one) => one.wake === wake)
    const events = this.#log.do({ type: "TellLanWake", wake, id: "n1", did: "d1", stage, mac: dice.pick(MACS) })
    this.#check(events)
    if (isKnown && before !== undefined && NEXT[before]?.includes(stage) === true && events?.length !== 1)
      throw new Violation(25, `nobody is told that a wake that was ${before} is ${stage}`)
  }

  #check(events: readonly RecordedEvent[] | undefined): void {
    for (const event of events ?? []) {
      if (event.type === "ScanStarted") {
        if ([...this.#scans.values()].includes(null)) throw new Violation(7, "two searches run at once")
        this.#scans.set(event.payload.scan, null)
      } else if (event.type === "ScanEnded") {
        const { scan, outcome } = event.payload
        if (this.#scans.get(scan) !== null) throw new Violation(25, `${scan} ends again as ${outcome}`)
        this.#scans.set(scan, outcome)
      } else if (event.type === "LanWakeTold") {
        const { wake, stage } = event.payload
        const before = this.#wakes.get(wake)
        if (before === undefined ? stage !== "asked" : NEXT[before]?.includes(stage) !== true)
          throw new Violation(25, `a wake that was ${before ?? "not asked for"} is told ${stage}`)
        this.#wakes.set(wake, stage)
      }
    }
  }

  /** What the state holds is what was told last, found by either name. */
  look(): void {
    const { devices, byDid, left } = this.#state
    const same = (
      known: ReadonlyMap<string, LanDeviceFields>,
      told: ReadonlyMap<string, LanDeviceFields>,
      where: string,
    ) => {
      const [has, should] = [known, told].map((all) => [...all.values()].map(placeOf).sort().join("; "))
      if (has !== should) throw new Violation(14, `neighbours ${where} are ${has}, and ${should} were told`)
    }
    same(new Map(devices), this.#here, "here")
    same(left, this.#left, "that left")
    for (const did of new Set([...DIDS, ...byDid.keys()])) {
      const found = lanDevicesOf({ devices, byDid }, did)
        .map(({ id }) => id)
        .sort()
        .join()
      const should = [...this.#here.values()]
        .filter((device) => device.did === did)
        .map(({ id }) => id)
        .sort()
        .join()
      if (found !== should) throw new Violation(14, `${did} is reached as ${found}, and ${should} have its name`)
    }
    this.#log.checkFold()
  }
}

const placeOf = ({ id, did, name, addr, build }: LanDeviceFields): string => [id, did, name, addr, build].join(" ")

/** The clock of a device alone is no news. */
const isSame = (before: LanDeviceFields | undefined, now: LanDeviceFields): boolean =>
  before !== undefined && placeOf(before) === placeOf(now) && before.isUsb === now.isUsb

export const network: Part = {
  name: "network",
  title: "in a log of neighbours alone",
  every: 6,
  imagine: ({ next, tell }) => {
    const around = new Network(tell)
    for (let n = 1; n <= MOVES; n += 1) {
      const dice = next()
      if (dice !== undefined) around.move(dice)
      if (n % LOOK_EVERY === 0) around.look()
    }
  },
}
