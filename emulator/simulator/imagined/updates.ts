import type { FirmwareCommand } from "../../../src/domain/features/firmware/commands.ts"
import type { State } from "../../../src/domain/product/state.ts"
import type { Prng } from "../prng.ts"
import type { Chance, Part } from "./part.ts"
import { ShortLog } from "./shortLog.ts"
import { hashOf, UpdateLaws } from "./updateLaws.ts"

/** Updates, campaigns and the image of the log alone: words of people, pages and the native side in any order. */

const MOVES = 80
const LOOK_EVERY = 20
const DEVICES = ["n1", "n2", "n3", "n4"] as const
const BUILDS = [240_918_112_030, 241_204_091_500, 250_101_120_000] as const
const PERCENTS = [0, 1, 30, 33, 50, 51, 99, 100] as const

const print = ({ firmware }: State): string =>
  JSON.stringify(firmware, (_, value) => (value instanceof Map ? [...value] : value))

const words = [
  ["start", 4],
  ["native", 20],
  ["build", 4],
  ["learn", 3],
  ["unread", 1],
  ["neighbours", 4],
  ["move", 6],
  ["fail", 2],
  ["dismissUpdate", 1],
  ["campaign", 6],
  ["advance", 14],
  ["rule", 1],
  ["pause", 1],
  ["resume", 3],
  ["stop", 1],
  ["dismiss", 2],
  ["skip", 1],
  ["postpone", 5],
  ["keep", 2],
  ["want", 1],
  ["remove", 2],
  ["stopDownload", 1],
  ["imageMove", 4],
  ["imageKept", 2],
  ["imageFailure", 1],
  ["imageGone", 1],
] as const

class Updates {
  readonly #log: ShortLog
  readonly #laws = new UpdateLaws()

  constructor(tell: Chance["tell"]) {
    this.#log = new ShortLog(print, tell)
  }

  begin(dice: Prng): void {
    this.#neighbours(dice, 1)
    this.#do({ type: "LearnLatestFirmware", build: BUILDS[1], hash: hashOf(BUILDS[1]) })
  }

  move(dice: Prng): void {
    const word = dice.weighted(words)
    if (word === "neighbours") this.#neighbours(dice, 0.7)
    else this.#do(this.#draw(word, dice))
  }

  look(): void {
    this.#laws.look(this.#log.state)
    this.#log.checkFold()
  }

  #do(command: FirmwareCommand): void {
    const { state } = this.#log
    this.#laws.asks(command)
    this.#laws.check(command, this.#log.do(command), state)
  }

  /** Who answers on the network now; one hangs on a cable. */
  #neighbours(dice: Prng, share: number): void {
    const { here } = this.#laws
    for (const id of DEVICES) {
      if (!dice.chance(share)) here.delete(id)
      else here.set(id, { build: dice.pick([0, BUILDS[0], BUILDS[0], BUILDS[1]]), isCable: dice.chance(0.1) })
    }
    const devices = [...here].map(([id, { build, isCable }]) => ({
      id,
      did: `did of ${id}`,
      name: id,
      model: 1,
      cloudType: 0,
      timestamp: 0,
      isUsb: isCable,
      isHid: true,
      flags: 4,
      addr: isCable ? "" : "10.0.7.1",
      build,
    }))
    this.#log.do({ type: "RecordLanDevices", devices, gone: DEVICES.filter((id) => !here.has(id)) })
  }

  #draw(word: (typeof words)[number][0], dice: Prng): FirmwareCommand {
    const device = dice.pick(DEVICES)
    const build = dice.pick(BUILDS)
    const hash = this.#laws.image?.hash ?? hashOf(build)
    const update = this.#laws.last.get(device)?.update ?? "none"
    // Whoever is asked for a passcode has got nothing yet.
    const asked = [...this.#laws.last.values()].filter(({ stage }) => stage === "checking" || stage === "downloading")
    const percent = dice.pick(PERCENTS)
    const rules = { limit: dice.between(1, 3), atOnce: dice.between(1, 3) }
    const commands: Readonly<Record<Exclude<typeof word, "neighbours">, FirmwareCommand>> = {
      start: { type: "StartFirmwareUpdate", device },
      native: { type: "RecordNativeProgress", device, state: dice.pick([-1, 0, 1, 2, 2, 3] as const), percent },
      build: { type: "RecordRunningBuild", device, build },
      learn: { type: "LearnLatestFirmware", build, hash: dice.chance(0.5) ? hashOf(build) : null },
      unread: { type: "RecordLatestUnread" },
      move: { type: "MoveFirmwareUpdate", update, stage: dice.pick(["checking", "downloading"] as const), percent },
      fail: { type: "FailFirmwareUpdate", update, reason: "connect" },
      dismissUpdate: { type: "DismissFirmwareUpdate", device },
      campaign: { type: "StartCampaign", devices: [...DEVICES], ...rules },
      advance: { type: "AdvanceCampaign" },
      rule: { type: "RuleCampaign", ...rules },
      pause: { type: "PauseCampaign" },
      resume: { type: "ResumeCampaign" },
      stop: { type: "StopCampaign" },
      dismiss: { type: "DismissCampaign" },
      skip: { type: "SkipInCampaign", device },
      postpone: { type: "PostponeInCampaign", update: asked.length > 0 ? dice.pick(asked).update : "none" },
      keep: { type: "KeepFirmware" },
      want: { type: "WantImage", build, hash: hashOf(build) },
      remove: { type: "RemoveFirmware" },
      stopDownload: { type: "StopFirmwareDownload" },
      imageMove: { type: "RecordImageMove", hash, percent, size: 1_000 },
      imageKept: { type: "RecordImageKept", build, hash: hashOf(build), size: 1_000 },
      imageFailure: { type: "RecordImageFailure", hash, reason: "quota" },
      imageGone: { type: "RecordImageGone", hash },
    }
    return word === "neighbours" ? commands.advance : commands[word]
  }
}

export const updates: Part = {
  name: "updates",
  title: "in a log of updates alone",
  every: 4,
  imagine: ({ dice, next, tell }) => {
    const all = new Updates(tell)
    all.begin(dice)
    for (let n = 1; n <= MOVES; n += 1) {
      const own = next()
      if (own !== undefined) all.move(own)
      if (n % LOOK_EVERY === 0) all.look()
    }
  },
}
