import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type BrowserContext, chromium, type Page } from "playwright"
import { inBarePage } from "./bare.ts"
import { chromiumArguments, ensureChromium } from "./chromium.ts"
import { atLeast, atMost, type BenchFigure, type BenchOptions, type BenchResult, lineOf, median } from "./figures.ts"
import { imageBytes, md5Of, startProvider } from "./provider.ts"
import { type BenchStack, startStack } from "./stack.ts"
import { prepareClick, startUnwatched } from "./unwatched.ts"
import { memoryOf, taskOf } from "./watched.ts"

/** A large image in the browser: downloaded, kept, verified and handed to the bridge (FW-6, WORKER-1). */

const IMAGE_BYTES = 256 * 1024 * 1024
/** Large enough for the bench to see its upload. */
const SHORT_IMAGE_BYTES = 16 * 1024 * 1024
const BUILD = 260_101_000_000
const PATIENCE_MS = 300_000
/** The browser frees the memory of its driver within this time after the driver leaves, ms. */
const GONE_MS = 1_500

const HASH_AIM = 1.15
const DISK_AIM = 0.8
const TASK_AIM_MS = 50
const MEMORY_AIM_MB = 64

const NAME = "benchFirmware"
/** A device without a passcode, and with an unknown build. */
const DEVICE = "Green room"

/** Measures each figure and its floor in the same run, because the machine may differ in the next. */
const ratioFigures = async (
  browser: BrowserContext,
  file: string,
  { runs, say }: BenchOptions,
): Promise<readonly BenchFigure[]> => {
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
  // Hashing a file includes reading it.
  const floors = all.map(
    ({ read = 0, hashed = 0, written = 0 }: Readonly<Record<string, number>>) => read + hashed + written,
  )
  const keeping = median(
    all.map((run: Readonly<Record<string, number>>, index: number) => floors[index] / (run.kept ?? Number.NaN)),
  )
  return [
    atMost("verifying ÷ hashing memory", ratio("verified", "hashed"), HASH_AIM, ""),
    atLeast("reading back, speed ÷ one plain blob", ratio("read", "readBack"), DISK_AIM),
    atLeast("keeping, speed ÷ one read, hash and write", keeping, DISK_AIM),
  ]
}

/**
 * A browser with a profile on disk, like a person's. A usual context is a private window, which keeps databases and
 * images in memory alone.
 */
const inProfile = async <Value>(folder: string, use: (context: BrowserContext) => Promise<Value>): Promise<Value> => {
  const profile = mkdtempSync(join(folder, "profile-"))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: [...chromiumArguments()],
    locale: "en-US",
    serviceWorkers: "block",
  })
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    return await use(context)
  } finally {
    await context.close()
  }
}

/** Opens the update dialog of a device, in an app whose provider has the large image. */
const openDialog = async (context: BrowserContext, app: string, { latest, settleMs }: BenchSetup): Promise<Page> => {
  const page = await context.newPage()
  await page.route("**/config.json", async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), firmwareUrl: latest } })
  })
  await page.goto(`${app}/signin`)
  await page.getByRole("button", { name: "Skip sign-in" }).click()
  await page.getByRole("button", { name: `Update firmware of ${DEVICE}` }).click()
  await page.getByText(String(BUILD)).waitFor()
  await page.waitForTimeout(settleMs)
  return page
}

interface Step {
  readonly what: string
  readonly button: string
  /** The dialog shows one of these texts at the end of the step. */
  readonly texts: readonly string[]
}

/** Downloads the image, then verifies it and hands it to the bridge. */
const STEPS: readonly Step[] = [
  { what: "downloading", button: "Download now", texts: ["The image is on this computer"] },
  // The device may have a small image before the bench looks.
  { what: "verifying", button: "Update firmware", texts: ["Uploading to the device", "Updating"] },
]

interface BenchSetup {
  readonly folder: string
  readonly latest: string
  readonly isBuilt: boolean
  readonly settleMs: number
}

/** An app, a bridge and a browser without an image. The bridge's own copy is deleted with the folder. */
const fresh = async (
  { folder, isBuilt }: BenchSetup,
  use: (app: string) => Promise<readonly BenchFigure[]>,
): Promise<readonly BenchFigure[]> => {
  const stack: BenchStack = await startStack(isBuilt, 0, { XDG_CACHE_HOME: mkdtempSync(join(folder, "cache-")) })
  try {
    return await use(stack.app)
  } finally {
    await stack.stop()
  }
}

const memoryFigures = (setup: BenchSetup): Promise<readonly BenchFigure[]> =>
  fresh(setup, async (app) => {
    const profile = mkdtempSync(join(setup.folder, "profile-"))
    const alone = await startUnwatched(profile, PATIENCE_MS)
    const figures: BenchFigure[] = []
    try {
      await alone.drive(async (context) => void (await openDialog(context, app, setup)))
      for (const { what, button, texts } of STEPS) {
        await alone.drive(async (context) => {
          for (const page of context.pages().filter((one) => one.url().startsWith(app)))
            await prepareClick(page, button, texts)
        })
        await sleep(GONE_MS)
        const value = await memoryOf(profile, alone.done)
        if (value !== undefined)
          figures.push(atMost(`memory above the start while ${what}`, value, MEMORY_AIM_MB, "MB"))
      }
    } finally {
      await alone.stop()
    }
    return figures
  })

const taskFigures = (setup: BenchSetup): Promise<readonly BenchFigure[]> =>
  fresh(setup, (app) =>
    inProfile(setup.folder, async (context) => {
      const page = await openDialog(context, app, setup)
      const browser = context.browser()
      if (browser === null) throw new Error("the browser cannot be traced")
      const dialog = page.getByRole("dialog", { name: "Update firmware" })
      const figures: BenchFigure[] = []
      for (const { what, button, texts } of STEPS) {
        const value = await taskOf(browser, page, async () => {
          await dialog.getByRole("button", { name: button }).click()
          await dialog
            .getByText(new RegExp(texts.join("|")))
            .first()
            .waitFor()
        })
        figures.push(atMost(`longest task of the page while ${what}`, value, TASK_AIM_MS, "ms"))
        await page.waitForTimeout(setup.settleMs)
      }
      return figures
    }),
  )

const appFigures = async (setup: BenchSetup, say: BenchOptions["say"]): Promise<readonly BenchFigure[]> => {
  say("memory, while the app downloads, verifies and hands over")
  const memory = await memoryFigures(setup)
  say("tasks of the page, in the same work")
  return [...(await taskFigures({ ...setup, isBuilt: true })), ...memory]
}

export const benchFirmware = async (options: BenchOptions): Promise<BenchResult> => {
  const folder = mkdtempSync(join(tmpdir(), "sightline-bench-"))
  const file = join(folder, "image.bin")
  const size = options.isShort ? SHORT_IMAGE_BYTES : IMAGE_BYTES
  const bytes = imageBytes(size)
  writeFileSync(file, bytes)
  const provider = await startProvider(file, size, `${BUILD}|${md5Of(bytes)}`)
  try {
    const figures = [
      ...(await inProfile(folder, (context) => ratioFigures(context, file, options))),
      ...(await appFigures({ ...options, folder, latest: provider.latest }, options.say)),
    ]
    return { ok: figures.every(({ ratio }) => ratio <= 1), figures, lines: figures.map(lineOf) }
  } finally {
    provider.stop()
    rmSync(folder, { recursive: true, maxRetries: 3 })
  }
}
