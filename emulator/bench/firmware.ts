import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Browser, chromium, type Page } from "playwright"
import { inBarePage } from "./bare.ts"
import { chromiumArguments, ensureChromium } from "./chromium.ts"
import { atLeast, atMost, type BenchOptions, type BenchResult, type Figure, lineOf, median } from "./figures.ts"
import { imageBytes, md5Of, startProvider } from "./provider.ts"
import { startStack } from "./stack.ts"
import { type Cost, watched } from "./watched.ts"

/** A large image in the browser: brought, kept, verified and handed to the bridge (FW-6, WORKER-1). */

const IMAGE_BYTES = 256 * 1024 * 1024
const BUILD = 260_101_000_000
const PATIENCE_MS = 300_000
const SETTLE_MS = 3_000

const HASH_AIM = 1.15
const DISK_AIM = 0.8
const TASK_AIM_MS = 50
const MEMORY_AIM_MB = 64

const NAME = "benchFirmware"
/** Has no passcode, and an unknown build. */
const DEVICE = "Green room"

/** Each beside its floor in the same run, because the machine is not the same in the next. */
const ratioFigures = async (
  browser: Browser,
  file: string,
  { runs, say }: BenchOptions,
): Promise<readonly Figure[]> => {
  say("an image on this computer, beside hashing memory and one plain blob")
  const all = await inBarePage(browser, { file: "firmware.page.ts", name: NAME }, async (page) => {
    const input = await page.evaluateHandle(() => {
      const made = document.createElement("input")
      made.type = "file"
      document.body.append(made)
      return made
    })
    await input.setInputFiles(file)
    page.setDefaultTimeout(PATIENCE_MS)
    return page.evaluate(({ name, input: from, times }) => Reflect.get(globalThis, name).measure(from, times), {
      name: NAME,
      input,
      times: runs,
    })
  })
  const ratio = (over: string, under: string) =>
    median(all.map((run: Readonly<Record<string, number>>) => (run[over] ?? Number.NaN) / (run[under] ?? Number.NaN)))
  const floors = all.map((run: Readonly<Record<string, number>>) => (run.hashed ?? 0) + (run.written ?? 0))
  const keeping = median(
    all.map((run: Readonly<Record<string, number>>, index: number) => floors[index] / (run.kept ?? Number.NaN)),
  )
  return [
    atMost("verifying ÷ hashing memory", ratio("verified", "hashed"), HASH_AIM, ""),
    atLeast("reading back, as fast as one plain blob", ratio("read", "readBack"), DISK_AIM),
    atLeast("keeping, as fast as a hash and a plain blob", keeping, DISK_AIM),
  ]
}

/** The dialog of a device that can be updated, in an app whose provider has the large image. */
const openDialog = async (browser: Browser, app: string, latest: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: app, locale: "en-US", serviceWorkers: "block" })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  await page.route("**/config.json", async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), firmwareUrl: latest } })
  })
  await page.goto("/signin")
  await page.getByRole("button", { name: "Skip sign-in" }).click()
  await page.getByRole("button", { name: `Update firmware of ${DEVICE}` }).click()
  await page.getByText(String(BUILD)).waitFor()
  await page.waitForTimeout(SETTLE_MS)
  return page
}

const figuresOf = (what: string, { task, memory }: Cost): readonly Figure[] => [
  atMost(`longest task of the page while ${what}`, task, TASK_AIM_MS, "ms"),
  ...(memory === undefined ? [] : [atMost(`memory above the start while ${what}`, memory, MEMORY_AIM_MB, "MB")]),
]

const appFigures = async (
  browser: Browser,
  root: number,
  place: { readonly app: string; readonly latest: string },
  { say }: BenchOptions,
): Promise<readonly Figure[]> => {
  const page = await openDialog(browser, place.app, place.latest)
  const dialog = page.getByRole("dialog", { name: "Update firmware" })
  say("downloading and keeping it in the app")
  const kept = await watched(browser, page, root, async () => {
    await dialog.getByRole("button", { name: "Download now" }).click()
    await dialog.getByText("The image is on this computer").waitFor()
  })
  await page.waitForTimeout(SETTLE_MS)
  say("verifying it and handing it to the bridge")
  const verified = await watched(browser, page, root, async () => {
    await dialog.getByRole("button", { name: "Update firmware" }).click()
    await dialog.getByText("Uploading to the device").waitFor()
  })
  return [...figuresOf("downloading", kept), ...figuresOf("verifying", verified)]
}

export const benchFirmware = async (options: BenchOptions): Promise<BenchResult> => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-bench-"))
  const file = join(folder, "image.bin")
  const bytes = imageBytes(IMAGE_BYTES)
  writeFileSync(file, bytes)
  const provider = await startProvider(file, IMAGE_BYTES, `${BUILD}|${md5Of(bytes)}`)
  // The bridge keeps the image too: where it goes with this run.
  const stack = await startStack(options.isBuilt, 0, { XDG_CACHE_HOME: folder })
  const server = await chromium.launchServer({ executablePath: ensureChromium(), args: [...chromiumArguments()] })
  try {
    const browser = await chromium.connect(server.wsEndpoint())
    const root = server.process().pid ?? 0
    const place = { app: stack.app, latest: provider.latest }
    const figures = [
      ...(await ratioFigures(browser, file, options)),
      ...(await appFigures(browser, root, place, options)),
    ]
    return { ok: figures.every(({ ratio }) => ratio <= 1), figures, lines: figures.map(lineOf) }
  } finally {
    await server.close()
    await stack.stop()
    provider.stop()
    rmSync(folder, { recursive: true })
  }
}
