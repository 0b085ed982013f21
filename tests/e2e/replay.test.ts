import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import type { Page } from "playwright"
import { afterAll, expect, test } from "vitest"
import { runCommand } from "../commands/process.ts"
import { differing, hear, pictureOf, SessionRecording, WINDOW } from "./recording.ts"
import { button, card, heading, link, loseNetwork, reboot, rename, signIn, toast, wake } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Replays a log from a browser on the command line and in the app. */

const world = startWorld({ isStored: true })
const folder = mkdtempSync(join(tmpdir(), "sightline-replay-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const replay = (file: string, ...flags: readonly string[]) => runCommand("emulator/cli/replay.ts", file, ...flags)

/** Exports the log by the button in the settings. Returns the file. */
const exportLog = async (page: Page, name: string): Promise<string> => {
  await link(page, "Settings").click()
  await heading(page, "Settings").waitFor()
  const downloading = page.waitForEvent("download")
  await button(page, "Export").click()
  const file = join(folder, name)
  await (await downloading).saveAs(file)
  return file
}

/** Exports the whole log with its names from the event log, in the shown language. */
const exportNamed = async (page: Page, file: string): Promise<void> => {
  await page.goto("/log")
  await page.locator(".logv-head").getByRole("button").nth(1).click()
  const panel = page.getByRole("dialog")
  await panel.getByRole("switch").press(" ")
  await panel.getByRole("radio", { name: ".ndjson", exact: true }).click()
  const downloading = page.waitForEvent("download")
  await panel.locator(".exrow").getByRole("button").click()
  await (await downloading).saveAs(file)
}

/** A log with a session, a lost reply, a pending rename and a signed-out end. */
const eventfulLog = async (): Promise<string> => {
  const { page } = await world.atDevices()
  await world.stack.fault({ call: "request_device", fault: "drop-reply" })
  await reboot(page, "Control room A")
  await card(page, "Control room A").getByText("Reboot not confirmed").waitFor()
  await rename(page, "Workshop bench", "Recorded bench")
  await toast(page, "status", "Device renamed.").waitFor()
  await loseNetwork(page)
  await rename(page, "Edit suite", "Still waiting")
  await card(page, "Still waiting").getByText("Not confirmed yet").waitFor()
  return exportLog(page, "log.ndjson")
}

interface Line {
  readonly seq?: number
  readonly type?: string
}

test("[REPLAY-1][EVENT-1][EVENT-5] an exported log replays with exit 0, to the state the screens showed", async () => {
  const file = await eventfulLog()
  const text = readFileSync(file, "utf8")
  const lines: readonly Line[] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect(lines[0]).toMatchObject({ format: "sightline.log", version: 1 })
  const types = new Set(lines.map(({ type }) => type))
  for (const type of ["SignedIn", "RouteOpened", "DialogOpened", "ToastShown", "ActionQueued", "ActionClaimed"])
    expect(types).toContain(type)
  for (const personal of ["owner@example.com", "Workshop bench", "Recorded bench", "Studio Nord"])
    expect(text).not.toContain(personal)

  const signedIn = lines.find(({ type }) => type === "SignedIn")?.seq ?? 0
  const at = (seq: number) => ["--json", "--at", String(seq)]
  const [whole, before, after] = await Promise.all([
    replay(file),
    replay(file, ...at(signedIn - 1)),
    replay(file, ...at(signedIn)),
  ])
  expect(whole).toMatchObject({ code: 0, err: "" })
  expect(whole.out).toMatch(/\d+ events folded, \d+ checkpoints agree/)
  expect(whole.out).toMatch(/connection +offline/)
  expect(whole.out).toMatch(/unconfirmed: request_device/)
  expect(whole.out).toMatch(/queued: rename_device/)
  expect(JSON.parse(before.out).session.current).toBeNull()
  expect(JSON.parse(after.out).session.current).not.toBeNull()
})

/** Opens a file in the event log of a new browser. */
const openFile = async (file: string): Promise<Page> => {
  const page = await (await world.person({ isStored: false })).open("/log")
  // The event log has a link of its own in the sidebar.
  await expect.poll(() => page.locator(".nav a[aria-current]").getAttribute("href")).toBe("/log")
  await page.locator("[data-file-input]").first().setInputFiles(file)
  await heading(page, basename(file)).waitFor()
  await page.getByRole("dialog").waitFor({ state: "hidden" })
  return page
}

/** Moves along the time line by keys, from one point of a recording to the next. */
const stepTo = async (page: Page, from: number, to: number): Promise<void> => {
  for (let at = from; at < to; ) {
    const isFar = at + 10 <= to
    await page.keyboard.press(isFar ? "Shift+ArrowRight" : "ArrowRight")
    at += isFar ? 10 : 1
  }
  await expect.poll(() => page.getByRole("slider").getAttribute("aria-valuenow")).toBe(String(to))
}

/** Ages, the focus ring, and hover styles: less than a hundredth of the picture. */
const OTHER_AT_MOST = 0.01

/** Two sessions of some fifty screens, each compared as a picture: forty seconds on a quiet machine. */
const RECORDING_TIMEOUT_MS = 240_000

const shownIn = async (page: Page): Promise<string> => {
  const frame = page.frames().find((one) => one.url().endsWith("/replay"))
  return frame === undefined ? "" : hear(frame)
}

test(
  "[REPLAY-2][EVENT-6][SETTINGS-4] a faulty session in English and Arabic is shown elsewhere, from its file, as it was at each step",
  async () => {
    const person = await world.person({ isStored: false, viewport: WINDOW })
    await person.context.addInitScript(() => {
      if (!window.isSecureContext) return
      navigator.storage.persist = async () => Boolean(localStorage.setItem("asked", "1"))
    })
    const page = await person.open("/signin")
    const recording = new SessionRecording(page, world.stack)
    await recording.step("sign-in", () => heading(page, "Sign in").waitFor())
    await signIn(page)
    await toast(page, "status", "Signed in.").waitFor({ state: "detached" })
    await expect.poll(() => page.evaluate(() => localStorage.getItem("asked"))).toBeNull()
    await recording.session("en", {
      refused: "Workshop bench",
      waiting: "Edit suite",
      renamed: "Recorded",
      theme: "toLight",
    })
    await recording.step("en: woken", async () => {
      await link(page, "Devices").click()
      await wake(page, "Control room A")
      await toast(page, "status", "Wake request for Control room A sent.").hover()
    })
    // The app asks the browser for lasting storage at the first queued action, because that data is only here.
    await expect.poll(() => page.evaluate(() => localStorage.getItem("asked"))).toBe("1")
    await link(page, "Settings").click()
    await button(page, /Language/)
      .first()
      .click()
    await page.getByRole("option", { name: /العربية/ }).click()
    const inArabic = { refused: "Workshop bench", waiting: "Control room A", renamed: "مسجَّل", theme: "toDark" } as const
    await recording.session("ar", inArabic)
    const file = join(folder, "faulty.ndjson")
    await exportNamed(page, file)
    expect(await replay(file)).toMatchObject({ code: 0, err: "" })

    const elsewhere = await openFile(file)
    await elsewhere.getByRole("slider").focus()
    await elsewhere.keyboard.press("Home")
    let at = 1
    for (const { name, seq, announced, seen } of recording.points) {
      await stepTo(elsewhere, at, seq)
      at = seq
      await expect.poll(() => shownIn(elsewhere), { message: name }).toBe(announced)
      const other = async () => differing(elsewhere, seen, await pictureOf(elsewhere))
      await expect.poll(other, { message: name }).toBeLessThan(OTHER_AT_MOST)
    }
    expect(recording.points.length).toBeGreaterThan(20)
  },
  RECORDING_TIMEOUT_MS,
)
