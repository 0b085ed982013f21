import { Effect } from "effect"
import { Route, Routes } from "react-router-dom"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { vaultAt } from "../../src/adapters/browser/vault.ts"
import { FRAMES_MAX } from "../../src/adapters/storage/beside.ts"
import { eraseFrames, framesOf, keepFrame } from "../../src/adapters/storage/frames.ts"
import { noViewer, type ViewerHandle, type ViewerNews } from "../../src/app/client/handle.ts"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { Settings } from "../../src/app/screens/Settings.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { useLastFrame } from "../../src/app/viewer/useLastFrame.ts"
import { Vault } from "../../src/domain/ports/platform.ts"
import type { AccountKey } from "../../src/domain/values/identity.ts"
import { CONNECTED } from "../domain/playedBridge.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The last frame of each device that was viewed on this computer. */

const HOUR = 3_600_000
const SCREEN = { width: 960, height: 540 }

const drawn = (colour: string): HTMLCanvasElement => {
  const canvas = document.createElement("canvas")
  canvas.width = SCREEN.width
  canvas.height = SCREEN.height
  const context = canvas.getContext("2d")
  if (context === null) throw new Error("nothing can be drawn")
  context.fillStyle = colour
  context.fillRect(0, 0, SCREEN.width, SCREEN.height)
  return canvas
}
const IMAGE = drawn("teal").toDataURL("image/jpeg")

beforeEach(eraseFrames)
afterEach(close)

const app = (
  <Routes>
    <Route element={<MainLayout />}>
      <Route path="/devices/:did?" element={<Devices />} />
      <Route path="/settings" element={<Settings />} />
    </Route>
  </Routes>
)

const signedIn = () => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  const devices = manyDevices(6).map((each, index) => ({
    ...each,
    lastSeen: Date.now() - (index === 2 ? 5 * HOUR : 0),
  }))
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices })
  return { desk, account }
}
const kept = (account: AccountKey, did: string, age = 0) =>
  keepFrame({ account, did, at: Date.now() - age, image: IMAGE })
const card = (did: string) => document.querySelector<HTMLElement>(`li.card[data-did="${did}"]`)
const image = (did: string) => card(did)?.querySelector("img")

test("[PICTURE-3] the Wall has a card for each device: its last frame with its age, greyed when it is old or away, or none yet", async () => {
  await page.viewport(1440, 900)
  const { desk, account } = signedIn()
  await kept(account, "d0", 12_000)
  await kept(account, "d1", 2 * HOUR)
  await kept(account, "d2", 60_000)
  await show(desk.client(), app, "/devices?view=wall")
  await until(() => image("d0"))
  expect(image("d0")?.alt).toMatch(/Last screenshot of Device 00000, 1[2-9] sec/)
  const first = image("d0")?.alt
  await until(() => image("d0")?.alt !== first)
  expect(image("d0")?.closest(".old")).toBeNull()
  for (const did of ["d1", "d2"]) expect(image(did)?.closest(".old")).not.toBeNull()
  expect(card("d3")?.textContent).toContain("No screenshot yet")
  // A frame from a viewer in another tab appears in place.
  await kept(account, "d3")
  await until(() => image("d3"))
  card("d3")?.querySelector<HTMLElement>(".hit")?.focus()
  await userEvent.keyboard("{ArrowLeft}{Enter}")
  await until(() => document.querySelector(".dsheet"))
  await until(() => document.querySelector(".dsheet img"))
  expect(document.querySelector(".dsheet h3")?.textContent).toContain("Last screenshot")
  expect(document.querySelector<HTMLImageElement>(".dsec img")?.alt).toContain("Device 00002")
})

test("[PICTURE-3] a card has a small one; nothing of a frame is in the log", async () => {
  await page.viewport(1440, 900)
  const { desk, account } = signedIn()
  await kept(account, "d0")
  await show(desk.client(), app, "/devices?view=cards")
  await until(() => image("d0"))
  expect(image("d1")).toBeNull()
  expect(JSON.stringify(desk.recorder.log)).not.toContain("data:image")
})

test("[PICTURE-3] a device that a window of this browser shows is marked; its frame is saved as a file from its page", async () => {
  await page.viewport(1440, 900)
  const { desk, account } = signedIn()
  await kept(account, "d0")
  desk.do({ type: "OpenDevice", id: "d0", did: "d0", name: "Device 00000", isUsb: false, cloudType: 1 })
  await show(desk.client(), app, "/devices/d0?view=wall")
  await until(() => image("d0"))
  expect(card("d0")?.textContent).not.toContain("Connected")
  desk.do({ type: "ReportReached", id: "d0" })
  await until(() => card("d0")?.textContent?.includes("Connected"))
  expect(card("d1")?.textContent).not.toContain("Connected")

  const saved = Promise.withResolvers<string>()
  const press = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.resolve(this.download)
  })
  await userEvent.click(page.getByRole("complementary").getByRole("button", { name: "Save a screenshot" }))
  expect(await saved.promise).toMatch(/^Device 00000 [0-9-]{10} [0-9.]{8}\.jpg$/)
  press.mockRestore()
})

test("[PICTURE-3][PICTURE-5] a device of this network has its last frame on its card and its page", async () => {
  await page.viewport(1440, 900)
  const { desk, account } = signedIn()
  desk.do({ type: "ReportBridge", link: CONNECTED })
  const near = { id: "n1", did: "near", name: "Bench", model: 1, cloudType: 0, timestamp: 1, flags: 0, build: 7 }
  desk.do({ type: "RecordLanDevices", devices: [{ ...near, isUsb: false, isHid: true, addr: "10.0.7.1" }], gone: [] })
  await kept(account, "near", 130_000)
  await show(desk.client(), app, "/devices?view=cards")
  await until(() => card("near")?.querySelector("img"))
  await userEvent.click(page.getByRole("button", { name: "Bench", exact: true }))
  await page
    .getByRole("complementary")
    .getByRole("img", { name: /^Last screenshot of Bench, 2 min/ })
    .findElement()
  // On the Wall its card has the size of the account's cards, and is in line with them.
  await show(desk.client(), app, "/devices?view=wall")
  await until(() => card("near")?.querySelector("img") && card("d0"))
  const [near1, own] = [card("near"), card("d0")].map((each) => each?.getBoundingClientRect())
  expect([near1?.width, near1?.height]).toEqual([own?.width, own?.height])
})

test("[PICTURE-3] frames are of the account signed in; when it is erased its frames are, and those of others stay", async () => {
  const { account } = signedIn()
  const other = new ScreenDesk().recorder.signIn("u2")
  await kept(account, "d0")
  await kept(other, "d0")
  const erased = Effect.flatMap(Vault, (vault) => vault.erase(account))
  expect(await Effect.runPromise(Effect.provide(erased, vaultAt()))).toBe(true)
  expect([await framesOf(account), (await framesOf(other)).length]).toEqual([[], 1])
})

test("[PICTURE-3] there are so many at most, the newest, and one a device", async () => {
  const { account } = signedIn()
  for (let index = 0; index < FRAMES_MAX + 5; index += 1)
    await keepFrame({ account, did: `d${index}`, at: index + 1, image: IMAGE })
  await keepFrame({ account, did: "d40", at: 1_000, image: IMAGE })
  await keepFrame({ account, did: "big", at: 2_000, image: "data:,".padEnd(1_000_000, "x") })
  const rows = await framesOf(account)
  expect(rows).toHaveLength(FRAMES_MAX)
  expect(Math.min(...rows.map(({ at }) => at))).toBe(6)
  expect(rows.filter(({ did }) => did === "d40")).toMatchObject([{ at: 1_000 }])
})

test("[PICTURE-3] one switch turns it off: what was kept is erased, and there is no Wall", async () => {
  await page.viewport(1440, 900)
  const { desk, account } = signedIn()
  await kept(account, "d0")
  await show(desk.client(), app, "/settings")
  await page.getByRole("switch", { name: "Keep the last screenshot of each device" }).findElement()
  desk.do({ type: "ObservePreference", key: "pictures", value: "false" })
  await until(async () => (await framesOf(account)).length === 0)
  await show(desk.client(), app, "/devices?view=wall")
  await until(() => card("d0"))
  expect(card("d0")?.classList.contains("wall")).toBe(false)
  expect(document.querySelector(".tools-end")?.textContent).not.toContain("Wall")
})

/** A viewer that shows the pictures of the test. */
const viewing = () => {
  const listeners = new Set<(news: ViewerNews) => void>()
  let canvas = drawn("navy")
  const viewer: ViewerHandle = { ...noViewer, canvas: () => canvas }
  const stage = {
    act: (act: (viewer: ViewerHandle) => void) => act(viewer),
    listen: (listener: (news: ViewerNews) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
  const send = (at: number, colour: string) => {
    canvas = drawn(colour)
    for (const listener of listeners) listener({ type: "picture", at })
  }
  return { stage, send, isListening: () => listeners.size > 0 }
}

const Watcher = ({ stage }: { readonly stage: ReturnType<typeof viewing>["stage"] }) => {
  useLastFrame(stage, "d0")
  return <output>Watching</output>
}

test("[PICTURE-3] while a device is viewed a frame is kept every half minute, and its last one at the end, no larger than a card", async () => {
  const { desk, account } = signedIn()
  const { stage, send, isListening } = viewing()
  await show(desk.client(), <Watcher stage={stage} />)
  await until(isListening)
  const at = async () => (await framesOf(account))[0]?.at
  send(1_000, "red")
  send(2_000, "red")
  expect(await at()).toBeUndefined()
  send(3_500, "red")
  await until(async () => (await at()) === 3_500)
  send(20_000, "green")
  send(34_000, "blue")
  await until(async () => (await at()) === 34_000)
  send(40_000, "white")
  close()
  await until(async () => (await at()) === 40_000)
  const shown = new Image()
  shown.src = (await framesOf(account))[0]?.image ?? ""
  await shown.decode()
  expect([shown.naturalWidth, shown.naturalHeight]).toEqual([480, 270])
})

test("[PICTURE-3] what ends because its account is gone keeps no frame of it", async () => {
  const { desk, account } = signedIn()
  const { stage, send, isListening } = viewing()
  await show(desk.client(), <Watcher stage={stage} />)
  await until(isListening)
  send(1_000, "red")
  const sessionId = desk.recorder.state.session.current?.id ?? ""
  desk.do({ type: "EndSession", sessionId, reason: "accountDeleted" })
  // The viewer closes before the page has shown the end of the session.
  close()
  // Frames are stored in the order of the requests, so the frame of the next account comes last.
  const next = desk.recorder.signIn("u2")
  await kept(next, "d0")
  expect([(await framesOf(account)).length, (await framesOf(next)).length]).toEqual([0, 1])
})

test("[PICTURE-3] a replay of a time at which none were wanted erases none of today", async () => {
  const { desk, account } = signedIn()
  await kept(account, "d0")
  desk.do({ type: "ObservePreference", key: "pictures", value: "false" })
  await show(desk.client({ ...desk.handle, log: null }), app, "/settings")
  await page.getByRole("switch", { name: "Keep the last screenshot of each device" }).findElement()
  await kept(account, "d1")
  expect(await framesOf(account)).toHaveLength(2)
})

test("[PICTURE-3] a guest, and who wants none kept, leaves no frame", async () => {
  const { desk, account } = signedIn()
  desk.do({ type: "ObservePreference", key: "pictures", value: "false" })
  for (const each of [desk, new ScreenDesk()]) {
    const { stage, isListening } = viewing()
    await show(each.client(), <Watcher stage={stage} />)
    await until(() => document.querySelector("output"))
    expect(isListening()).toBe(false)
  }
  expect(await framesOf(account)).toEqual([])
})

test.each([
  [390, "en"],
  [390, "ar"],
] as const)(
  "[PICTURE-3][LAYOUT-5] %i px wide in %s two cards stand side by side, and nothing lies beside the page",
  async (width, language) => {
    await page.viewport(width, 800)
    const { desk, account } = signedIn()
    await kept(account, "d0")
    await show(desk.client(), app, "/devices?view=wall", language)
    await until(() => image("d0"))
    const [first, second] = ["d0", "d1"].map((did) => card(did)?.getBoundingClientRect())
    expect(first?.top).toBe(second?.top)
    expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(width)
  },
)
