import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright"
import { afterAll, expect, test } from "vitest"
import { button, card, heading, link, reboot, rename, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** A log from the field, folded on a desk. */

const world = startWorld({ isStored: true })
const folder = mkdtempSync(join(tmpdir(), "sightline-replay-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const COMMAND = fileURLToPath(new URL("../../emulator/cli/replay.ts", import.meta.url))

/** Runs the command to its end. */
const replay = async (file: string, ...flags: readonly string[]) => {
  const child = spawn(process.execPath, [COMMAND, file, ...flags])
  const said = { stdout: "", stderr: "" }
  child.stdout.on("data", (chunk: Buffer) => {
    said.stdout += chunk.toString()
  })
  child.stderr.on("data", (chunk: Buffer) => {
    said.stderr += chunk.toString()
  })
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve))
  return { status, ...said }
}

/** Exports the log by the button in the settings; gives the file. */
const exportLog = async (page: Page, name: string): Promise<string> => {
  await link(page, "Settings").click()
  await heading(page, "Settings").waitFor()
  const downloading = page.waitForEvent("download")
  await button(page, "Export").click()
  const file = join(folder, name)
  await (await downloading).saveAs(file)
  return file
}

/** A log with a session, a lost reply, a pending rename and a signed-out end. */
const eventfulLog = async (): Promise<string> => {
  const { person, page } = await world.atDevices()
  await world.stack.fault({ call: "request_device", fault: "drop-reply" })
  await reboot(page, "Control room A")
  await card(page, "Control room A").getByText("Reboot not confirmed").waitFor()
  await rename(page, "Workshop bench", "Recorded bench")
  await toast(page, "status", "Device renamed.").waitFor()
  await person.context.setOffline(true)
  await rename(page, "Edit suite", "Still waiting")
  await card(page, "Still waiting").getByText("Not confirmed yet").waitFor()
  return exportLog(page, "log.ndjson")
}

interface Line {
  readonly seq?: number
  readonly type?: string
}

test("[REPLAY-1][EVENT-1][EVENT-5] an exported log replays with exit 0, to the state the screens showed; any altered byte is found", async () => {
  const file = await eventfulLog()
  const bytes = readFileSync(file)
  const text = bytes.toString("utf8")
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
  expect(whole).toMatchObject({ status: 0, stderr: "" })
  expect(whole.stdout).toMatch(/\d+ events folded, \d+ checkpoints agree/)
  expect(whole.stdout).toMatch(/connection +offline/)
  expect(whole.stdout).toMatch(/unconfirmed: request_device/)
  expect(whole.stdout).toMatch(/queued: rename_device/)
  expect(JSON.parse(before.stdout).session.current).toBeNull()
  expect(JSON.parse(after.stdout).session.current).not.toBeNull()

  // One bit in each part of the file: header, first event, middle, end.
  const places = [2, text.indexOf("\n") + 11, Math.floor(bytes.length / 2), bytes.length - 12]
  const found = await Promise.all(
    places.map(async (place) => {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 1
      const altered = join(folder, `altered-${place}.ndjson`)
      writeFileSync(altered, changed)
      return replay(altered)
    }),
  )
  expect(found.map(({ status }) => status)).toEqual(places.map(() => 1))
  for (const { stderr } of found) expect(stderr).toMatch(/line \d+/)
})
