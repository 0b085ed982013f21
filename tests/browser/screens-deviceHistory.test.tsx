import { afterEach, expect, test } from "vitest"
import { page } from "vitest/browser"
import { fieldsOf } from "../../src/domain/client/lan/lanDevices.ts"
import { SCAN_CHUNK_EVENTS } from "../../src/domain/values/limits.ts"
import { CONNECTED, device as neighbour } from "../domain/playedBridge.ts"
import { accountOf } from "../domain/recorder.ts"
import { screen } from "./devicesDesk.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The history on the page of a device, in a browser that several people use. */

afterEach(close)

const DAY_MS = 24 * 3_600_000
const OLD = 241_129_184_309
const NEW = 241_204_091_500

const readAs = (desk: ScreenDesk, uid: string, build = OLD) => {
  const devices = manyDevices(2).map((device) => ({ ...device, build }))
  desk.do({ type: "RecordDevices", account: accountOf(uid), begunAt: desk.recorder.now, devices })
}

/** The lines of the history, newest first, as a screen reader reads them. */
const lines = () =>
  [...document.querySelectorAll(".hist .h")].map((line) =>
    [...(line.querySelector("div")?.childNodes ?? [])].map((part) => part.textContent).join("|"),
  )
const ground = () => document.querySelector(".ground")?.textContent ?? ""

/** A device on which another account, then a guest, and then the account at the screen acted. */
const shared = () => {
  const desk = new ScreenDesk()
  desk.recorder.signIn("u2")
  readAs(desk, "u2")
  desk.do({ type: "RenameDevice", did: "d1", name: "Observatory" })
  const sessionId = desk.recorder.state.session.current?.id ?? ""
  desk.do({ type: "EndSession", sessionId, reason: "person" })
  desk.do({ type: "ReportBridge", link: CONNECTED })
  desk.do({ type: "RecordLanDevices", devices: [fieldsOf(neighbour("n1", { did: "d1", build: OLD }))], gone: [] })
  for (const stage of ["asked", "sent", "notConfirmed"] as const)
    desk.do({ type: "TellLanWake", wake: "w1", id: "n1", did: "d1", stage, mac: null })
  desk.recorder.signIn("u1")
  readAs(desk, "u1")
  desk.do({ type: "LearnLatestFirmware", build: NEW, hash: "0123456789abcdef0123456789abcdef" })
  return desk
}

test("[DEVICE-14] the history says who did what, of others alone, how an update went, and links to all events of the device", async () => {
  await page.viewport(1440, 900)
  const desk = shared()
  desk.do({ type: "StartFirmwareUpdate", device: "n1" })
  await show(desk.client(), screen, "/devices/d1")
  const before = [
    "Added to your list",
    expect.stringMatching(/^Wake the computer over this network\|Not seen awake within .+\|By a guest$/),
    "Rename Device 00001 to Observatory|Queued|By u2@example.com",
    "Added to the list of u2@example.com",
  ]
  await until(() => ground() !== "")
  expect(lines()).toEqual([`Update firmware to ${NEW}|The device is being updated.`, ...before])
  desk.recorder.now += 60_000
  desk.do({ type: "RecordNativeProgress", device: "n1", state: -1, percent: 0, error: "vanished" })
  await until(() => lines()[0]?.endsWith("The device stopped responding."))
  desk.do({ type: "StartFirmwareUpdate", device: "n1" })
  desk.do({ type: "RecordNativeProgress", device: "n1", state: 3, percent: 100 })
  desk.do({ type: "RecordRunningBuild", device: "n1", build: NEW })
  readAs(desk, "u1", NEW)
  await until(() => lines()[0]?.endsWith("The device reports the new build."))
  expect(lines()).toEqual([
    expect.stringMatching(new RegExp(`^Update firmware to ${NEW}\\|Updated in `)),
    `Update firmware to ${NEW}|Failed after 1 minute. The device stopped responding.`,
    ...before,
  ])

  expect(ground()).toMatch(/^From all events since .+, when the event log begins\. All events of this device$/)
  const link = page.getByRole("link", { name: "All events of this device" }).element()
  expect(link.getAttribute("href")).toBe("/log?device=d1")

  // The server saw the device before this log began.
  const spans = [[desk.recorder.now - 5 * DAY_MS, desk.recorder.now - 4 * DAY_MS]] as const
  const devices = manyDevices(3).map((device) => ({ ...device, heard: spans }))
  desk.do({ type: "RecordDevices", account: accountOf("u1"), begunAt: desk.recorder.now, devices })
  await show(desk.client(), screen, "/devices/d2")
  await until(() => ground().includes(" Entries before that come from the server. "))
  await show(desk.client(), screen, "/devices/d1")

  readAs(desk, "u1", OLD)
  await until(() => lines()[0] === `Firmware is now ${OLD}|Changed outside this browser.`)
})

test("[DEVICE-14] a history that does not go back to the beginning of the log says so, also when nothing has happened", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  const now = desk.recorder.now
  desk.recorder.now = now - 20 * DAY_MS
  desk.recorder.signIn("u1")
  readAs(desk, "u1")
  for (let count = 0; count <= SCAN_CHUNK_EVENTS; count += 1)
    desk.do({ type: "ObservePreference", key: "shortcuts", value: String(count % 2 === 0) })
  await show(desk.client(), screen, "/devices/d1")
  await until(() => ground().startsWith("No changes since "))
  expect(lines()).toEqual([])

  desk.recorder.now = now
  readAs(desk, "u1", NEW)
  await until(() => lines().length > 0)
  expect(ground()).toMatch(/^From events since .+\. Older ones are in the event log\. All events of this device$/)
})
