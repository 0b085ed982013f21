import { Route, Routes } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { parseDeployment } from "../../src/app/client/deployment.ts"
import type { AppRequest, ClientHandle, FileReading, Refused } from "../../src/app/client/handle.ts"
import { CommandCentreLater } from "../../src/app/commands/CommandCentreLater.tsx"
import { BatchFirmwareDialog } from "../../src/app/dialogs/BatchFirmwareDialog.tsx"
import { DialogHost } from "../../src/app/dialogs/DialogHost.tsx"
import { FirmwareDialog } from "../../src/app/dialogs/FirmwareDialog.tsx"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { Updates } from "../../src/app/screens/Updates.tsx"
import { Notices } from "../../src/app/toasts/Notices.tsx"
import { closeAllToasts } from "../../src/app/ui/toasts.ts"
import type { LatestUnread } from "../../src/domain/features/firmware/events.ts"
import type { LanDeviceFields } from "../../src/domain/features/lan/events.ts"
import { NO_FILTER } from "../../src/domain/views/deviceFilter.ts"
import { devicePage } from "../../src/domain/views/devicePage.ts"
import { cardFirmware } from "../../src/domain/views/firmware.ts"
import { makeOverview } from "../../src/domain/views/overview.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(() => {
  closeAllToasts()
  close()
})

const OLD = 240_918_112_030
const NEW = 241_204_091_500
const HASH = "0123456789abcdef0123456789abcdef"

const near = (id: string, name: string): LanDeviceFields => ({
  id,
  did: `did-${id}`,
  name,
  model: 1,
  cloudType: 0,
  timestamp: 0,
  isUsb: false,
  isHid: true,
  flags: 0,
  addr: `10.0.7.${id.slice(1)}`,
  build: OLD,
})

const start = (devices: readonly LanDeviceFields[], latest: number | null = NEW): ScreenDesk => {
  const desk = new ScreenDesk()
  const capabilities = ["fw_begin"]
  desk.do({ type: "ReportBridge", link: { state: "connected", version: "1", os: "linux", capabilities } })
  if (latest !== null) desk.do({ type: "LearnLatestFirmware", build: latest, hash: HASH })
  desk.do({ type: "RecordLanDevices", devices, gone: [] })
  return desk
}

const breaks = (desk: ScreenDesk, device: string): void => {
  desk.do({ type: "RecordNativeProgress", device, state: 1, percent: 60 })
  desk.do({ type: "RecordNativeProgress", device, state: -1, percent: 0, error: "vanished" })
}

const noop = (): void => undefined

test("[FW-4] what broke off can be tried again also while the device is away, and then waits for it", async () => {
  await page.viewport(1440, 900)
  const desk = start([near("n1", "Lecture hall")])
  desk.do({ type: "StartFirmwareUpdate", device: "n1" })
  breaks(desk, "n1")
  desk.do({ type: "RecordLanDevices", devices: [], gone: ["n1"] })
  const dialog = <FirmwareDialog subject="n1" among={[]} isOpen onClose={noop} />
  await show(desk.client(), dialog)
  await page.getByRole("alert").getByText("The upload stopped.").findElement()
  await page.getByText(/If you try again, the update will resume when the device is back\./).findElement()
  await page.getByText("Lecture hall").findElement()
  await userEvent.click(page.getByRole("button", { name: "Try again" }))
  expect(desk.recorder.state.firmware.updates.get("n1")?.stage).toBe("checking")
  await page
    .getByRole("status")
    .getByText(/The device is not responding\. The update will resume/)
    .findElement()
  await until(() => page.getByRole("button", { name: "Try again" }).query() === null)
  desk.do({ type: "RecordLanDevices", devices: [near("n1", "Lecture hall")], gone: [] })
  await page.getByText("The image on this computer is compared with its hash.").findElement()
})

test("[FW-4] a device that was lost while it installed may run either build, until it says which", async () => {
  const desk = start([near("n1", "Lecture hall")])
  desk.do({ type: "StartFirmwareUpdate", device: "n1" })
  desk.do({ type: "RecordNativeProgress", device: "n1", state: 2, percent: 60 })
  desk.do({ type: "RecordNativeProgress", device: "n1", state: -1, percent: 0, error: "vanished" })
  await show(desk.client(), <FirmwareDialog subject="n1" among={[]} isOpen onClose={noop} />)
  const alert = page.getByRole("alert")
  await alert.getByText(/The device may be running the old build or the new one\./).findElement()
  desk.do({ type: "RecordLanDevices", devices: [{ ...near("n1", "Lecture hall"), build: NEW }], gone: [] })
  await alert.getByText(/The device now reports the new build\./).findElement()
})

test("[FW-3] the percent of an update is a whole number, whatever its download tells", async () => {
  const desk = start([near("n1", "Lecture hall")])
  desk.do({ type: "StartFirmwareUpdate", device: "n1" })
  desk.do({ type: "RecordNativeProgress", device: "n1", state: 0, percent: 50.51 })
  await show(desk.client(), <FirmwareDialog subject="n1" among={[]} isOpen onClose={noop} />)
  await page.getByText("Downloading", { exact: true }).findElement()
  expect(document.querySelector(".pct")?.textContent).toBe("50%")
})

test("[MSG-3] an update server that cannot be reached is named where an update would begin", async () => {
  const desk = start([near("n1", "Lecture hall")], null)
  desk.do({ type: "RecordLatestUnread" })
  await show(desk.client(), <FirmwareDialog subject="n1" among={[]} isOpen onClose={noop} />)
  await page.getByRole("status").getByText("Failed to connect to update server.").findElement()
})

test.each<readonly [LatestUnread, string]>([
  [{ httpStatus: 404 }, "The update server answered with HTTP status 404."],
  [{ reason: "unreadable" }, "The update server answered something that Sightline cannot read."],
  [{ reason: "wait" }, "The update server asked to wait. Try again later."],
])("[MSG-3] an update server that answers %j was reached, and what it answered is said", async (why, text) => {
  const desk = start([near("n1", "Lecture hall")], null)
  desk.do({ type: "RecordLatestUnread" })
  desk.do({ type: "RecordLatestUnread", ...why })
  await show(desk.client(), <FirmwareDialog subject="n1" among={[]} isOpen onClose={noop} />)
  await page.getByRole("status").getByText(text, { exact: true }).findElement()
  desk.do({ type: "RecordLatestUnread" })
  await page.getByRole("status").getByText("Failed to connect to update server.", { exact: true }).findElement()
})

test("[MSG-3] an update server that cannot be reached is named where several updates would begin, too", async () => {
  const desk = start([near("n1", "Lecture hall")], null)
  const screen = (
    <Routes>
      <Route path="/devices/updates" element={<Updates />} />
    </Routes>
  )
  await show(desk.client(), screen, "/devices/updates")
  await page.getByText("The latest version is not known yet.").findElement()
  desk.do({ type: "RecordLatestUnread" })
  await page.getByText("Failed to connect to update server.", { exact: true }).findElement()
  await page.getByRole("button", { name: "Try again" }).findElement()
  await show(desk.client(), <BatchFirmwareDialog subject="" among={["n1"]} isOpen onClose={noop} />)
  await page.getByRole("status").getByText("Failed to connect to update server.", { exact: true }).findElement()
})

test("[FW-6] the reading of a chosen image file says how far it is, can be stopped, and then another is chosen", async () => {
  const desk = start([near("n1", "Lecture hall")])
  const asked = Promise.withResolvers<{ readonly request: FileReading; readonly end: () => void }>()
  const send: ClientHandle["send"] = (request, _refused, done) => {
    if (request.type === "KeepFirmwareFile") asked.resolve({ request, end: () => done?.({ actions: [] }) })
  }
  const handle = { ...desk.handle, send }
  await show(desk.client(handle), <FirmwareDialog subject="n1" among={[]} isOpen onClose={noop} />)
  await page.getByRole("button", { name: "Choose an image file" }).findElement()
  const input = document.querySelector("input[type=file]")
  if (input === null) throw new Error("no file can be chosen")
  await userEvent.upload(input, new File(["image"], "image.bin"))
  await page.getByText("Checking the image file: 0%").findElement()
  const { request, end } = await asked.promise
  request.report(34)
  await page.getByText("Checking the image file: 34%").findElement()
  await userEvent.click(page.getByRole("button", { name: "Stop" }))
  expect(request.stopped.aborted).toBe(true)
  end()
  await page.getByText("The image is downloaded when the update starts.").findElement()
  request.report(50)
  await until(() => page.getByRole("button", { name: "Choose an image file" }).query() !== null)
  expect(page.getByText("Checking the image file").query()).toBeNull()
})

test("[FW-8] a campaign stops at its limit, tells devices of one name apart, and goes on by the keyboard", async () => {
  await page.viewport(1440, 900)
  const desk = start(["n1", "n2", "n3", "n4"].map((id) => near(id, id === "n4" ? "Chapel" : "Mixing desk")))
  desk.do({ type: "StartCampaign", devices: ["n1", "n2", "n3", "n4"], limit: 1, atOnce: 1 })
  desk.do({ type: "AdvanceCampaign" })
  const screen = (
    <Routes>
      <Route path="/devices/updates" element={<Updates />} />
    </Routes>
  )
  await show(desk.client(), screen, "/devices/updates")
  await page.getByText("Mixing desk 10.0.7.1 is being updated").findElement()
  await page.getByRole("button", { name: "Skip Mixing desk 10.0.7.3" }).findElement()
  breaks(desk, "n1")
  await page.getByText(/Stopped by the failure limit/).findElement()
  await page.getByText("Failed: 1").findElement()
  expect(desk.recorder.state.firmware.updates.has("n2")).toBe(false)
  await page.getByRole("button", { name: "Try again with Mixing desk 10.0.7.1" }).findElement()
  const goOn = page.getByRole("button", { name: "Resume" }).element()
  if (goOn instanceof HTMLElement) goOn.focus()
  await userEvent.keyboard("{Enter}")
  await page.getByRole("group", { name: "Stop after failures" }).getByText("2").findElement()
  desk.do({ type: "AdvanceCampaign" })
  await page.getByText("Mixing desk 10.0.7.2 is being updated").findElement()
  const asked = desk.recorder.state.firmware.updates.get("n2")?.id ?? ""
  desk.do({ type: "PostponeInCampaign", update: asked })
  await page.getByText("No passcode was entered. You will be asked again after the other devices.").findElement()
})

test("[FW-8] a device that was skipped and is still away says so when its update is asked for", async () => {
  const desk = start(["n1", "n2"].map((id) => near(id, `Bay ${id}`)))
  desk.do({ type: "StartCampaign", devices: ["n1", "n2"], limit: 1, atOnce: 1 })
  desk.do({ type: "RecordLanDevices", devices: [], gone: ["n1"] })
  desk.do({ type: "AdvanceCampaign" })
  const refusing = {
    ...desk.handle,
    send: (_: AppRequest, refused?: (reason: Refused) => void) => refused?.("notOnNetwork"),
  }
  const screen = (
    <>
      <Updates />
      <Notices />
    </>
  )
  await show(desk.client(refusing), screen, "/devices/updates")
  await userEvent.click(page.getByRole("button", { name: "Update Bay n1" }))
  const notices = page.getByRole("region", { name: "Notifications" })
  await notices.getByRole("alert").getByText("The device is not on this network.").findElement()
})

test("[FW-8][DEVICE-13] who begins a campaign chooses who takes part; it goes by name, a number in it as a number", async () => {
  await page.viewport(1440, 900)
  const bays = [10, 2, 1, 3].map((n) => near(`n${n}`, `Bay ${n}`))
  const desk = start([...bays, { ...near("n9", "Bay 9"), build: NEW }])
  const asked = ["n10", "n2", "n9", "n1", "n3"]
  await show(desk.client(), <BatchFirmwareDialog subject="" among={asked} isOpen onClose={noop} />)
  const list = page.getByRole("list", { name: "Devices", exact: true })
  await list.getByRole("checkbox", { name: "Bay 10" }).findElement()
  const named = (name: string) => `${name}${OLD} to ${NEW}${OLD}${NEW}`
  expect(
    list
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([...["Bay 1", "Bay 2", "Bay 3", "Bay 10"].map(named), "Bay 9 Already has this build."])
  // The dialog shows both builds and the expected time. Each update counts as two minutes until one is completed.
  await page.getByText("It takes about 8 minutes.", { exact: false }).findElement()
  await userEvent.click(list.getByText("Bay 2"))
  await page.getByText(/^Devices to update: 3\..* 6 minutes\.$/).findElement()
  // The person types one passcode for all devices before the start.
  await userEvent.fill(page.getByLabelText("Passcode for these devices (optional)"), "1234")
  await userEvent.click(page.getByRole("checkbox", { name: "Remember on this computer" }), { force: true })
  await userEvent.click(page.getByRole("button", { name: "Update firmware" }))
  await until(() => desk.recorder.state.firmware.campaign !== null)
  // The dialog hands the passcode over only after the campaign has begun.
  const isSent = () => desk.asked.some(({ type }) => type === "OfferPasscode")
  await until(isSent)
  expect(desk.asked.findIndex(({ type }) => type === "OfferPasscode")).toBeGreaterThan(
    desk.asked.findIndex(({ type }) => type === "StartCampaign"),
  )
  const offer = { type: "OfferPasscode", passcode: "1234", keep: false }
  expect(desk.asked.filter(({ type }) => type === "OfferPasscode")).toEqual([offer])
  const { devices, left } = desk.recorder.state.firmware.campaign ?? { devices: [], left: [] }
  expect(devices.map(({ id }) => id)).toEqual(["n1", "n3", "n10"])
  expect(left).toEqual([{ id: "n9", reason: "upToDate" }])
})

/** The screens on which a campaign begins and is watched, with dialogs and palette. */
const screens = (
  <>
    <Routes>
      <Route path="/devices/updates" element={<Updates />} />
      <Route path="/devices/:did?" element={<Devices />} />
      <Route path="/help-center" element={<h1>Help</h1>} />
    </Routes>
    <DialogHost />
    <CommandCentreLater />
  </>
)

const takesPart = (desk: ScreenDesk) => desk.recorder.state.firmware.campaign?.devices.map(({ id }) => id)

test("[FW-8][DEVICE-13] the devices chosen on the devices screen are updated in turn, one that is away is left out with its reason", async () => {
  await page.viewport(1440, 900)
  const desk = start([])
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(4) })
  const here = [0, 1, 2].map((n) => ({ ...near(`n${n}`, `Device 0000${n}`), did: `d${n}` }))
  desk.do({ type: "RecordLanDevices", devices: here, gone: [] })
  await show(desk.client(), screens, "/devices?view=cards")
  await userEvent.click(page.getByRole("button", { name: "Select", exact: true }))
  for (const n of [0, 2, 3]) {
    const box = await page.getByRole("checkbox", { name: `Select Device 0000${n}` }).findElement()
    if (box instanceof HTMLElement) box.click()
  }
  const bar = page.getByRole("region", { name: "Selected devices" })
  await bar.getByText("3 selected").findElement()
  await userEvent.click(bar.getByRole("button", { name: "Update firmware" }))
  const dialog = page.getByRole("dialog", { name: "Update firmware" })
  await dialog.getByText(/^Devices to update: 2\./).findElement()
  await userEvent.click(dialog.getByRole("button", { name: "Update firmware" }))
  await page.getByRole("group", { name: "Stop after failures" }).findElement()
  expect(takesPart(desk)).toEqual(["n0", "n2"])
  expect(desk.recorder.state.firmware.campaign?.left).toEqual([{ id: "d3", reason: "notOnNetwork" }])
})

test("[FW-8][DEVICE-13][UX-3] the palette leads to the update of several devices, by keys alone", async () => {
  await page.viewport(1440, 900)
  const desk = start(["n1", "n2"].map((id) => near(id, `Bay ${id}`)))
  await show(desk.client(), screens, "/help-center")
  const search = page.getByRole("combobox", { name: "Search commands and devices" })
  await until(async () => {
    if (search.query() === null) await userEvent.keyboard("{Control>}k{/Control}")
    return search.query() !== null
  })
  await userEvent.fill(search, "updates")
  await until(() => page.getByRole("option", { name: /^Updates/, selected: true }).query() !== null)
  await userEvent.keyboard("{Enter}")
  const update = await page.getByRole("button", { name: "Update firmware" }).findElement()
  update.focus()
  await userEvent.keyboard("{Enter}")
  const begins = await page
    .getByRole("dialog", { name: "Update firmware" })
    .getByRole("button", { name: "Update firmware" })
    .findElement()
  begins.focus()
  await userEvent.keyboard("{Enter}")
  await page.getByRole("group", { name: "Stop after failures" }).findElement()
  expect(takesPart(desk)).toEqual(["n1", "n2"])
})

test("[FW-4] a device that is away in the middle of its upload is waited for, and the dialog says so", async () => {
  await page.viewport(1440, 900)
  const desk = start([near("n1", "Lecture hall")])
  desk.do({ type: "StartFirmwareUpdate", device: "n1" })
  desk.do({ type: "RecordNativeProgress", device: "n1", state: 1, percent: 60 })
  await show(desk.client(), <FirmwareDialog subject="n1" among={[]} isOpen onClose={noop} />)
  await page.getByText("The device keeps its old build until the new one is complete and verified.").findElement()
  desk.do({ type: "RecordLanDevices", devices: [], gone: ["n1"] })
  await page.getByText("The device is not responding. The update will resume when the device is back.").findElement()
  await page.getByText("Uploading to the device").findElement()
})

test("[FW-1] a deployment may name a test mirror and have that asked instead", () => {
  const urls = { firmwareUrl: "https://fw.example/latest.txt", firmwareMirrorUrl: "https://test.example/latest.txt" }
  expect(parseDeployment(urls)).toMatchObject({ firmwareUrl: urls.firmwareUrl, isTestMirror: false })
  expect(parseDeployment({ ...urls, useTestMirror: true })).toMatchObject({
    firmwareUrl: urls.firmwareMirrorUrl,
    isTestMirror: true,
  })
  expect(parseDeployment({ firmwareUrl: urls.firmwareUrl, useTestMirror: true }).firmwareUrl).toBeNull()
})

const campaignOf = async (desk: ScreenDesk, devices: readonly string[]): Promise<void> => {
  desk.do({ type: "StartCampaign", devices, limit: 1, atOnce: 1 })
  desk.do({ type: "AdvanceCampaign" })
  const screen = (
    <>
      <Routes>
        <Route path="/devices/updates" element={<Updates />} />
      </Routes>
      <DialogHost />
      <CommandCentreLater />
    </>
  )
  await show(desk.client(), screen, "/devices/updates")
}

test("[FW-8][UX-3] after the passcode the focus is on the row of its device, and a second Enter stops nothing", async () => {
  await page.viewport(1440, 900)
  const desk = start([near("n1", "Chapel"), near("n2", "Edit suite")])
  await campaignOf(desk, ["n1", "n2"])
  const stop = page.getByRole("button", { name: "Stop", exact: true })
  await stop.findElement()
  // The focus of a person who came by Tab.
  const element = stop.element()
  if (element instanceof HTMLElement) element.focus()
  desk.do({ type: "WantPasscode", id: "n1", did: "did-n1", name: "Chapel", tried: "none", until: 0 })
  // The person may have typed a passcode for all devices in another tab.
  const about = /A passcode entered when these updates started is not stored/
  await page.getByRole("dialog").getByText(about).findElement()
  await until(() => document.activeElement?.matches("input"))
  await userEvent.keyboard("secret{Enter}")
  desk.do({ type: "SettlePasscode", id: "n1" })
  await until(() => page.getByRole("dialog").query() === null)
  await until(() => document.activeElement?.getAttribute("data-device") === "n1")
  await userEvent.keyboard("{Enter} ")
  expect(desk.recorder.state.firmware.campaign?.ended).toBeNull()
  expect(page.getByRole("alertdialog").query()).toBeNull()
})

test("[FW-8] Stop asks, names who is updated still and how many stay as they are", async () => {
  await page.viewport(1440, 900)
  const desk = start([near("n1", "Chapel"), near("n2", "Edit suite"), near("n3", "Lecture hall")])
  await campaignOf(desk, ["n1", "n2", "n3"])
  await userEvent.click(page.getByRole("button", { name: "Stop", exact: true }))
  const question = page.getByRole("alertdialog", { name: "Stop after Chapel?" })
  await question.getByText("2 devices stay as they are.").findElement()
  expect(desk.recorder.state.firmware.campaign?.ended).toBeNull()
  await userEvent.click(question.getByRole("button", { name: "Stop" }))
  await until(() => desk.recorder.state.firmware.campaign?.ended === "person")
  await page.getByText(/Stopped by you/).findElement()
})

test("[DEVICE-6][FW-2][FW-8] an updated device is not offered its update again: sign, count, sheet and dialog agree", async () => {
  await page.viewport(1440, 900)
  const devices = [near("n1", "Chapel"), near("n2", "Edit suite"), near("n3", "Foyer")]
  const desk = start(devices)
  const account = desk.recorder.signIn()
  const bound = manyDevices(3).map((one, n) => ({ ...one, id: `did-n${n + 1}`, build: OLD }))
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: bound })
  await show(desk.client(), screens, "/devices?view=cards")
  const offers = () => document.querySelectorAll(".update-offer").length
  const count = () =>
    makeOverview()(desk.recorder.state, Date.now(), { ...NO_FILTER, search: "", sort: "name", reversed: false })
      ?.outdated
  await until(() => offers() === 3)
  expect(count()).toBe(3)
  desk.do({ type: "StartCampaign", devices: ["n1", "n2"], limit: 1, atOnce: 1 })
  for (const [index, id] of ["n1", "n2"].entries()) {
    desk.do({ type: "AdvanceCampaign" })
    await until(() => offers() === 3 - index)
    desk.do({ type: "RecordNativeProgress", device: id, state: 3, percent: 100 })
    desk.do({ type: "RecordLanDevices", devices: [{ ...near(id, devices[index]?.name ?? ""), build: NEW }], gone: [] })
    desk.do({ type: "RecordRunningBuild", device: id, build: NEW })
    await until(() => offers() === 2 - index)
    expect(count()).toBe(2 - index)
  }
  expect(devicePage(desk.recorder.state, "did-n1", Date.now())?.update).toBe("upToDate")
  desk.do({ type: "DismissCampaign" })
  expect(cardFirmware(desk.recorder.state, "n1")).toMatchObject({ hasUpdate: false, stage: "initial" })
})

test("[FW-3] the dialog of an update that is over says which build it was and which it is", async () => {
  const desk = start([near("n1", "Lecture hall")])
  desk.do({ type: "StartFirmwareUpdate", device: "n1" })
  desk.do({ type: "RecordNativeProgress", device: "n1", state: 3, percent: 100 })
  desk.do({ type: "RecordRunningBuild", device: "n1", build: NEW })
  await show(desk.client(), <FirmwareDialog subject="n1" among={[]} isOpen onClose={noop} />)
  await page.getByRole("dialog").findElement()
  const said = [...document.querySelectorAll(".vers > div")].map(({ textContent }) => textContent)
  expect(said).toEqual([`Was${OLD}`, `Now${NEW}`])
})

test("[MSG-1][FW-3] an update that is completed says so in a toast; a campaign says it once, with how many", async () => {
  const desk = start([near("n1", "Chapel"), near("n2", "Edit suite"), near("n3", "Foyer")])
  await show(desk.client(), <Notices />)
  await until(() => desk.isListening)
  const toasts = () => [...document.querySelectorAll(".toasts li p")].map(({ textContent }) => textContent)
  desk.do({ type: "StartFirmwareUpdate", device: "n1" })
  desk.do({ type: "RecordNativeProgress", device: "n1", state: 3, percent: 100 })
  await until(() => toasts().join() === "Firmware updated.")
  closeAllToasts()
  desk.do({ type: "StartCampaign", devices: ["n2", "n3"], limit: 5, atOnce: 2 })
  desk.do({ type: "AdvanceCampaign" })
  desk.do({ type: "AdvanceCampaign" })
  desk.do({ type: "RecordNativeProgress", device: "n2", state: 3, percent: 100 })
  breaks(desk, "n3")
  await until(() => toasts().join() === "Firmware updates: 1 of 2 devices updated")
})

test("[FW-8] the update of ten thousand devices says how many go now, later and not, and draws only visible rows", async () => {
  await page.viewport(1440, 900)
  const here = Array.from({ length: 1_200 }, (_, n) => near(`n${n}`, `Device ${String(n).padStart(5, "0")}`))
  const desk = start(here)
  const away = Array.from({ length: 8_800 }, (_, n) => `away-${n}`)
  const among = [...here.map(({ id }) => id), ...away]
  await show(desk.client(), <BatchFirmwareDialog subject="" among={among} isOpen onClose={noop} />)
  const dialog = page.getByRole("dialog")
  const counts = dialog.getByRole("list", { name: "Devices by what happens to them" })
  await counts.getByText("Now: 1,000", { exact: true }).findElement()
  await counts.getByText("In the next lots: 200", { exact: true }).findElement()
  await counts.getByText("Not on this network: 8,800", { exact: true }).findElement()
  expect(dialog.element().querySelectorAll("*").length).toBeLessThan(1_500)
  const list = dialog.getByRole("list", { name: "Devices", exact: true }).element()
  const rules = dialog.getByRole("group", { name: "Stop after failures" }).element()
  expect(rules.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
})

test("[FW-8] of a campaign of a thousand only the visible rows are in the page, and the last is reached by scrolling", async () => {
  await page.viewport(1440, 900)
  const here = Array.from({ length: 1_000 }, (_, n) => near(`n${n}`, `Device ${String(n).padStart(5, "0")}`))
  const desk = start(here)
  await campaignOf(
    desk,
    here.map(({ id }) => id),
  )
  const list = page.getByRole("list", { name: "Devices", exact: true })
  await list.getByText("Device 00000").findElement()
  expect(list.element().children.length).toBeLessThan(60)
  expect(list.element().firstElementChild?.getAttribute("aria-setsize")).toBe("1000")
  await until(() => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    return list.getByText("Device 00999").query() !== null
  })
  expect(list.element().lastElementChild?.getAttribute("aria-posinset")).toBe("1000")
  window.scrollTo(0, 0)
})
