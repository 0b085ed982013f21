import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import type { AppRequest } from "../../src/app/client/handle.ts"
import { AcceptInvitationDialog } from "../../src/app/dialogs/AcceptInvitationDialog.tsx"
import { SignIn } from "../../src/app/screens/SignIn.tsx"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The app's handling of what people type into fields. */

afterEach(close)

const field = (name: string) => page.getByLabelText(name, { exact: true })
const textIn = (name: string): unknown => Reflect.get(field(name).element(), "value")
const submit = page.getByRole("button", { name: "Sign in", exact: true })
const signInOf = (asked: readonly AppRequest[]) =>
  asked.flatMap((request) => (request.type === "SignIn" ? [request.form] : [])).at(-1)

const paste = (name: string, text: string) => {
  const data = new DataTransfer()
  data.setData("text/plain", text)
  field(name)
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))
}

const atPrivate = async () => {
  localStorage.setItem("serverType", "private")
  localStorage.setItem("serverUrl", "https://sight.example")
  const desk = new ScreenDesk()
  await show(desk.client(), <SignIn />, "/signin")
  await page.getByText("The address of your own server").findElement()
  await until(() => desk.isListening)
  return desk
}

test.each([
  ["jo@straße.de", "jo@straße.de"],
  ["jo@münchen.example".normalize("NFD"), "jo@münchen.example"],
  ["\u200ejo@例え.jp\u00a0", "jo@例え.jp"],
])("[AUTH-4] the address %s stays in the field as typed and is sent in its normal form", async (typed, sent) => {
  const desk = await atPrivate()
  await userEvent.fill(field("Email"), typed)
  await userEvent.fill(field("Password"), "sightline")
  expect(textIn("Email")).toBe(typed)
  expect(field("Email").element().getAttribute("type")).toBe("text")
  await userEvent.click(submit)
  await until(() => signInOf(desk.asked))
  expect(signInOf(desk.asked)?.email).toBe(sent)
  expect(textIn("Email")).toBe(typed)
})

test("[AUTH-2] a server without a scheme is completed when its field is left, and shown before it is used", async () => {
  const desk = await atPrivate()
  await userEvent.fill(field("Server URL"), "localhost:4174")
  await userEvent.click(field("Email"))
  await until(() => textIn("Server URL") === "http://localhost:4174")
  await userEvent.fill(field("Email"), "owner@example.com")
  await userEvent.fill(field("Password"), "sightline")
  await userEvent.fill(field("Server URL"), "sight.example:8443")
  await userEvent.keyboard("{Enter}")
  await until(() => signInOf(desk.asked))
  expect(textIn("Server URL")).toBe("https://sight.example:8443")
  expect(signInOf(desk.asked)?.server).toBe("https://sight.example:8443")
  await userEvent.fill(field("Server URL"), "jo@sight.example")
  await userEvent.click(field("Email"))
  expect(textIn("Server URL")).toBe("jo@sight.example")
  await userEvent.click(submit)
  await page.getByText("Please enter a valid server URL.").findElement()
})

test("[AUTH-1] fields that were filled without an event are read when the form is sent", async () => {
  const desk = await atPrivate()
  const fill = (name: string, text: string) => {
    const input = field(name).element()
    if (input instanceof HTMLInputElement) input.value = text
  }
  fill("Email", "owner@example.com")
  fill("Password", "sightline")
  document.querySelector("form")?.requestSubmit()
  await until(() => signInOf(desk.asked))
  expect(signInOf(desk.asked)).toMatchObject({ email: "owner@example.com", password: "sightline" })
  expect(page.getByText("Please enter your password").elements()).toHaveLength(0)
})

const invitation = { subject: "", among: [], isOpen: true, onClose: () => undefined }

test("[AUTH-12][ACCOUNT-5] a code is pasted as people copy it, and of two codes or seven digits none is guessed", async () => {
  const desk = new ScreenDesk()
  desk.recorder.signIn()
  await show(desk.client(), <AcceptInvitationDialog {...invitation} />, "/account")
  const code = "Invitation code"
  await field(code).findElement()
  for (const text of ["123-456", "Your code:\n123456", "\u200e١٢٣٤٥٦", "123\u00a0456\n"]) {
    paste(code, text)
    await until(() => textIn(code) === "123456")
    await userEvent.clear(field(code))
  }
  await userEvent.fill(field(code), "654321")
  paste(code, "1234567")
  await page.getByText("The code must have 6 digits").findElement()
  expect(textIn(code)).toBe("654321")
  paste(code, "123456 — or 111222")
  await page.getByText("This text has more than one code. Enter the right one.").findElement()
  expect(textIn(code)).toBe("654321")
  paste(code, "123 456")
  await until(() => textIn(code) === "123456")
  expect(page.getByText("This text has more than one code. Enter the right one.").elements()).toHaveLength(0)
})
