import { Route, Routes } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { cdp, page, userEvent } from "vitest/browser"
import { CardWordsProvider, useNewCardWords } from "../../src/app/devices/cardWords.ts"
import { Presence } from "../../src/app/screens/Presence.tsx"
import { Axis } from "../../src/app/screens/presence/Axis.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The presence of each device, as a row for each device or as a map. */

const HOUR = 3_600_000
const print = (media: "print" | "") => cdp().send("Emulation.setEmulatedMedia", { media })

afterEach(async () => {
  await print("")
  close()
})

const app = (
  <Routes>
    <Route element={<MainLayout />}>
      <Route path="/devices/presence" element={<Presence />} />
      <Route path="/devices/:did" element={<h1>Opened</h1>} />
    </Route>
  </Routes>
)

const rows = () => [...document.querySelectorAll<HTMLElement>("[data-did]")]

/**
 * Three devices that were read two days ago and in each of the last four hours. The second was away for the last three
 * hours.
 */
const fleet = () => {
  const desk = new ScreenDesk()
  const now = Date.now()
  desk.recorder.now = now - 48 * HOUR
  const account = desk.recorder.signIn()
  const read = (at: number, awaySince = at) => {
    desk.recorder.now = at
    const devices = manyDevices(3).map((each, index) => ({ ...each, lastSeen: index === 1 ? awaySince : at }))
    desk.do({ type: "RecordDevices", account, begunAt: at, devices })
  }
  read(now - 48 * HOUR)
  for (const hours of [3, 2, 1, 0]) read(now - hours * HOUR, now - 3 * HOUR)
  return desk
}

const many = (count: number) => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(count) })
  return desk
}

test("[PICTURE-2] a row a device, the least seen first, with its share, its longest gap and a sentence for its strip", async () => {
  await page.viewport(1440, 900)
  await show(fleet().client(), app, "/devices/presence")
  await until(() => rows().length === 3)
  const worst = rows()[0]
  expect(worst?.dataset.did).toBe("d1")
  expect(worst?.textContent).toContain("25%")
  expect(worst?.textContent).toContain("30 minutes")
  expect(worst?.querySelector(".presence")?.getAttribute("aria-label")).toBe(
    "Seen in 1 of 48 half hours; no data for 44",
  )
  expect(rows()[1]?.textContent).toContain("100%")
  // The week also has data that only the log holds.
  await userEvent.click(page.getByText("7 days"))
  await until(() => rows()[0]?.textContent?.includes("40%"))
  await userEvent.fill(page.getByRole("searchbox"), "Device 00002")
  await until(
    () =>
      rows()
        .map(({ dataset }) => dataset.did)
        .join() === "d2",
  )
})

test("[PICTURE-2] of 10,000 devices the page has the visible ones, as a map by which keys and pointer name each", async () => {
  await page.viewport(1440, 900)
  await show(many(10_000).client(), app, "/devices/presence")
  await until(() => rows().length > 3)
  expect(document.querySelector("table.map")).not.toBeNull()
  expect(document.querySelector("table.map")?.getAttribute("aria-rowcount")).toBe("10001")
  expect(rows().length).toBeLessThan(300)
  const named = () => document.querySelector(".ppointed")?.textContent
  rows()[0]?.querySelector<HTMLElement>(".hit")?.focus()
  await userEvent.keyboard("{ArrowDown}")
  await until(() => named()?.startsWith("Device 00001"))
  await userEvent.keyboard("{End}")
  await until(() => named()?.startsWith("Device 09999"))
  expect(rows().length).toBeLessThan(300)
  await userEvent.click(page.getByText("Rows"))
  await until(() => document.querySelector("table.map") === null && rows().length > 3)
  expect(rows().length).toBeLessThan(60)
  rows()[0]?.querySelector<HTMLElement>(".hit")?.click()
  await page.getByRole("heading", { name: "Opened" }).findElement()
})

test.each([
  [390, "en"],
  [390, "ar"],
  [320, "de"],
] as const)(
  "[PICTURE-2][LAYOUT-5] %i px wide in %s the strip is below the name, and nothing lies beside the page",
  async (width, language) => {
    await page.viewport(width, 800)
    await show(fleet().client(), app, "/devices/presence", language)
    await until(() => rows().length === 3)
    const [name, strip] = [".hit", ".presence"].map((part) => rows()[0]?.querySelector(part)?.getBoundingClientRect())
    expect(strip?.top).toBeGreaterThanOrEqual(name?.bottom ?? Number.NaN)
    expect(strip?.width).toBeGreaterThan(200)
    expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(width)
  },
)

/** Widths from a strip without room for two words to the widest band, px. */
const AXES = [40, 96, 150, 250, 310, 384, 560, 768]
/** Ends of the time span, as shares of a day or a week. */
const ENDS = Array.from({ length: 12 }, (_, index) => index / 12)

const Axes = () => (
  <CardWordsProvider value={useNewCardWords()}>
    {AXES.flatMap((width) =>
      ENDS.map((share) =>
        (["day", "week"] as const).map((span) => {
          const length = span === "day" ? 24 : 7 * 24
          const to = share * length * HOUR
          return (
            <div key={`${width} ${span} ${share}`} style={{ inlineSize: `${width}px` }}>
              <Axis of={{ span, from: to - length * HOUR, to }} />
            </div>
          )
        }),
      ),
    )}
  </CardWordsProvider>
)

/** The boxes of the visible words of an axis, from left to right. */
const wordsOn = (axis: Element): readonly DOMRect[] => {
  const { bottom } = axis.getBoundingClientRect()
  const words = [...axis.querySelectorAll(".at > span > span, :scope > span:last-child")]
  return words
    .map((word) => word.getBoundingClientRect())
    .filter(({ top, height }) => top + height / 2 < bottom)
    .toSorted((a, b) => a.left - b.left)
}

test.each(["en", "fr", "de", "ja", "ar"])(
  "[PICTURE-1][PICTURE-2][LAYOUT-5] no word of an axis lies over another or is cut, of a day or a week, at any width, on paper too, in %s",
  async (language) => {
    await show(new ScreenDesk().client(), <Axes />, "/", language)
    await until(() => document.querySelectorAll(".paxis").length === AXES.length * 24)
    for (const media of ["", "print"] as const) {
      await print(media)
      for (const axis of document.querySelectorAll(".paxis")) {
        const { left, right, width } = axis.getBoundingClientRect()
        const words = wordsOn(axis)
        expect(words.length).toBeGreaterThanOrEqual(width > 250 ? 4 : 1)
        for (const [index, word] of words.slice(1).entries())
          expect(word.left).toBeGreaterThanOrEqual(words[index]?.right ?? Number.NaN)
        if (words.length > 1) {
          expect(words[0]?.left).toBeGreaterThanOrEqual(left - 0.5)
          expect(words.at(-1)?.right).toBeLessThanOrEqual(right + 0.5)
        }
      }
    }
  },
)

test("[PICTURE-2][UX-6] all rows go to paper, without what is there to be pressed", async () => {
  await page.viewport(1280, 800)
  await show(many(199).client(), app, "/devices/presence")
  await until(() => rows().length > 3)
  const before = rows().length
  expect(before).toBeLessThan(199)
  await print("print")
  await until(() => rows().length === 199)
  const seen = [...document.querySelectorAll(".tools, .side, .page .btn")].filter((each) => each.checkVisibility())
  expect(seen).toEqual([])
  expect(document.querySelector(".printed")?.textContent).toContain("Presence")
  expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(innerWidth)
})

test("[PICTURE-2] a guest is asked to sign in, and an account without devices reads how to get one", async () => {
  await show(new ScreenDesk().client(), app, "/devices/presence")
  await page.getByText("Sign in to see when your devices were online").findElement()
  await show(many(0).client(), app, "/devices/presence")
  await page.getByText("No devices found").findElement()
  expect(rows()).toEqual([])
})

test("[PICTURE-2][DEVICE-2] offline what is known is shown; a list that was never read is no empty one", async () => {
  const desk = fleet()
  desk.do({ type: "ReportConnection", status: "offline" })
  await show(desk.client(), app, "/devices/presence")
  await until(() => rows().length === 3)
  const unread = new ScreenDesk()
  unread.recorder.signIn()
  unread.do({ type: "ReportConnection", status: "offline" })
  await show(unread.client(), app, "/devices/presence")
  await page.getByRole("button", { name: "Try again" }).findElement()
})
