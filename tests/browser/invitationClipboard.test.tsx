import { afterEach, expect, test, vi } from "vitest"
import { page } from "vitest/browser"
import { InvitationSent } from "../../src/app/dialogs/InvitationSent.tsx"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

const CODE = "482913"

const desk = new ScreenDesk()
desk.recorder.signIn()
const client = desk.client({ ...desk.handle, invitationCode: (_action, report) => report(CODE) })

afterEach(() => {
  vi.restoreAllMocks()
  close()
})

const invitation = {
  action: "a1",
  name: "Pia",
  email: "pia@example.com",
  link: "https://sight.example/invitation",
  state: "confirmed",
  setback: null,
} as const

const places = [
  ["the macOS app", "mac", true, []],
  ["a browser on macOS", "mac", false, [[CODE]]],
  ["the Windows app", "win", true, [[CODE]]],
] as const

test.each(places)("[SUB-2] %s shows the code, and copies it at once except in the macOS app", async (...place) => {
  const [, os, isApp, written] = place
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue()
  desk.do({ type: "StartApp", version: "1.0.0", baseUrl: "", testMirror: false, isApp, os })
  await show(client, <InvitationSent invitation={invitation} />, "/account")
  await page
    .getByText(/482.?913/)
    .first()
    .findElement()
  await until(() => document.querySelector("svg, canvas, img"))
  // The page may learn only after it has drawn the code that it may copy.
  await until(() => writeText.mock.calls.length >= written.length)
  expect(writeText.mock.calls).toEqual(written)
})
