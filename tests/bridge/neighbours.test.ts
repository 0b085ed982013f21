import fc from "fast-check"
import { expect, test } from "vitest"
import { createNeighbours } from "../../bridge/lan/neighbours.ts"
import { ADDRESS_HELD_MS, NEIGHBOURS_MAX, ROUNDS_MISSED_MAX } from "../../bridge/limits.ts"
import { announced } from "./announced.ts"

const AT = { address: "192.168.1.7", port: 36_459 }

const watched = () => {
  const neighbours = createNeighbours()
  const news: string[] = []
  neighbours.onChange((id) => news.push(id))
  return { neighbours, news }
}

test("[LAN-6] what a device says again is no news, nor is the time of its clock", () => {
  const { neighbours, news } = watched()
  neighbours.heard(announced("d", "Desk"), AT, 1)
  neighbours.heard(announced("d", "Desk", { timestamp: 99_000 }), AT, 2)
  expect(news).toEqual(["d"])
  neighbours.heard(announced("d", "Desk 2"), AT, 3)
  expect(news).toEqual(["d", "d"])
  expect(neighbours.get("d")?.item).toMatchObject({ id: "d", did: "did-d", name: "Desk 2", addr: "192.168.1.7" })
})

test("[LAN-6] an address names a port only where it is not the usual one, and a cable has none", () => {
  const { neighbours } = watched()
  neighbours.heard(announced("a", "A"), { ...AT, port: 5_000 }, 1)
  neighbours.heard(announced("b", "B", { link: "usb", is_usb: true }), AT, 1)
  expect(neighbours.get("a")?.item.addr).toBe("192.168.1.7:5000")
  expect(neighbours.get("b")?.item).toMatchObject({ addr: "", is_usb: true })
})

test("[LAN-6] a device is gone after some rounds without an answer, told once, and back when it answers", () => {
  const { neighbours, news } = watched()
  neighbours.heard(announced("d", "Desk"), AT, 1)
  for (let round = 1; round < ROUNDS_MISSED_MAX; round += 1) neighbours.endRound(round * 100)
  expect(neighbours.get("d")).toBeDefined()
  neighbours.endRound(1_000)
  expect(neighbours.get("d")).toBeUndefined()
  neighbours.endRound(1_100)
  expect(news).toEqual(["d", "d"])
  neighbours.heard(announced("d", "Desk"), AT, 1_200)
  expect(news).toEqual(["d", "d", "d"])
})

test("[LAN-6] an answer in between begins the count anew", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 30 }), (answers) => {
      const { neighbours } = watched()
      neighbours.heard(announced("d", "Desk"), AT, 0)
      let silent = 0
      answers.forEach((answered, index) => {
        const since = index * 10 + 1
        if (answered) neighbours.heard(announced("d", "Desk"), AT, since)
        neighbours.endRound(since)
        silent = answered ? 0 : silent + 1
        expect(neighbours.get("d") === undefined).toBe(silent >= ROUNDS_MISSED_MAX)
      })
    }),
  )
})

test("[LAN-6] nobody takes the place of a device that answers", () => {
  const { neighbours } = watched()
  const thief = { address: "192.168.1.66", port: 36_459 }
  neighbours.heard(announced("d", "Desk"), AT, 0)
  neighbours.heard(announced("d", "Thief"), thief, ADDRESS_HELD_MS - 1)
  expect(neighbours.get("d")).toMatchObject({ place: AT, item: { name: "Desk" } })
  neighbours.heard(announced("d", "Moved"), thief, ADDRESS_HELD_MS)
  expect(neighbours.get("d")).toMatchObject({ place: thief, item: { name: "Moved" } })
})

test("[LAN-6] however many claim to be devices, what is remembered has a bound", () => {
  const { neighbours } = watched()
  for (let device = 0; device < NEIGHBOURS_MAX + 10; device += 1) neighbours.heard(announced(`d${device}`, "D"), AT, 1)
  expect([...neighbours.all()]).toHaveLength(NEIGHBOURS_MAX)
})
