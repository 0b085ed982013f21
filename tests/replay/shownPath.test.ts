import { expect, test } from "vitest"
import { pathOf, tabOf } from "../../src/app/replay/pathOf.ts"
import { Recorder } from "../domain/recorder.ts"

const shown = ({ state }: Recorder): string => pathOf(state, tabOf(state))
const opened = (about: string) => ({ type: "OpenDialog", dialog: "device", about, among: [] }) as const

test("[REPLAY-2] a replay shows the page of the device that was open, and the list again once it was closed", () => {
  const log = new Recorder()
  expect(shown(log)).toBe("/devices")
  log.do({ type: "OpenRoute", path: "/devices" })
  log.do(opened("d 1"))
  log.do({ type: "OpenDialog", dialog: "rename", about: "d 1", among: [] })
  expect(shown(log)).toBe("/devices/d%201")
  log.do({ type: "CloseDialog", dialog: "device" })
  log.do(opened("d2"))
  expect(shown(log)).toBe("/devices/d2")
  log.do({ type: "CloseDialog", dialog: "device" })
  expect(shown(log)).toBe("/devices")
  log.do(opened("d2"))
  log.do({ type: "OpenRoute", path: "/viewer" })
  expect(shown(log)).toBe("/viewer")
})

test("[REPLAY-2] the start, which redirects, is shown as where it led the person of the log", () => {
  const log = new Recorder()
  log.do({ type: "OpenRoute", path: "/" })
  expect(shown(log)).toBe("/signin")
  log.signIn()
  expect(shown(log)).toBe("/devices")
})

test("[REPLAY-2] the tab that moved last is the one that is shown", () => {
  const log = new Recorder()
  log.do({ type: "OpenRoute", path: "/settings" })
  log.tab = "tab-2"
  log.do({ type: "OpenRoute", path: "/account" })
  expect(shown(log)).toBe("/account")
  log.tab = "tab-1"
  log.do({ type: "ShowToast", kind: "success", message: "common.success.deviceRenamed", params: {} })
  expect(shown(log)).toBe("/settings")
})
