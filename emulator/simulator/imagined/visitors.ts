import { Layer } from "effect"
import { followLanDevices } from "../../../src/domain/client/lan/lanDevices.ts"
import type { DiscoveryItem } from "../../../src/domain/wire/bridge.ts"
import type { Prng } from "../prng.ts"
import { Violation } from "../violation.ts"
import { Page } from "./page.ts"
import type { Part } from "./part.ts"

/** One page that hears of neighbours: they come, change and leave, the native side goes away, the disk is full for a while. */

const MOVES = 8
const IDS = ["n1", "n2", "n3", "n4"] as const
/** By then a page has heard of everybody, and has given up waiting for who is gone, ms. */
const TOLD_MS = 120_000
/** A disk is full for so long at most, ms. */
const FULL_MS = 20_000
/** Changes of a restless device, one every so many ms; and how many of them the log may have at once and in a second. */
const CHANGES = 60
const CHANGE_MS = 100
const AT_ONCE = 25
const A_SECOND = 0.2

const itemOf = (id: string, name: string): DiscoveryItem => ({
  id,
  did: `did of ${id}`,
  name,
  model: 1,
  cloud_type: 0,
  timestamp: 0,
  is_usb: false,
  is_hid: true,
  flags: 4,
  addr: "10.0.7.1",
  build: 0,
})

class Visitors {
  readonly #page: Page
  /** Who answers on the network now, by id. */
  readonly #here = new Map<string, DiscoveryItem>()
  #names = 0
  /** When the log was told of neighbours, ms of the world. */
  readonly #writtenAt: number[] = []

  constructor(page: Page, dice: Prng) {
    this.#page = page
    for (const id of IDS) if (dice.chance(0.5)) this.#here.set(id, itemOf(id, "before"))
    // Of a life before: some of them are gone by now.
    const known = IDS.filter(() => dice.chance(0.5)).map((id) => {
      const { cloud_type: cloudType, is_usb: isUsb, is_hid: isHid, ...item } = itemOf(id, "long ago")
      return { ...item, cloudType, isUsb, isHid }
    })
    page.write({ type: "RecordLanDevices", devices: known, gone: [] })
    page.written = ({ type }) => {
      if (type === "LanDevicesTold") this.#writtenAt.push(page.world.now)
    }
    page.opened = () => {
      // The bridge may have greeted before the page goes on.
      if (dice.chance(0.5)) page.world.after(0, () => this.#greet())
      else this.#greet()
    }
    page.run(Layer.empty, followLanDevices)
    page.pass(10)
  }

  #greet(): void {
    this.#page.link(true)
    this.#page.tell({ type: "devices_discovered", devices: [...this.#here.values()] })
  }

  move(dice: Prng): void {
    const page = this.#page
    const move = dice.weighted([
      ["comes", 4],
      ["leaves", 3],
      ["restless", 1],
      ["away", 1],
      ["full", 1],
      ["wait", 2],
    ])
    const id = dice.pick(IDS)
    if (move === "comes") this.#tell(id, this.#named(id))
    else if (move === "leaves") this.#tell(id, undefined)
    else if (move === "restless")
      for (let n = 0; n < CHANGES; n += 1) {
        this.#tell(id, this.#named(id))
        page.pass(CHANGE_MS)
      }
    else if (move === "away") {
      page.link(false)
      page.pass(dice.between(1, 5_000))
      // Meanwhile somebody may leave unheard.
      this.#here.delete(dice.pick(IDS))
      this.#greet()
    } else if (move === "full") {
      page.isFull = true
      page.world.after(dice.between(1, FULL_MS), () => {
        page.isFull = false
      })
    }
    page.pass(dice.pick([1, 5, 300, 3_000, 30_000]))
    this.#checkRate()
  }

  #named(id: string): DiscoveryItem {
    this.#names += 1
    return itemOf(id, `name ${this.#names}`)
  }

  #tell(id: string, item: DiscoveryItem | undefined): void {
    if (item !== undefined) this.#here.set(id, item)
    else if (!this.#here.delete(id)) return
    const devices = item === undefined ? [] : [item]
    this.#page.tell({ type: "devices_discovered", devices, ...(item === undefined && { gone: [id] }) })
  }

  /** However restless a device is, the log grows slowly. */
  #checkRate(): void {
    const { now } = this.#page.world
    const recent = this.#writtenAt.filter((at) => at > now - CHANGES * CHANGE_MS).length
    const most = AT_ONCE + (CHANGES * CHANGE_MS * A_SECOND) / 1_000
    if (recent > most) throw new Violation(22, `neighbours bring ${recent} events in ${CHANGES * CHANGE_MS} ms`)
  }

  /** In the end the log knows exactly who answers, as they are. */
  end(): void {
    this.#page.pass(TOLD_MS)
    const wordsOf = (all: Iterable<{ readonly id: string; readonly name: string }>): string =>
      [...all]
        .map(({ id, name }) => `${id} ${name}`)
        .sort()
        .join()
    const [has, should] = [wordsOf(this.#page.log.state.lan.devices.values()), wordsOf(this.#here.values())]
    if (has !== should) throw new Violation(14, `the log has ${has} on the network, and ${should} answer`)
  }
}

export const visitors: Part = {
  name: "visitors",
  title: "in a page that hears of neighbours alone",
  every: 10,
  imagine: ({ dice, next, tell }) => {
    const all = new Visitors(new Page(dice, tell), dice)
    for (let n = 0; n < MOVES; n += 1) {
      const own = next()
      if (own !== undefined) all.move(own)
    }
    all.end()
  },
}
