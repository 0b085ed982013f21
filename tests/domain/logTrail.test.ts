import { expect, test } from "vitest"
import { isTrail } from "../../src/domain/views/logEvents.ts"

test("[EVENT-6] where a person was is the trail between actions, outcomes and news", () => {
  for (const type of ["RouteOpened", "DialogOpened", "FlowMoved", "LeadershipTaken"]) expect(isTrail(type)).toBe(true)
  for (const type of ["ActionQueued", "ActionRefused", "SignedIn", "DevicesRead", "InputRejected", "DeviceReached"])
    expect(isTrail(type)).toBe(false)
})
