import type { ReactNode } from "react"
import { Route, Routes } from "react-router-dom"
import { afterAll, afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { CommandCentre } from "../../src/app/commands/CommandCentre.tsx"
import { CutSentence } from "../../src/app/devices/CutSentence.tsx"
import { isolate } from "../../src/app/i18n/isolate.ts"
import { Account } from "../../src/app/screens/Account.tsx"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { EventLog } from "../../src/app/screens/EventLog.tsx"
import { Network } from "../../src/app/screens/Network.tsx"
import { Presence } from "../../src/app/screens/Presence.tsx"
import { Settings } from "../../src/app/screens/Settings.tsx"
import { Updates } from "../../src/app/screens/Updates.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { Notices } from "../../src/app/toasts/Notices.tsx"
import { TextField } from "../../src/app/ui/TextField.tsx"
import { closeAllToasts } from "../../src/app/ui/toasts.ts"
import { CONNECTED } from "../domain/playedBridge.ts"
import { lostBeginnings } from "./cutTexts.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** Latin names and values in Arabic rows, cards and lines. Where room is short, each is cut at its own end (I18N-3). */

afterEach(() => {
  closeAllToasts()
  close()
})
afterAll(() => document.documentElement.setAttribute("dir", "ltr"))

const LONG = "Conference room on the second floor, left of the stairs, by the window"

const near = (id: string, isUsb: boolean) => ({
  ...{ id, did: `device-of-the-network-with-a-long-id-${id}`, name: `${LONG} ${id}`, model: 1, cloudType: 0 },
  ...{ timestamp: 0, isUsb, isHid: !isUsb, flags: 0, addr: `[fd00:1234:5678:9abc:def0::${id.slice(1)}]:36459` },
  build: 240_918_112_030,
})

/** Every item has a long Latin name, and many actions are under way. */
const crowded = (): ScreenDesk => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  const devices = manyDevices(6).map((one, index) => ({
    ...one,
    id: `a-device-of-the-account-with-a-long-id-${index}`,
    name: `${LONG} ${index}`,
    shared: index === 5,
    owner: `The owner of many ${LONG}`,
  }))
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices })
  desk.do({ type: "ReportBridge", link: CONNECTED })
  desk.do({ type: "LearnLatestFirmware", build: 241_204_091_500, hash: "0123456789abcdef0123456789abcdef" })
  desk.do({ type: "RecordLanDevices", devices: [near("n1", false), near("n2", true)], gone: [] })
  desk.do({ type: "ReportConnection", status: "offline" })
  const [first, second, third, fourth] = devices.map(({ id }) => id)
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) throw new Error("few")
  desk.do({ type: "RenameDevice", did: first, name: "Mixing desk with a long name" })
  desk.do({ type: "RebootDevice", did: second })
  const sub = { name: `Sub-account of ${LONG}`, email: "a-rather-long-address@of-a-long-domain.example", status: 2 }
  const subAccounts = [{ id: "s1", createdAt: 1, devices: [first, second], ...sub }]
  desk.do({ type: "RecordSubAccounts", account, begunAt: Date.now(), subAccounts })
  const mainAccounts = [
    { id: "m1", name: `Main account of ${LONG}`, email: "another-rather-long-address@of-a-domain.example" },
  ]
  desk.do({ type: "RecordMainAccounts", account, begunAt: Date.now(), mainAccounts })
  desk.do({ type: "TagDevices", dids: [third, fourth], tag: "a tag with a long" })
  desk.do({ type: "StartCampaign", devices: ["n1", "n2"], limit: 2, atOnce: 1 })
  desk.do({ type: "AdvanceCampaign" })
  return desk
}

const screens: Readonly<Record<string, readonly [path: string, screen: ReactNode]>> = {
  cards: ["/devices?view=cards", <Devices key="cards" />],
  table: ["/devices?view=table", <Devices key="table" />],
  network: ["/devices/network", <Network key="network" />],
  updates: ["/devices/updates", <Updates key="updates" />],
  presence: ["/devices/presence", <Presence key="presence" />],
  account: ["/account", <Account key="account" />],
  device: ["/devices/a-device-of-the-account-with-a-long-id-2", <Devices key="device" />],
  log: ["/log", <EventLog key="log" />],
  settings: ["/settings", <Settings key="settings" />],
}

const cases = Object.keys(screens).flatMap((name) => [360, 1440].map((width) => [name, width] as const))

test.each(cases)(
  "[I18N-3][LAYOUT-5] in Arabic no Latin text of %s loses its beginning in a window of %i px",
  async (name, width) => {
    await page.viewport(width, 800)
    const [path, screen] = screens[name] ?? []
    const shown = (
      <Routes>
        <Route element={<MainLayout />}>
          <Route path="/devices/:did?" element={screen} />
          <Route path="*" element={screen} />
        </Route>
      </Routes>
    )
    await show(crowded().client(), shown, path, "ar")
    await until(() => document.querySelector("main h1") !== null && document.querySelector("main .sk") === null)
    await until(() => name === "settings" || document.querySelector("main")?.textContent.includes("Conference room"))
    await document.fonts.ready
    expect(lostBeginnings(document.body)).toEqual([])
  },
)

test("[I18N-3] neither the outbox, the palette nor a toast cuts the beginning of a Latin name in Arabic", async () => {
  await page.viewport(360, 800)
  const desk = crowded()
  const shown = (
    <>
      <Routes>
        <Route element={<MainLayout />}>
          <Route path="*" element={<Devices />} />
        </Route>
      </Routes>
      <CommandCentre />
      <Notices />
    </>
  )
  await show(desk.client(), shown, "/devices", "ar")
  await until(() => desk.isListening && document.querySelector(".top .outbox, .top button") !== null)
  desk.do({
    type: "RenameDevice",
    did: "a-device-of-the-account-with-a-long-id-3",
    name: "Another long name of a desk",
  })
  const [commands, outbox] = document.querySelectorAll<HTMLElement>(".top .out")
  outbox?.click()
  await until(() => document.querySelector(".act-item"))
  expect(lostBeginnings(document.body)).toEqual([])
  await userEvent.keyboard("{Escape}")
  await until(() => document.querySelector(".act-item") === null)
  commands?.click()
  await until(() => document.querySelector("[role=option]") !== null)
  expect(lostBeginnings(document.body)).toEqual([])
})

const Named = ({ value }: { readonly value: string }) => (
  <TextField label={`Field of ${value}`} value={value} onChange={() => undefined} />
)

test("[I18N-3] a field of an Arabic form shows the beginning of a Latin name, and begins on the right while it is empty", async () => {
  const shown = [LONG, "غرفة", ""].map((value) => <Named key={value} value={value} />)
  await show(new ScreenDesk().client(), shown, "/devices", "ar")
  await until(() => document.querySelectorAll("input").length === 3)
  const directions = [...document.querySelectorAll("input")].map((input) => getComputedStyle(input).direction)
  expect(directions).toEqual(["ltr", "rtl", "rtl"])
})

const ARABIC = "غرفة الاجتماعات في الطابق الثاني على يسار الدرج بجانب النافذة الكبيرة"
const sentences = {
  ar: `أُعيدت التسمية: ${isolate(isolate("الاسم", "rtl"), "rtl")} ${isolate(LONG, "rtl")} إلى ${isolate(`B ${LONG}`, "rtl")}.`,
  en: `Renamed: ${isolate(`Rename ${isolate(ARABIC, "ltr")}`, "ltr")} to ${isolate(ARABIC, "ltr")}.`,
}

test.each(["ar", "en"] as const)(
  "[I18N-3] in %s a sentence cuts each value at its own end, and keeps its own words",
  async (language) => {
    const sentence = sentences[language]
    await show(
      new ScreenDesk().client(),
      <div style={{ inlineSize: 320, display: "flex" }}>
        <CutSentence>{sentence}</CutSentence>
      </div>,
      "/devices",
      language,
    )
    await until(() => document.querySelector(".around"))
    const whole = document.querySelector(".around")
    if (whole === null) throw new Error("nothing is shown")
    expect(whole.textContent).toBe(sentence.replace(/[\u2066-\u2069]/g, ""))
    expect(whole.getBoundingClientRect().width).toBeLessThanOrEqual(320)
    const values = [...whole.querySelectorAll("bdi")]
    expect(values).toHaveLength(2)
    for (const one of values) {
      expect(one.scrollWidth).toBeGreaterThan(one.clientWidth)
      expect(one.clientWidth).toBeGreaterThan(20)
    }
    const own = [...whole.querySelectorAll("span")]
    const words = document.createRange()
    for (const one of own) {
      words.selectNodeContents(one)
      // The text is whole, within a fraction of a pixel that causes no ellipsis.
      expect(words.getBoundingClientRect().width).toBeLessThanOrEqual(one.getBoundingClientRect().width + 0.01)
    }
    expect(lostBeginnings(document.body)).toEqual([])
  },
)
