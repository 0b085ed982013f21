import { Route, Routes } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page } from "vitest/browser"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(close)

test("[LAYOUT-6][DEVICE-3] a server that owes an answer is not called online: the sign, the empty list and screen readers say so", async () => {
  await page.viewport(1280, 800)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.isSilent = true
  const app = (
    <Routes>
      <Route element={<MainLayout />}>
        <Route path="/devices/:did?" element={<Devices />} />
      </Route>
    </Routes>
  )
  await show(desk.client(), app, "/devices")
  const says = (text: string) => document.body.textContent?.includes(text) === true
  await until(() => says("No answer yet"))
  await until(() => says("The server has not answered yet."))
  expect(says("Online")).toBe(false)
  desk.isSilent = false
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(1) })
  await until(() => says("You are online."))
  expect(says("No answer yet")).toBe(false)
  expect(says("The server has not answered yet.")).toBe(false)
})
