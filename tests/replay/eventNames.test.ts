import { expect, test } from "vitest"
import { namedTypes } from "../../src/app/log/eventTypes.ts"
import { glyphNamed } from "../../src/app/ui/Glyph.tsx"
import { eventTable } from "../../src/domain/product/events.ts"
import { devicesOf, nearbyIn, nearbyNamesIn, originOf } from "../../src/domain/views/logEvents.ts"
import { origins, signs } from "../../src/domain/views/logSigns.ts"

const registered = Object.keys(eventTable).sort()

test("[EVENT-6] every registered event has a name and a source in the list of events, and no other has", () => {
  expect([...namedTypes].sort()).toEqual(registered)
  expect(Object.keys(origins).sort()).toEqual(registered)
})

test("[EVENT-6] the signs in the list of events belong to registered events, and are drawn", () => {
  expect(Object.keys(signs).filter((type) => !registered.includes(type))).toEqual([])
  expect(
    Object.values(signs)
      .map(([glyph]) => glyph)
      .filter((glyph) => glyphNamed(glyph) !== glyph),
  ).toEqual([])
})

test("[EVENT-6][LAN-6] an event of the local network tells its devices by id and by name, and comes from the bridge", () => {
  const event = {
    type: "LanDevicesTold",
    payload: {
      added: [
        { id: "n1", did: "d1", name: "Rack" },
        { id: "n2", did: "", name: "" },
      ],
      changed: [{ id: "n3", fields: { name: "Stage" } }],
      gone: ["n4"],
    },
  }
  expect(originOf(event)).toBe("bridge")
  expect(devicesOf(event)).toEqual(["d1"])
  expect(nearbyIn(event)).toEqual(["n1", "n2", "n3", "n4"])
  expect(nearbyNamesIn(event)).toEqual([
    ["n1", "Rack"],
    ["n3", "Stage"],
  ])
})
