import { isIPv6 } from "node:net"
import fc from "fast-check"
import { expect, test } from "vitest"
import { createLanDevices } from "../../bridge/lan/lanDevices.ts"
import {
  ADDRESS_HELD_MS,
  LAN_DEVICES_MAX,
  LAN_DEVICES_PER_SOURCE_MAX,
  OTHER_ENDPOINTS_MAX,
  ROUNDS_MISSED_MAX,
} from "../../bridge/limits.ts"
import { announced } from "./announced.ts"

const AT = { address: "192.168.1.7", port: 36_459 }

const watched = () => {
  const lanDevices = createLanDevices()
  const news: string[] = []
  lanDevices.onChange((id) => news.push(id))
  return { lanDevices, news }
}

test("[LAN-6] what a device says again is no news, nor is the time of its clock", () => {
  const { lanDevices, news } = watched()
  lanDevices.record(announced("d", "Desk"), AT, 1)
  lanDevices.record(announced("d", "Desk", { timestamp: 99_000 }), AT, 2)
  expect(news).toEqual(["d"])
  lanDevices.record(announced("d", "Desk 2"), AT, 3)
  expect(news).toEqual(["d", "d"])
  expect(lanDevices.get("d")?.item).toMatchObject({ id: "d", did: "did-d", name: "Desk 2", addr: "192.168.1.7" })
})

test("[LAN-6] an address names a port only where it is not the usual one, and a cable has none", () => {
  const { lanDevices } = watched()
  lanDevices.record(announced("a", "A"), { ...AT, port: 5_000 }, 1)
  lanDevices.record(announced("b", "B", { link: "usb", is_usb: true }), { ...AT, address: "127.0.1.7" }, 1)
  expect(lanDevices.get("a")?.item.addr).toBe("192.168.1.7:5000")
  expect(lanDevices.get("b")?.item).toMatchObject({ addr: "", is_usb: true })
})

test("[LAN-6] a device that misses some rounds is gone, once, and back when it answers", () => {
  const { lanDevices, news } = watched()
  lanDevices.record(announced("d", "Desk"), AT, 1)
  for (let round = 1; round < ROUNDS_MISSED_MAX; round += 1) lanDevices.endRound(round * 100)
  expect(lanDevices.get("d")).toBeDefined()
  lanDevices.endRound(1_000)
  expect(lanDevices.get("d")).toBeUndefined()
  lanDevices.endRound(1_100)
  expect(news).toEqual(["d", "d"])
  lanDevices.record(announced("d", "Desk"), AT, 1_200)
  expect(news).toEqual(["d", "d", "d"])
})

test("[LAN-6] an answer in between restarts the count", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (answers) => {
      const { lanDevices } = watched()
      lanDevices.record(announced("d", "Desk"), AT, 0)
      let silent = 0
      answers.forEach((answered, index) => {
        const since = index * 10 + 1
        if (answered) lanDevices.record(announced("d", "Desk"), AT, since)
        lanDevices.endRound(since)
        silent = answered ? 0 : silent + 1
        expect(lanDevices.get("d") === undefined).toBe(silent >= ROUNDS_MISSED_MAX)
      })
    }),
  )
})

test("[LAN-6] a device that answers keeps its endpoint", () => {
  const { lanDevices } = watched()
  const thief = { address: "192.168.1.66", port: 36_459 }
  lanDevices.record(announced("d", "Desk"), AT, 0)
  lanDevices.record(announced("d", "Thief"), thief, ADDRESS_HELD_MS - 1)
  expect(lanDevices.get("d")).toMatchObject({ endpoint: AT, item: { name: "Desk" } })
  lanDevices.record(announced("d", "Moved"), thief, ADDRESS_HELD_MS)
  expect(lanDevices.get("d")).toMatchObject({ endpoint: thief, item: { name: "Moved" } })
})

test("[LAN-6] who answers over the network is not at a cable, whatever it says, and keeps its address", () => {
  const networks = fc.oneof(
    fc.ipV4().filter((address) => !address.startsWith("127.")),
    fc.ipV6().filter((address) => isIPv6(address) && !/^[0:]+1?$|127|7f/i.test(address)),
    fc.constant("fe80::1%eth0"),
  )
  fc.assert(
    fc.property(networks, fc.boolean(), fc.boolean(), (address, is_usb, is_hid) => {
      const { lanDevices } = watched()
      lanDevices.record(announced("d", "D", { link: "usb", is_usb, is_hid }), { ...AT, address }, 1)
      expect(lanDevices.get("d")?.item.addr).toBe(isIPv6(address) ? `[${address}]` : address)
    }),
  )
})

test.each(["127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"])(
  "[LAN-6] a cable ends at this machine: %s",
  (address) => {
    const { lanDevices } = watched()
    lanDevices.record(announced("d", "D", { link: "usb" }), { ...AT, address }, 1)
    expect(lanDevices.get("d")?.item.addr).toBe("")
  },
)

/** Different addresses of a network. */
const addressOf = (index: number): string => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`

test("[LAN-6] however many claim to be devices, what is remembered has a bound", () => {
  const { lanDevices } = watched()
  for (let device = 0; device < LAN_DEVICES_MAX + 10; device += 1)
    lanDevices.record(announced(`d${device}`, "D"), { ...AT, address: addressOf(device) }, 1)
  expect([...lanDevices.all()]).toHaveLength(LAN_DEVICES_MAX)
})

test("[LAN-6] one address, from however many ports, is so many devices and no more; a listed one is one of its own", () => {
  const { lanDevices } = watched()
  for (let device = 0; device < 200; device += 1)
    lanDevices.record(announced(`f${device}`, "F"), { ...AT, port: 1_000 + device }, 1)
  expect([...lanDevices.all()]).toHaveLength(LAN_DEVICES_PER_SOURCE_MAX)
  for (let device = 0; device < 200; device += 1)
    lanDevices.record(announced(`d${device}`, "D"), { ...AT, port: 2_000 + device }, 1, true)
  expect([...lanDevices.all()]).toHaveLength(LAN_DEVICES_PER_SOURCE_MAX + 200)
})

test("[LAN-6] when all room is taken, an address with one device takes that of an address with many", () => {
  const { lanDevices, news } = watched()
  const sources = Math.ceil(LAN_DEVICES_MAX / LAN_DEVICES_PER_SOURCE_MAX)
  for (let source = 0; source < sources; source += 1)
    for (let device = 0; device < LAN_DEVICES_PER_SOURCE_MAX; device += 1)
      lanDevices.record(announced(`f${source}-${device}`, "F"), { ...AT, address: addressOf(source) }, 1)
  expect([...lanDevices.all()]).toHaveLength(LAN_DEVICES_MAX)
  news.length = 0
  for (let device = 0; device < 300; device += 1)
    lanDevices.record(announced(`d${device}`, "D"), { ...AT, address: addressOf(sources + device) }, 2)
  expect([...lanDevices.all()].filter(({ item }) => item.name === "D")).toHaveLength(300)
  expect([...lanDevices.all()]).toHaveLength(LAN_DEVICES_MAX)
  // The pages also learn of the devices that had to leave.
  expect(new Set(news).size).toBe(600)
})

const OTHER = { address: "192.168.1.9", port: 36_459 }
const othersOf = (lanDevices: ReturnType<typeof createLanDevices>) => lanDevices.get("d")?.item.others

test("[LAN-6] two endpoints that answer with one id are both named, once, in each order", () => {
  const { lanDevices, news } = watched()
  lanDevices.record(announced("d", "Desk"), AT, 0)
  lanDevices.record(announced("d", "Rack"), OTHER, 1)
  lanDevices.record(announced("d", "Desk"), AT, 5_000)
  lanDevices.record(announced("d", "Rack"), OTHER, 5_001)
  lanDevices.record(announced("d", "Desk"), AT, 10_000)
  expect(lanDevices.get("d")?.item).toMatchObject({ name: "Desk", addr: "192.168.1.7", others: ["192.168.1.9"] })
  expect(news).toEqual(["d", "d"])
  // A new question knows both: the first endpoint has no news, and the second needs its own probe.
  expect(lanDevices.isKnown(announced("d", "Desk"), AT)).toBe(true)
  expect(lanDevices.isKnown(announced("d", "Rack"), OTHER)).toBe(false)
})

test("[LAN-6] a device that has moved is not two, and neither is one on a cable and on the network", () => {
  const { lanDevices } = watched()
  lanDevices.record(announced("d", "Desk"), AT, 0)
  lanDevices.record(announced("d", "Desk"), OTHER, 5_000)
  lanDevices.record(announced("d", "Desk"), OTHER, 10_000)
  expect(othersOf(lanDevices)).toBeUndefined()
  lanDevices.record(announced("d", "Desk"), OTHER, ADDRESS_HELD_MS)
  lanDevices.record(announced("d", "Desk"), OTHER, ADDRESS_HELD_MS + 5_000)
  expect(lanDevices.get("d")?.item).toMatchObject({ addr: "192.168.1.9" })
  expect(othersOf(lanDevices)).toBeUndefined()
  lanDevices.record(announced("d", "Desk", { link: "usb" }), { ...AT, address: "127.0.1.7" }, ADDRESS_HELD_MS + 5_001)
  lanDevices.record(announced("d", "Desk"), OTHER, ADDRESS_HELD_MS + 6_000)
  expect(othersOf(lanDevices)).toBeUndefined()
})

test("[LAN-6] the second unit that leaves is named no longer; where the first leaves, the second takes its place", () => {
  const both = () => {
    const { lanDevices, news } = watched()
    lanDevices.record(announced("d", "Desk"), AT, 0)
    lanDevices.record(announced("d", "Rack"), OTHER, 1)
    lanDevices.record(announced("d", "Desk"), AT, 2)
    return { lanDevices, news }
  }
  const first = both()
  for (let round = 1; round <= ROUNDS_MISSED_MAX; round += 1) {
    first.lanDevices.record(announced("d", "Desk"), AT, round * 100)
    first.lanDevices.endRound(round * 100)
  }
  expect(othersOf(first.lanDevices)).toBeUndefined()
  expect(first.news).toEqual(["d", "d", "d"])
  const second = both()
  second.lanDevices.record(announced("d", "Rack"), OTHER, ADDRESS_HELD_MS + 2)
  expect(second.lanDevices.get("d")?.item).toMatchObject({ name: "Rack", addr: "192.168.1.9" })
  expect(othersOf(second.lanDevices)).toBeUndefined()
})

test("[LAN-6] however many answer with one id, those that are named have a bound", () => {
  const { lanDevices } = watched()
  for (let round = 0; round < 3; round += 1) {
    lanDevices.record(announced("d", "Desk"), AT, round * 1_000)
    for (let other = 0; other < 50; other += 1)
      lanDevices.record(announced("d", "F"), { ...AT, address: `10.0.0.${other}` }, round * 1_000 + 1)
  }
  expect(othersOf(lanDevices)).toHaveLength(OTHER_ENDPOINTS_MAX)
})
