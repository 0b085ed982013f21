import { expect, test } from "vitest"
import { farName } from "../../src/domain/views/farName.ts"
import { Recorder } from "./recorder.ts"

test("[SCREEN-9] a tab that opens the address of a device of the account knows it by its did, and no other", () => {
  const recorder = new Recorder()
  expect(farName(recorder.state, "d1")).toBe(null)
  const account = recorder.signIn()
  const device = { id: "d1", name: "Lecture hall", model: 1, lastSeen: 5, flags: 0, build: 0, shared: false, owner: "" }
  recorder.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: [device] })
  expect([farName(recorder.state, "d1"), farName(recorder.state, "n1")]).toEqual(["Lecture hall", null])
  recorder.do({ type: "RenameDevice", did: "d1", name: "Library" })
  expect(farName(recorder.state, "d1")).toBe("Library")
})
