import { Route, Routes } from "react-router-dom"
import { afterEach, beforeAll, expect, test } from "vitest"
import { cdp, page } from "vitest/browser"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** What goes to paper: whole lists, light, with their time and without what is there to be pressed. */

const COUNT = 300
const print = (media: "print" | "") => cdp().send("Emulation.setEmulatedMedia", { media })

beforeAll(() => page.viewport(1280, 800))
afterEach(async () => {
  await print("")
  close()
})

const app = (
  <Routes>
    <Route element={<MainLayout />}>
      <Route path="/devices/:did?" element={<Devices />} />
    </Route>
  </Routes>
)

const open = async (path: string) => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(COUNT) })
  document.documentElement.dataset.theme = "dark"
  await show(desk.client(), app, path)
  await until(() => document.querySelector("[data-did]"))
}

const seen = (selector: string) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility())
const lightness = (color: string) => Number(/[\d.]+/.exec(color)?.[0] ?? Number.NaN)

test.each(["cards", "table"])(
  "[UX-6] all devices go to paper as %s, in full height, and the screen is as before",
  async (view) => {
    await open(`/devices?view=${view}`)
    const before = seen("[data-did]").length
    expect(before).toBeLessThan(COUNT)
    await print("print")
    await until(() => seen("[data-did]").length === COUNT)
    const frame = document.querySelector(".list-frame")
    expect(frame?.scrollHeight).toBe(frame?.clientHeight)
    for (const shell of [".side", ".tools", ".tabs", ".letters", "button.icon"]) expect(seen(shell), shell).toEqual([])
    await page
      .getByText(/^As of /)
      .first()
      .findElement()
    expect(seen(".printed")[0]?.textContent).toContain("Devices")
    expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(innerWidth)
    // Dark on screen, light on paper.
    expect(getComputedStyle(document.documentElement).colorScheme).toBe("light")
    expect(lightness(getComputedStyle(document.body).color)).toBeLessThan(0.5)
    await print("")
    await until(() => seen("[data-did]").length === before)
    expect(seen(".printed")).toEqual([])
  },
)
