import { afterEach, expect, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { startClient } from "../../src/app/client/client.ts"
import { SignIn } from "../../src/app/screens/SignIn.tsx"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

const engine = vi.hoisted(() => {
  const gate: { open: () => void } = { open: () => undefined }
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve
  })
  const desk: { current: ScreenDesk | undefined } = { current: undefined }
  return { gate, opened, desk }
})
vi.mock("../../src/app/runtime.ts", () => ({
  startRuntime: async () => {
    await engine.opened
    return { ok: true, handle: engine.desk.current?.handle }
  },
}))

afterEach(close)

const field = (name: string) => page.getByLabelText(name, { exact: true })
const submit = page.getByRole("button", { name: "Sign in", exact: true })

test("[AUTH-1][AUTH-2][AUTH-5][AUTH-12] the form works before the engine is there and keeps what was typed", async () => {
  localStorage.setItem("serverType", "private")
  localStorage.setItem("serverUrl", "nowhere at all")
  const desk = new ScreenDesk()
  engine.desk.current = desk
  const started = startClient()
  await show(<SignIn />, "/signin")

  // Each message stands beside its field, and the first bad field has the focus.
  await userEvent.fill(field("Email"), "owner@")
  await userEvent.click(submit)
  await page.getByText("Please enter a valid email address").findElement()
  await page.getByText("Please enter your password").findElement()
  await page.getByText("Please enter a valid server URL.").findElement()
  expect(document.activeElement).toBe(field("Email").element())

  // Plain http to a host outside warns and does not stop anybody.
  await userEvent.fill(field("Server URL"), "http://sight.example")
  await page.getByText("This address is not encrypted. Anyone on the way can read what you send.").findElement()

  // The request waits for the engine, and the button says that something is under way.
  await userEvent.fill(field("Email"), "owner@example.com")
  await userEvent.fill(field("Password"), "sightline")
  await userEvent.click(submit)
  await until(() => submit.element().hasAttribute("data-pending"))
  expect(desk.asked).toEqual([])
  engine.gate.open()
  await started
  await until(() => desk.asked.some(({ type }) => type === "SignIn"))
  expect(desk.asked.find(({ type }) => type === "SignIn")).toEqual({
    type: "SignIn",
    form: {
      email: "owner@example.com",
      password: "sightline",
      serverType: "private",
      server: "http://sight.example",
    },
  })

  // A refusal is told in the form of the tab that asked, and what was typed stays.
  desk.do({ type: "FailSignIn", reason: "tooOften" })
  await page.getByRole("alert").getByText("Login too fast.").findElement()
  expect(field("Email").element()).toHaveProperty("value", "owner@example.com")
  expect(field("Password").element()).toHaveProperty("value", "sightline")
  expect(submit.element().hasAttribute("data-pending")).toBe(false)
})
