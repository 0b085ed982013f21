import { afterEach, beforeAll, expect, test, vi } from "vitest"
import { page } from "vitest/browser"
import { startClient } from "../../src/app/client/client.ts"
import { InvitationSent } from "../../src/app/dialogs/InvitationSent.tsx"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

const CODE = "482913"

const desk = vi.hoisted((): { current: ScreenDesk | undefined } => ({ current: undefined }))
vi.mock("../../src/app/runtime.ts", () => ({
  startRuntime: async () => ({
    ok: true,
    handle: { ...desk.current?.handle, invitationCode: (_action: string, told: (code: string) => void) => told(CODE) },
  }),
}))

beforeAll(async () => {
  desk.current = new ScreenDesk()
  desk.current.recorder.signIn()
  await startClient()
})
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

test.each(places)(
  "[SUB-2] %s shows the code; it is copied by itself anywhere but in the macOS app",
  async (...place) => {
    const [, os, isApp, written] = place
    const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue()
    desk.current?.do({ type: "StartApp", version: "1.0.0", baseUrl: "", testMirror: false, isApp, os })
    await show(<InvitationSent invitation={invitation} />, "/account")
    await page
      .getByText(/482.?913/)
      .first()
      .findElement()
    await until(() => document.querySelector("svg, canvas, img"))
    expect(writeText.mock.calls).toEqual(written)
  },
)
