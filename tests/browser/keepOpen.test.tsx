import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import type { ClientHandle, Refused } from "../../src/app/client/handle.ts"
import { FirmwareDialog } from "../../src/app/dialogs/FirmwareDialog.tsx"
import { Notices } from "../../src/app/toasts/Notices.tsx"
import { closeAllToasts } from "../../src/app/ui/toasts.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(() => {
  closeAllToasts()
  close()
})

const noop = (): void => undefined

const start = (isApp: boolean): ScreenDesk => {
  const desk = new ScreenDesk()
  desk.do({ type: "StartApp", version: "1.0.0", baseUrl: "", testMirror: false, isApp, os: "linux" })
  const capabilities = ["fw_begin"]
  desk.do({ type: "ReportBridge", link: { state: "connected", version: "1", os: "linux", capabilities } })
  desk.do({ type: "LearnLatestFirmware", build: 241_204_091_500, hash: "0123456789abcdef0123456789abcdef" })
  const about = { model: 1, cloudType: 0, timestamp: 0, isUsb: false, isHid: true, flags: 0 }
  const device = { ...about, id: "n1", did: "n1", name: "Lecture hall", addr: "10.0.7.1", build: 240_918_112_030 }
  desk.do({ type: "RecordLanDevices", devices: [device], gone: [] })
  return desk
}

/** True when the page asks before its window closes. */
const wantsToStay = (): boolean => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }))

test("[DESK-5] the press that begins an update holds the window, before the update is recorded, until it is over or refused", async () => {
  const desk = start(true)
  let refuse: ((reason: Refused) => void) | undefined
  let answer = noop
  const send: ClientHandle["send"] = (request, refused, done) => {
    if (request.type !== "StartFirmwareUpdate") return
    refuse = refused
    answer = () => desk.handle.send(request, refused, done)
  }
  const screen = (
    <>
      <FirmwareDialog subject="n1" among={[]} isOpen onClose={noop} />
      <Notices />
    </>
  )
  await show(desk.client({ ...desk.handle, send }), screen)
  const press = () => userEvent.click(page.getByRole("button", { name: "Update firmware" }))
  await page.getByRole("button", { name: "Update firmware" }).findElement()
  expect(wantsToStay()).toBe(false)
  await press()
  expect(wantsToStay()).toBe(true)
  refuse?.("storage")
  expect(wantsToStay()).toBe(false)
  await until(() => page.getByRole("button", { name: "Update firmware", disabled: false }).query() !== null)
  await press()
  answer()
  expect(desk.recorder.state.firmware.updates.get("n1")?.stage).toBe("checking")
  expect(wantsToStay()).toBe(true)
  desk.do({ type: "RecordNativeProgress", device: "n1", state: 3, percent: 100 })
  expect(wantsToStay()).toBe(false)
})

test("[DESK-5] a browser asks nothing of its own, and a campaign holds the window between two of its updates", async () => {
  for (const isApp of [false, true]) {
    const desk = start(isApp)
    await show(desk.client(), <Notices />)
    desk.do({ type: "StartCampaign", devices: ["n1"], limit: 1, atOnce: 1 })
    await expect.poll(wantsToStay).toBe(isApp)
    desk.do({ type: "PauseCampaign" })
    expect(wantsToStay()).toBe(false)
  }
})
