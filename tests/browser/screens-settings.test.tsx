import { afterEach, expect, onTestFinished, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import type { ClientHandle } from "../../src/app/client/handle.ts"
import { Settings } from "../../src/app/screens/Settings.tsx"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The controls of the settings before the log has answered. */

afterEach(close)

test("[SETTINGS-1] a switch and a radio show what was chosen at once, and again what is kept when it is refused", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  const refuse: (() => void)[] = []
  const send: ClientHandle["send"] = (request, refused) => {
    if (request.type === "SetPreference") refuse.push(() => refused?.("storage"))
  }
  await show(desk.client({ ...desk.handle, send }), <Settings />, "/settings")
  const toggle = page.getByRole("switch", { name: "Skip sign-in", exact: true })
  const newer = page.getByRole("radio", { name: "DirectX 11", exact: true })
  const older = page.getByRole("radio", { name: "DirectX 9", exact: true })
  await toggle.findElement()
  const shown = () => [toggle, newer, older].map((control) => control.element().matches(":checked"))
  expect(shown()).toEqual([false, true, false])
  await userEvent.click(toggle)
  await userEvent.click(older)
  expect(shown()).toEqual([true, false, true])

  // The control shows the last press until the answer to that press comes.
  await userEvent.click(toggle)
  await userEvent.click(toggle)
  expect(refuse.length).toBe(4)
  refuse[0]?.()
  refuse[2]?.()
  expect(shown()).toEqual([true, false, true])
  refuse[1]?.()
  refuse[3]?.()
  await until(() => String(shown()) === "false,true,false")
})

test("[SETTINGS-1][DESK-4] in the window of a program the settings speak of the program, and of no browser", async () => {
  const said = async () => {
    await show(new ScreenDesk().client(), <Settings />, "/settings")
    await page.getByText(/^Puts all settings in this/).findElement()
    await page.getByText(/^Everything this/).findElement()
    return /\bbrowser\b/i.test(document.body.textContent)
  }
  expect(await said()).toBe(true)
  Object.assign(window, { sightlineHooks: {} })
  onTestFinished(() => void Reflect.deleteProperty(window, "sightlineHooks"))
  expect(await said()).toBe(false)
})
