import { afterEach, expect, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { whyNot } from "../../src/adapters/bridge/access.ts"
import { createClient } from "../../src/app/client/create.ts"
import { noDeployment } from "../../src/app/client/deployment.ts"
import type { ClientHandle } from "../../src/app/client/handle.ts"
import type { Pairing } from "../../src/app/client/pairing.ts"
import { UsbModeDialog } from "../../src/app/dialogs/ModeDialog.tsx"
import { PasscodeDialogLater } from "../../src/app/dialogs/PasscodeDialogLater.tsx"
import { WakeOverLanDialog } from "../../src/app/dialogs/WakeOverLanDialog.tsx"
import { Network } from "../../src/app/screens/Network.tsx"
import { AnsweredList } from "../../src/app/screens/network/AnsweredList.tsx"
import { BridgeSteps } from "../../src/app/screens/network/BridgeSteps.tsx"
import { Mode } from "../../src/app/screens/network/ModeCell.tsx"
import { Targets } from "../../src/app/screens/network/Targets.tsx"
import { Settings } from "../../src/app/screens/Settings.tsx"
import { SleepNote } from "../../src/app/screens/viewer/Notes.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { NativeBanners } from "../../src/app/shell/NativeBanners.tsx"
import { Sidebar } from "../../src/app/shell/Sidebar.tsx"
import { Notices } from "../../src/app/toasts/Notices.tsx"
import { answered, lanDeviceAt } from "../../src/domain/views/lan.ts"
import type { PairedOrigin } from "../../src/domain/wire/bridge.ts"
import { FLAG_ONE_MODE } from "../../src/domain/wire/deviceFlags.ts"
import { CONNECTED } from "../domain/playedBridge.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

/** Screens about the native side, between its requests and its reports. */

const desk = new ScreenDesk()
desk.do({ type: "ReportBridge", link: CONNECTED })
afterEach(close)

const button = (name: string) => page.getByRole("button", { name, exact: true })

const reach = {
  id: "n1",
  did: "did n1",
  name: "Rack",
  model: 1,
  kind: "lan",
  known: "now",
  address: "10.0.7.1",
  mode: "hid",
  isStreaming: false,
  showsAddress: true,
  build: null,
  cloudType: 0,
  hasBoundMac: false,
  hasOneMode: false,
  hasFirmware: true,
  hasSound: true,
  foundAt: 0,
  reportedAt: 0,
} as const

test("[MODE-2] the mode that was asked for looks pending until the device reports it, or refuses", async () => {
  const { id, did, name, model } = reach
  const device = { id, did, name, model, cloudType: 0, timestamp: 1, isUsb: false, isHid: true, flags: 0 }
  desk.do({ type: "RecordLanDevices", devices: [{ ...device, addr: "10.0.7.1", build: 0 }], gone: [] })
  const answers: { refuse: () => void }[] = []
  const send: ClientHandle["send"] = (request, refused) => {
    if (request.type === "SwitchMode") answers.push({ refuse: () => refused?.("modeRefused") })
  }
  const subject = { subject: "n1", among: [], isOpen: true, onClose: () => undefined }
  await show(
    desk.client({ ...desk.handle, send }),
    <>
      <p data-testid="label">
        <Mode device={reach} />
      </p>
      <UsbModeDialog {...subject} />
      <Notices />
    </>,
  )
  const label = page.getByTestId("label")
  await until(() => label.query()?.textContent === "HID mode")
  await userEvent.click(button("Switch to USB stream mode"))
  await until(() => label.query()?.textContent === "USB stream mode (Not confirmed yet)")
  expect(answers).toHaveLength(1)
  answers[0]?.refuse()
  await until(() => label.query()?.textContent === "HID mode")
})

test.each([
  [0, true],
  [FLAG_ONE_MODE, false],
])("[MODE-1] with the flags %i of a device, that its mode can be switched is %s", async (flags, canSwitch) => {
  const client = desk.client()
  const { id, did, name, model } = reach
  const device = { id, did, name, model, cloudType: 0, timestamp: 1, isUsb: false, isHid: true, flags }
  desk.do({ type: "RecordLanDevices", devices: [{ ...device, addr: "10.0.7.1", build: 0 }], gone: [] })
  const near = lanDeviceAt(desk.handle.state(), id)
  if (near === null) throw new Error("no neighbour")
  await show(client, <Mode device={near} />)
  await until(() => page.getByText("HID mode").query() !== null)
  expect(button("HID mode, switch the mode of Rack").query() !== null).toBe(canSwitch)
})

test("[BRIDGE-2][BRIDGE-4] until the bridge of this deployment has answered or failed, it is looked for, and not missing", async () => {
  const own = new ScreenDesk()
  const client = createClient(() => Date.now())
  const deployment = { ...noDeployment, bridgeUrl: "ws://127.0.0.1:9" }
  client.start.set({ phase: "ready", handle: own.handle, deployment })
  const shown = (
    <>
      <Network />
      <Sidebar />
    </>
  )
  await show(client, shown, "/devices/network")
  await page
    .getByText(/The bridge has not responded yet\.$/)
    .first()
    .findElement()
  expect(page.getByText("No bridge on this computer").query()).toBeNull()
  expect(page.getByText("Not connected").query()).toBeNull()
  own.do({ type: "ReportBridge", link: { state: "away" } })
  await page.getByText("The bridge is not responding", { exact: true }).findElement()
  expect(page.getByText(/The bridge has not responded yet\.$/).query()).toBeNull()
})

test("[LAYOUT-5] on a phone the name of a device that answered is whole above its place", async () => {
  await page.viewport(360, 740)
  const device = { did: "did s1", name: "Mezzanine left", model: 1, cloudType: 0, timestamp: 1, isUsb: true, flags: 0 }
  const streams = { id: "s1", isHid: false, addr: "10.0.7.9", build: 0 }
  desk.do({ type: "RecordLanDevices", devices: [{ ...device, ...streams }], gone: [] })
  await show(
    desk.client(),
    <div className="page" style={{ containerType: "inline-size", containerName: "main" }}>
      <AnsweredList ids={["s1"]} />
    </div>,
  )
  const name = await page.getByText("Mezzanine left").findElement()
  // The note about the cable does not hide the address. A phone has no room for the mode beside it.
  const address = await page.getByText("10.0.7.9").findElement()
  expect(name.getBoundingClientRect().bottom).toBeLessThanOrEqual(address.getBoundingClientRect().top + 1)
  const mode = page.getByText("USB stream mode")
  await expect.element(mode).not.toBeVisible()
  const cut = name.closest(".cut")
  expect(cut?.scrollWidth).toBeLessThanOrEqual(cut?.clientWidth ?? 0)
  // The list relies on rows of equal height.
  expect(name.closest("li")?.offsetHeight).toBe(44)
  await page.viewport(1440, 900)
  await expect.element(mode).toBeVisible()
  expect(name.closest("li")?.offsetHeight).toBe(44)
})

test("[BRIDGE-5] the origins that may use the bridge are listed, and one is revoked", async () => {
  const origins: PairedOrigin[] = ["https://a.example", "https://b.example"].map((origin) => ({
    origin,
    paired_at: Date.now(),
    used_at: Date.now(),
  }))
  let refuses = true
  const follows: { tell: () => void; refuse: () => void }[] = []
  const pairing: Pairing = {
    ask: () => undefined,
    enter: () => undefined,
    follow: (report, refused) => {
      follows.push({ tell: () => report([...origins]), refuse: refused })
      report([...origins])
      return () => void follows.pop()
    },
    revoke: (origin) => {
      if (!refuses)
        origins.splice(
          origins.findIndex((one) => one.origin === origin),
          1,
        )
      for (const { tell, refuse } of follows) refuses ? refuse() : tell()
    },
  }
  await show(desk.client({ ...desk.handle, pairing }), <Settings />, "/settings")
  const list = page.getByRole("list", { name: "Sites that may use the bridge" })
  await until(() => list.query()?.children.length === 2)
  await userEvent.click(button("Revoke https://a.example"))
  await page.getByText("The bridge did not revoke the site.", { exact: false }).findElement()
  refuses = false
  await userEvent.click(button("Revoke https://a.example"))
  await until(() => list.query()?.children.length === 1)
  expect(page.getByText("The bridge did not revoke the site.", { exact: false }).query()).toBeNull()
  await userEvent.click(button("Revoke https://b.example"))
  await page.getByText("No other site is paired with this bridge.").findElement()
  desk.do({ type: "ReportBridge", link: { state: "away" } })
  await until(() => follows.length === 0)
})

test("[BRIDGE-4] the app distinguishes a browser that blocks the page from a bridge that is away, with what to do", async () => {
  // No program listens at port 9 of this machine.
  const access = { url: "ws://127.0.0.1:9", token: "t" }
  const status = async (name: string) => {
    const known = await navigator.permissions.query({ name: "geolocation" })
    Object.defineProperty(known, "state", { value: name === "loopback-network" ? "denied" : "prompt" })
    return known
  }
  const query = vi.spyOn(navigator.permissions, "query")
  const refused = await status("loopback-network")
  query.mockImplementation(async ({ name }) => {
    if (name.toString() === "loopback-network") return refused
    throw new TypeError("no such permission")
  })
  const link = await whyNot(access)
  query.mockRestore()
  expect(link).toEqual({ state: "refused", why: "permission" })
  expect(await whyNot(access)).toEqual({ state: "away" })

  await show(desk.client(), <BridgeSteps link={link} />, "/devices/network")
  await page.getByRole("heading", { name: "The browser blocks access to the local network" }).findElement()
  await page.getByRole("button", { name: "Reload" }).findElement()
})

test.each(["bridgeAway", "bridgeUnable"] as const)(
  "[WAKE-3] a guest whose native side is %s is asked to sign in, and a person who is signed in is not",
  async (refusal) => {
    for (const isGuest of [true, false]) {
      const guest = new ScreenDesk()
      if (!isGuest) guest.recorder.signIn()
      const refusing: ClientHandle = { ...guest.handle, send: (_request, refused) => refused?.(refusal) }
      await show(guest.client(refusing), <WakeOverLanDialog subject="n1" among={[]} isOpen onClose={() => undefined} />)
      await userEvent.fill(page.getByRole("textbox"), "00:1a:2b:3c:4d:5e")
      const link = page.getByRole("link", { name: "Sign in to wake devices of your account without the bridge." })
      expect(link.query()).toBeNull()
      await userEvent.click(button("Wake"))
      await page.getByText(/^(The bridge is not connected|This bridge does not support)/).findElement()
      if (isGuest) expect(link.element().getAttribute("href")).toBe("/signin")
      else expect(link.query()).toBeNull()
      await close()
    }
  },
)

test("[WAKE-3][WAKE-4] while the computer behind a device sleeps it is woken beside the picture, with what is known of that", async () => {
  const opened: string[] = []
  const note = (isAsleep: boolean) =>
    show(desk.client(), <SleepNote did="did n1" isAsleep={isAsleep} onWake={() => opened.push("wake")} />)
  await note(false)
  expect(button("Wake").query()).toBeNull()
  await close()
  await note(true)
  await page.getByText("The computer is asleep.").findElement()
  await userEvent.click(button("Wake"))
  expect(opened).toEqual(["wake"])
  const tell = (stage: "asked" | "sent" | "awake") =>
    desk.do({ type: "TellLanWake", wake: "w1", id: "n1", did: "did n1", stage, mac: null })
  tell("asked")
  tell("sent")
  await page.getByText(/^Wake request sent/).findElement()
  await close()
  desk.recorder.now += 7_000
  tell("awake")
  await note(false)
  await page.getByText("Computer awake after 7 seconds").findElement()
  expect(button("Wake").query()).toBeNull()
})

test("[WAKE-4] a wake is counted from its packet, not from the press; who was awake all along is not said to have been woken", async () => {
  const tell = (wake: string, stage: "asked" | "sent" | "awake") =>
    desk.do({ type: "TellLanWake", wake, id: "n1", did: "did n1", stage, mac: null })
  // The person types the passcode after the press and before the packet.
  tell("w2", "asked")
  desk.recorder.now += 10_000
  tell("w2", "sent")
  desk.recorder.now += 8_000
  tell("w2", "awake")
  const note = () => show(desk.client(), <SleepNote did="did n1" isAsleep={false} onWake={() => undefined} />)
  await note()
  await page.getByText("Computer awake after 8 seconds").findElement()
  await close()
  tell("w3", "asked")
  desk.recorder.now += 10_000
  tell("w3", "sent")
  desk.recorder.now += 100
  tell("w3", "awake")
  await note()
  await page.getByText("Computer was already awake").findElement()
})

test("[LAYOUT-4] a newer version is shown with both versions and the way to it, and dismissed for that version alone", async () => {
  const releasesUrl = "https://releases.example/"
  const client = desk.client()
  client.start.set({ phase: "ready", handle: desk.handle, deployment: { ...noDeployment, releasesUrl } })
  await show(client, <NativeBanners />)
  const banner = page.getByText("Version 1.1.0 of the app is available.")
  desk.do({ type: "TellAppVersion", version: "1.0.0", latest: "1.1.0" })
  await expect.element(banner).toBeVisible()
  await expect.element(page.getByText("The installed version is 1.0.0.")).toBeVisible()
  await expect.element(page.getByRole("link")).toHaveAttribute("href", releasesUrl)

  await button("Dismiss").click()
  await until(() => banner.elements().length === 0)
  desk.do({ type: "TellAppVersion", version: "1.0.0", latest: "1.2.0" })
  await expect.element(page.getByText("Version 1.2.0 of the app is available.")).toBeVisible()
})

test("[UX-5][BRIDGE-4] a new banner moves none that is there, and of a lost server and a bridge that refuses only the first is shown", async () => {
  const own = new ScreenDesk()
  own.recorder.signIn()
  own.do({ type: "TellLinuxTips", flags: 1, path: null })
  await show(own.client(), <MainLayout />)
  const banner = (text: string) =>
    [...document.querySelectorAll(".banner")].find((one) => one.textContent?.includes(text))
  const placeOf = (text: string) => banner(text)?.getBoundingClientRect().bottom
  await until(() => banner("Media libraries"))
  const place = placeOf("Media libraries")
  own.do({ type: "ReportBridge", link: { state: "refused", why: "access" } })
  await until(() => banner("does not accept"))
  const above = placeOf("does not accept")
  own.do({ type: "ReportConnection", status: "unreachable" })
  await until(() => banner("cannot be reached"))
  expect(banner("does not accept")).toBeUndefined()
  // The order in the page is the visible order, for screen readers and for Tab.
  const tops = [...document.querySelectorAll(".banner")].map((one) => one.getBoundingClientRect().top)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect([placeOf("Media libraries"), placeOf("cannot be reached")]).toEqual([place, above])
  own.do({ type: "ReportBridge", link: { state: "away" } })
  own.do({ type: "ReportBridge", link: { state: "refused", why: "access" } })
  expect([placeOf("Media libraries"), placeOf("cannot be reached")]).toEqual([place, above])
  own.do({ type: "ReportConnection", status: "online" })
  await until(() => banner("does not accept"))
  expect([placeOf("Media libraries"), placeOf("does not accept")]).toEqual([place, above])
})

test("[LAN-1] a search that another tab began, and that may have ended with it, holds up no other one", async () => {
  const own = new ScreenDesk()
  own.do({ type: "ReportBridge", link: CONNECTED })
  own.do({ type: "ObservePreference", key: "subnets", value: '["10.0.7.*"]' })
  const begin = () => own.do({ type: "StartScan", scan: "s1", targets: ["10.0.7.*"], total: 254 })
  own.recorder.tab = "gone"
  begin()
  own.recorder.tab = "here"
  await show(own.client(), <Targets />)
  await userEvent.click(button("Scan network"))
  await userEvent.click(button("Scan 10.0.7.*"))
  const asked = [{ type: "Scan", targets: ["10.0.7.*"] }]
  expect(own.asked).toEqual([...asked, ...asked])
  begin()
  await until(() => page.getByText("Scanning").query())
  await userEvent.keyboard("{Enter}")
  expect(own.asked).toEqual([...asked, ...asked])
})

test("[LAN-1][UX-1] the scan button of an address keeps the focus while the scan runs, away from the button beside it that removes", async () => {
  const own = new ScreenDesk()
  own.do({ type: "ObservePreference", key: "subnets", value: '["10.0.7.*","10.0.8.*"]' })
  own.do({ type: "ReportBridge", link: CONNECTED })
  const targets = ["10.0.7.*"]
  const begun = vi.fn(() => own.do({ type: "StartScan", scan: "s1", targets, total: 254 }))
  const send: ClientHandle["send"] = (request) => {
    expect(request).toEqual({ type: "Scan", targets })
    begun()
  }
  await show(own.client({ ...own.handle, send }), <Targets />)
  const scan = button("Scan 10.0.7.*")
  await scan.findElement()
  scan.element().focus()
  await userEvent.keyboard("{Enter}")
  await until(() => page.getByRole("button", { name: "Scan 10.0.8.*" }).element().hasAttribute("disabled"))
  await userEvent.keyboard("{Enter}")
  expect(document.activeElement).toBe(scan.element())
  expect(begun).toHaveBeenCalledTimes(1)
})

test.each([
  ["en", 390],
  ["de", 390],
  ["en", 900],
])("[LAN-1][UX-5] in %s at %i px a scan that begins, runs and ends moves no device", async (language, width) => {
  await page.viewport(width, 900)
  const own = new ScreenDesk()
  own.do({ type: "ObservePreference", key: "subnets", value: '["10.0.7.*"]' })
  own.do({ type: "ReportBridge", link: CONNECTED })
  const about = { model: 1, cloudType: 0, timestamp: 1, isUsb: false, isHid: true, flags: 0, build: 0 }
  own.do({
    type: "RecordLanDevices",
    devices: [{ ...about, id: "n1", did: "d1", name: "Rack", addr: "10.0.7.1" }],
    gone: [],
  })
  await show(
    own.client(),
    <div style={{ containerType: "inline-size", containerName: "main" }}>
      <Network />
    </div>,
    "/devices/network",
    language,
  )
  const row = await page.getByText("Rack", { exact: true }).first().findElement()
  const head = document.querySelector(".scan-head")
  const place = () => row.getBoundingClientRect().top
  const before = place()
  const [idle, shows] = [head?.textContent, () => until(() => head?.textContent !== idle)]
  own.do({ type: "StartScan", scan: "s1", targets: ["10.0.7.*"], total: 254 })
  await shows()
  expect(place()).toBe(before)
  const running = head?.textContent
  own.do({ type: "EndScan", scan: "s1", done: 254, outcome: "done" })
  await until(() => head?.textContent !== running)
  expect(place()).toBe(before)
  await page.viewport(1440, 900)
})

test("[DEVICE-9][UX-5] what was typed of a passcode is there again when the native side goes, comes back and asks again", async () => {
  const { id, did, name } = reach
  const asks = () => desk.do({ type: "WantPasscode", id, did, name, tried: "none", until: 0 })
  const typed = page.getByLabelText("Passcode", { exact: true })
  const isTyped = (text: string) =>
    until(() => {
      const field = typed.query()
      return field instanceof HTMLInputElement && field.value === text
    })
  const send: ClientHandle["send"] = ({ type }) => {
    if (type === "GiveUpPasscode") desk.do({ type: "SettlePasscode", id })
  }
  await show(desk.client({ ...desk.handle, send }), <PasscodeDialogLater />)
  asks()
  await userEvent.fill(typed, "246")
  desk.do({ type: "SettlePasscode", id })
  await until(() => typed.query() === null)
  asks()
  await isTyped("246")
  // Cancel drops the typed text.
  await userEvent.click(button("Cancel"))
  await until(() => typed.query() === null)
  asks()
  await isTyped("")
  desk.do({ type: "SettlePasscode", id })
})

test("[DEVICE-8] a refused page says so below its title, and not that the bridge is out of reach", async () => {
  const own = new ScreenDesk()
  own.do({ type: "ReportBridge", link: { state: "refused", why: "access" } })
  await show(own.client(), <Network />, "/devices/network")
  await page.getByText("The bridge does not accept this page.").findElement()
  own.do({ type: "ReportBridge", link: { state: "refused", why: "permission" } })
  await page.getByText("The bridge cannot be reached").findElement()
})

test("[LAN-6] that two addresses answer with one id is said with both, beside the devices and where they answered", async () => {
  await page.viewport(360, 740)
  const fields = { name: "Mezzanine", model: 1, cloudType: 0, timestamp: 1, isUsb: false, isHid: true, flags: 0 }
  const device = { ...fields, id: "s2", did: "did s2", build: 0, addr: "10.0.7.9" }
  desk.do({ type: "ReportBridge", link: { state: "connected", version: "1", os: "linux", capabilities: [] } })
  desk.do({ type: "RecordLanDevices", devices: [{ ...device, others: ["10.0.7.12"] }], gone: [] })
  const found = answered(desk.recorder.state)
  await show(desk.client(), <AnsweredList ids={found.ids} doubled={found.doubled} />)
  const note = await page.getByText("Several addresses answer with the same ID.").findElement()
  expect(note.closest("p")?.textContent).toContain("Mezzanine (10.0.7.9, 10.0.7.12).")
  await page.viewport(1440, 900)
})

test("[LAN-6][CALL-2] a device that could not be read is named with what is odd in it, and the others are shown", async () => {
  await page.viewport(360, 740)
  const own = new ScreenDesk()
  const odd = [{ item: "avw-17", field: "name" }]
  own.do({ type: "ReportBridge", link: { state: "connected", version: "1", os: "linux", capabilities: [] } })
  own.do({ type: "RecordLanDevices", devices: [], gone: [], unread: 1, odd })
  const { ids, unread, odd: named } = answered(own.recorder.state)
  await show(own.client(), <AnsweredList ids={ids} unread={unread} odd={named} />)
  const note = await page.getByText("1 entry could not be read.").findElement()
  expect(note.closest("p")?.textContent).toContain("avw-17 (name).")
  await page.viewport(1440, 900)
})
