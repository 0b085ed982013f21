import { afterEach, expect, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { type KeptPart, unkept } from "../../src/adapters/browser/unkept.ts"
import type { ClientHandle } from "../../src/app/client/handle.ts"
import { laterPart } from "../../src/app/loading/overlay.ts"
import { SignInNote } from "../../src/app/screens/signIn/SignInNote.tsx"
import { EngineBanners } from "../../src/app/shell/EngineBanners.tsx"
import { Unfetched } from "../../src/app/shell/Unfetched.tsx"
import type { EngineStatus } from "../../src/domain/client/log/engine.ts"
import { LOCK_LOOP } from "../../src/domain/values/loops.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The one place that shows which data this browser does not store, and the person's choices (EVENT-4). */

afterEach(() => {
  close()
  for (const { part } of unkept.all()) unkept.clear(part)
})

const failing = (desk: ScreenDesk, storage: EngineStatus["storage"]): ClientHandle => ({
  ...desk.handle,
  status: () => ({ storage, outdated: false, failing: false }),
})
/** The text of the page, without the marks that isolate inserted values. */
const shown = () => document.body.textContent?.replaceAll(/[\u2066-\u2069]/g, "") ?? ""
const buttons = () => [...document.querySelectorAll(".banner button")].map(({ textContent }) => textContent)

test.each<[EngineStatus["storage"], readonly string[]]>([
  ["quota", ["Try again", "Export the log"]],
  ["unanswered", ["Try again", "Reload"]],
  ["blocked", ["Try again", "Reload"]],
  ["unavailable", ["Try again", "Reload"]],
  ["failed", ["Try again", "Export the log", "Start a new log", "Reload"]],
  ["damaged", ["Start a new log", "Reload"]],
  ["deleted", ["Reload"]],
  ["newer", ["Reload"]],
])("[EVENT-4] a running tab whose log fails as %s offers what helps", async (storage, offered) => {
  const desk = new ScreenDesk()
  await show(desk.client(failing(desk, storage)), <EngineBanners />)
  await until(() => buttons().length > 0)
  expect(buttons()).toEqual(offered)
})

test("[EVENT-4] an engine that gives no reason may be on a full disk, which is said", async () => {
  const desk = new ScreenDesk()
  await show(desk.client(failing(desk, "failed")), <EngineBanners />)
  await until(() => shown().includes("The disk may be full."))
})

test.each<[string, unknown, string, string]>([
  [
    "blocked storage",
    new DOMException("denied", "SecurityError"),
    "could not be opened",
    "This browser is blocking storage.",
  ],
  ["its own fault", new RangeError("x"), "could not be opened", "Unknown error. Please try again."],
  [
    "the network",
    new TypeError("failed to fetch"),
    "requires a connection",
    "will open automatically once you are online",
  ],
])("[EVENT-4][MSG-3] a page whose code does not run because of %s says so", async (_, cause, title, body) => {
  const of = laterPart<object>(() => Promise.reject(cause))
  await show(new ScreenDesk().client(), <Unfetched of={of} />)
  await until(() => shown().includes(`This page ${title}`) && shown().includes(body))
})

test("[MSG-3][LAYOUT-6] a page that cannot be fetched offers to reload, whatever the system says of the network", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
  const of = laterPart<object>(() => Promise.reject(new TypeError("failed to fetch")))
  await show(new ScreenDesk().client(), <Unfetched of={of} />)
  await page.getByRole("button", { name: "Reload" }).findElement()
  vi.restoreAllMocks()
})

test("[EVENT-4] a person may try again and save the log while nothing can be written", async () => {
  const desk = new ScreenDesk()
  await show(desk.client(failing(desk, "quota")), <EngineBanners />)
  await userEvent.click(page.getByRole("button", { name: "Try again" }))
  await userEvent.click(page.getByRole("button", { name: "Export the log" }))
  expect(desk.asked).toEqual([{ type: "TryStorage" }, { type: "ExportLog" }])
})

test("[EVENT-4] what is not kept is named with the reason, tried again, and gone from the screen once it is kept", async () => {
  let tries = 0
  const again = () => {
    tries += 1
    if (tries > 1) unkept.clear("settings")
  }
  await show(new ScreenDesk().client(), <EngineBanners />)
  unkept.note("settings", "quota", again)
  unkept.note("passcodes", "quota", again)
  await until(() => shown().includes(" page: settings and device passcodes. Its storage is full."))
  const retry = page.getByRole("button", { name: "Try again" })
  await userEvent.click(retry)
  await until(() => shown().includes(" page: device passcodes. Its"))
  unkept.clear("passcodes")
  await until(() => buttons().length === 0)
})

const reasons = ["quota", "blocked", "unanswered", "newer", "unavailable", "failed", "deleted"] as const
const parts: readonly KeptPart[] = [
  "user",
  "settings",
  "passcodes",
  "pairing",
  "codes",
  "readings",
  "image",
  "app",
  "frames",
]

test("[EVENT-4][I18N-2] each reason and each part has a text, and a notice that was read disappears", async () => {
  await show(new ScreenDesk().client(), <EngineBanners />, "/devices", "de")
  for (const [index, part] of parts.entries()) unkept.note(part, reasons[index % reasons.length] ?? "failed")
  await until(() => document.querySelectorAll(".banner").length === reasons.length)
  const text = shown()
  expect(text).not.toContain("layout.")
  for (const said of ["die Anmeldung und die App für die Offline-Nutzung", "Einstellungen", "das Firmware-Image"])
    expect(text).toContain(said)
  // Where no retry is possible, the banner offers none.
  expect(buttons().filter((label) => label === "Erneut versuchen")).toEqual([])
  for (let left = reasons.length; left > 0; left -= 1) {
    const [first] = document.querySelectorAll<HTMLElement>(".banner button")
    first?.click()
    await until(() => document.querySelectorAll(".banner").length === left - 1)
  }
  expect(unkept.all()).toEqual([])
})

test("[EVENT-4] while the log itself fails, that alone is said: it means all the rest", async () => {
  const desk = new ScreenDesk()
  unkept.note("settings", "unavailable")
  await show(desk.client(failing(desk, "unavailable")), <EngineBanners />)
  await until(() => document.querySelectorAll(".banner").length > 0)
  expect(document.querySelectorAll(".banner")).toHaveLength(1)
})

test("[EVENT-4] the sign-in page says that the saved sign-in is gone, not that the server ended it", async () => {
  const desk = new ScreenDesk()
  desk.recorder.signIn()
  const { current } = desk.recorder.state.session
  desk.do({ type: "EndSession", sessionId: current?.id ?? "", reason: "lost" })
  await show(desk.client(), <SignInNote elsewhere={null} />, "/signin")
  await page.getByText("The sign-in saved in this browser is gone. Please sign in again.").findElement()
})

test("[EVENT-4][UX-4] a lock that no tab gets is said by what follows for the person, and not as a part that fails", async () => {
  const desk = new ScreenDesk()
  const hanging = (failingLoops: readonly string[]): ClientHandle => ({
    ...desk.handle,
    status: () => ({ storage: "ok", outdated: false, failing: true, failingLoops }),
  })
  await show(desk.client(hanging(["lists", LOCK_LOOP])), <EngineBanners />)
  await page.getByText("This browser keeps Sightline from sending.").findElement()
  expect(page.getByText(/Part of Sightline keeps failing/).query()).toBeNull()
  await show(desk.client(hanging(["lists"])), <EngineBanners />)
  await page.getByText("Part of Sightline keeps failing in this tab.").findElement()
})
