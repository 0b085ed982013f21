import { describe, expect, test } from "vitest"
import { Desk, stateOf } from "./desk.ts"

/** A leader's behaviour when another tab is to lead. */

const SECOND = 1_000
const MINUTE = 60 * SECOND

describe("a leader that hands over", () => {
  test.each([1, 2, 3, 4])(
    "[OFFLINE-5] what it has claimed leaves, though it is hidden before its disk has answered (%i)",
    (seed) => {
      const desk = new Desk(3, seed)
      const client = desk.signedIn()
      desk.open()
      desk.pass(5 * SECOND)
      const [did = ""] = stateOf(client).devices.bound.keys()
      // Long enough that the tab learns of being hidden between its claim and the answer of its disk.
      desk.browser.disk.profile = { slow: 1, quota: 0, repeated: 0 }
      desk.ask(client, { type: "RebootDevice", did })
      const claims = () => desk.events.filter(({ type }) => type === "ActionClaimed")
      desk.until(() => claims().length > 0, MINUTE)
      desk.browser.system.setVisible(client.tab, false)
      desk.pass(SECOND / 10)
      desk.browser.disk.profile = { slow: 0, quota: 0, repeated: 0 }
      desk.pass(2 * MINUTE)
      expect(desk.calls.filter((call) => call === "request_device")).toHaveLength(1)
      expect(desk.statesOf(client)).toEqual(["confirmed"])
    },
  )
})
