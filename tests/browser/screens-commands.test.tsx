import { useLocation } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { CommandCentre } from "../../src/app/commands/CommandCentre.tsx"
import { Notices } from "../../src/app/toasts/Notices.tsx"
import type { ListName } from "../../src/domain/event/listRead.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(close)

const Path = () => <output>{useLocation().pathname}</output>

test.each<[string, ListName, ListName]>([
  ["/devices", "devices", "subAccounts"],
  ["/account", "subAccounts", "devices"],
])(
  "[UX-3][DEVICE-2] on %s the key R reads %s again, also while another list is read, and not twice",
  async (path, list, other) => {
    const desk = new ScreenDesk()
    const account = desk.recorder.signIn()
    desk.do({ type: "RequestRefresh", account, list: other })
    const centre = (
      <>
        <CommandCentre />
        <Notices />
      </>
    )
    await show(desk.client(), centre, path)
    const asked = () => desk.asked.filter(({ type }) => type === "Refresh")
    await until(() => desk.isListening)
    await userEvent.keyboard("r")
    expect(asked()).toEqual([{ type: "Refresh", list, asked: true }])
    desk.do({ type: "RequestRefresh", account, list })
    await userEvent.keyboard("r")
    await until(() => desk.asked.some(({ type }) => type === "ShowToast"))
    await page.getByText("Already refreshing.").last().findElement()
    expect(asked()).toHaveLength(1)
  },
)

test("[UX-3] the sheet of shortcuts names the keys of lists, viewer and log, and no letter while single keys are off", async () => {
  const desk = new ScreenDesk()
  desk.recorder.signIn()
  const centre = (
    <>
      <CommandCentre />
      <Notices />
    </>
  )
  await show(desk.client(), centre)
  await until(() => desk.isListening)
  await userEvent.keyboard("?")
  const keys = async (title: string) => {
    const part = await page.getByRole("region", { name: title, exact: true }).findElement()
    return [...part.querySelectorAll("dd")].map((dd) => dd.textContent)
  }
  expect(await keys("In the list of devices")).toEqual(expect.arrayContaining(["J", "K", "X", "C", "W", "M", "F2"]))
  expect(await keys("Viewer")).toEqual(["Ctrl+Alt+Shift"])
  expect(await keys("Event log")).toHaveLength(5)
  desk.do({ type: "ObservePreference", key: "shortcuts", value: "false" })
  await until(async () => !(await keys("In the list of devices")).includes("W"))
  expect(await keys("In the list of devices")).toContain("F2")
})

test("[UX-3][SCREEN-4] beside the screen of a device no single key acts: what is typed there was meant for the device", async () => {
  const desk = new ScreenDesk()
  desk.recorder.signIn()
  const shown = (
    <>
      <CommandCentre />
      <Notices />
      <Path />
      <button type="button">View only</button>
      <div role="application" aria-label="Screen of Rack 3" />
    </>
  )
  await show(desk.client(), shown, "/viewer/rack-3")
  await until(() => desk.isListening)
  await page.getByRole("button", { name: "View only" }).click()
  const theme = () => document.documentElement.dataset.theme
  const before = theme()
  await userEvent.keyboard("ls /gdrt?")
  await page.getByText("/viewer/rack-3", { exact: true }).findElement()
  expect(theme()).toBe(before)
  expect(await page.getByRole("dialog").elements()).toEqual([])
  expect(desk.asked).toEqual([])
  // The shortcut of the palette has a modifier, so it cannot be mistyped text.
  await userEvent.keyboard("{Control>}k{/Control}")
  await page.getByRole("dialog").findElement()
})
