import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import type { Page } from "playwright"
import { expect, test } from "vitest"
import { survivors } from "../../src/domain/client/accounts/keptAfterReset.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import { foldModel } from "../../src/domain/product/folding.ts"
import { STATE_VERSION } from "../../src/domain/product/state.ts"
import { packedState, storedState } from "../../src/domain/product/stored.ts"
import { canonicalJson } from "../../src/domain/values/canonicalJson.ts"
import { bombs } from "../replay/bombs.ts"
import { exported, reread } from "../replay/exports.ts"
import { actions, button, card, heading, loseNetwork, OWNER, openOutbox, rename } from "./screen.ts"
import { startWorld } from "./world.ts"

/** A log as a file, for every way in which it leaves the app. */

const world = startWorld({ isPooled: true })
const BENCH = "Workshop bench"

/** A page of the app's origin without an engine that has the log open. */
const OUTSIDE = "/manifest.webmanifest"

interface PagesLog {
  readonly events: readonly StoredEvent[]
  readonly segments: number
}

const logIn = (page: Page): Promise<PagesLog> =>
  page.evaluate(async () => {
    const asked = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await asked(indexedDB.open("sightline"))
    const events = await asked(database.transaction("events").objectStore("events").getAll())
    const segments = await asked(database.transaction("segments").objectStore("segments").count())
    database.close()
    return { events, segments }
  })

/** Prunes the log up to one of its events, as retention does, and leaves the state there. */
const pruneAt = async (page: Page, seq: number, events: readonly StoredEvent[]): Promise<void> => {
  const folding = foldModel()
  for (const event of events) if (event.seq <= seq) folding.add(event)
  const state = { ...packedState(folding.state()), kept: survivors(folding.state()) }
  await page.evaluate(
    async (base) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open("sightline")
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const transaction = database.transaction(["events", "snapshots", "bases"], "readwrite")
      transaction.objectStore("events").delete(IDBKeyRange.upperBound(base.seq))
      transaction.objectStore("snapshots").clear()
      transaction.objectStore("bases").put(base)
      await new Promise((resolve) => {
        transaction.oncomplete = resolve
      })
      database.close()
    },
    { id: 1, seq, version: STATE_VERSION, state },
  )
}

const savedBy = async (page: Page, press: () => Promise<unknown>) => {
  const downloading = page.waitForEvent("download")
  await press()
  const text = readFileSync(await (await downloading).path(), "utf8")
  const read = reread(text)
  if (!read.ok) throw new Error(`line ${read.line}: ${read.problem}`)
  const { session, devices } = storedState(read.state)
  const [head = "", ...lines] = text.split("\n")
  return { text, lines, header: JSON.parse(head), devices, told: canonicalJson({ session, devices }) }
}

test("[EVENT-4][EVENT-5][REPLAY-2] a pruned log gives the same file in the settings as in its own panel: it begins with the state there", async () => {
  const { page } = await world.atDevices()
  await page.goto("/settings")
  await heading(page, "Settings").waitFor()
  await page.goto(OUTSIDE)
  const { events, segments } = await logIn(page)
  expect(segments).toBe(0)
  const cut = (events.at(-1)?.seq ?? 0) - 1
  await pruneAt(page, cut, events)
  await page.goto("/settings")
  const fromSettings = await savedBy(page, () => button(page, "Export").click())
  await page.getByText("Log exported.").waitFor()
  await page.goto("/log")
  await button(page, "Export").click()
  const panel = page.getByRole("dialog")
  await panel.getByRole("radio", { name: ".ndjson", exact: true }).click()
  const fromPanel = await savedBy(page, () => panel.locator(".exrow").getByRole("button").click())
  expect(fromSettings.devices.bound.size).toBeGreaterThan(0)
  expect(fromSettings.header).toMatchObject({ pseudonyms: true, base: { seq: cut } })
  expect(fromSettings.told).toBe(fromPanel.told)
  expect(fromSettings.text).not.toContain(OWNER)
})

test("[EVENT-5][EVENT-7] what is saved of a log before a new one begins has its beginning, its names and all that can be read", async () => {
  const { page } = await world.atDevices({ isStored: true })
  await page.goto("/settings")
  await heading(page, "Settings").waitFor()
  await page.goto(OUTSIDE)
  const { events } = await logIn(page)
  const cut = (events.at(-1)?.seq ?? 0) - 1
  await pruneAt(page, cut, events)
  await page.goto("/devices")
  await card(page, BENCH).waitFor()
  await loseNetwork(page)
  await rename(page, BENCH, "Not sent yet")
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name: string, version?: number) {
      if (name === "sightline" && Reflect.get(globalThis, "isReadable") !== true)
        throw new DOMException("Internal error opening backing store", "UnknownError")
      return open.call(this, name, version)
    }
  })
  await page.reload()
  await page.getByText("The log in this browser is damaged.").waitFor()
  await button(page, "Start a new log").click()
  await page.getByText("It contains real names and addresses.").waitFor()
  await page.evaluate(() => Reflect.set(globalThis, "isReadable", true))
  const loadedAgain = page.waitForEvent("load")
  const saved = await savedBy(page, () => button(page, "Save and start").click())
  expect(saved.header).toMatchObject({ pseudonyms: false, base: { seq: cut } })
  expect(saved.devices.bound.size).toBeGreaterThan(0)
  expect(saved.text).toContain(OWNER)
  expect(saved.lines.join("\n")).toContain("Not sent yet")
  // The app reloads the page once the new log exists, and may read it from now on.
  await loadedAgain
  await page.addInitScript(() => Reflect.set(globalThis, "isReadable", true))
  await page.reload()
  await openOutbox(page)
  await actions(page, "Not sent yet").first().waitFor()
})

/** Most additional memory of the processes that show pages, MiB. A log with `DecompressionStream` took 2,400. */
const GROWTH_MAX_MIB = 300
const KIB_PER_MIB = 1024
const REFUSED = /longer than any line|not a Sightline log|does not belong|empty lines/

const pageProcesses = async (page: Page): Promise<readonly number[]> => {
  const session = await page.context().browser()?.newBrowserCDPSession()
  if (session === undefined) throw new Error("this browser has no session")
  const { processInfo } = await session.send("SystemInfo.getProcessInfo")
  await session.detach()
  return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id)
}

/** Memory of all given processes, MiB. A process that is gone counts zero. */
const memoryOf = (pids: readonly number[]): number => {
  const listed = execFileSync("ps", ["-A", "-o", "pid=,rss="], { encoding: "utf8" })
  const rows = listed
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number))
  return rows.reduce((sum, [pid = 0, kib = 0]) => (pids.includes(pid) ? sum + kib / KIB_PER_MIB : sum), 0)
}

test("[REPLAY-4][SEC-3] a small packed file that unpacks to 900 MB is refused in the app, which takes no such memory", async () => {
  const page = await (await world.person({ isStored: false })).open("/log")
  const input = page.locator("[data-file-input]").first()
  await input.waitFor({ state: "attached" })
  const pids = await pageProcesses(page)
  const before = memoryOf(pids)
  const [head = ""] = exported([]).split("\n", 1)
  const [[, content] = []] = bombs(head).slice(1)
  await input.setInputFiles({ name: "bomb.gz", mimeType: "application/gzip", buffer: Buffer.from(content ?? []) })
  const refused = page.getByText(REFUSED).first()
  let peak = 0
  await expect
    .poll(
      () => {
        peak = Math.max(peak, memoryOf(pids))
        return refused.isVisible()
      },
      { interval: 20, timeout: 60_000 },
    )
    .toBe(true)
  expect(peak).toBeGreaterThan(0)
  expect(peak - before).toBeLessThan(GROWTH_MAX_MIB)
})
