import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser, Page } from "playwright"
import { CommandFailed, runCommand } from "../../emulator/cli/flags.ts"
import type { Language } from "../../src/app/i18n/languages.ts"
import type { Theme } from "../../src/app/look/theme.ts"
import { launchBrowser } from "../e2e/browser.ts"
import buildApp from "../e2e/build.ts"
import { startStack, type TestStack } from "../e2e/stack.ts"
import { contactSheet } from "./contactSheet.ts"
import { type DeskScene, deskScenes, playAtDesk } from "./desk.ts"
import { readOptions, type ScreenshotOptions, USAGE, type Width } from "./options.ts"
import type { Scene } from "./scene.ts"
import { scenes } from "./scenes.ts"
import { play, playOn } from "./stage.ts"
import { type NestedTexts, wordsOf } from "./words.ts"

/** `npm run screenshots`: a picture of every screen, dialog and state, into a folder that Git ignores. */

const FOLDER = fileURLToPath(new URL("../../screenshots/", import.meta.url))
const LOCALES = fileURLToPath(new URL("../../locales/", import.meta.url))
/** The exit code of shells for an interrupted process. */
const EXIT_INTERRUPTED = 130
const HEIGHTS: Readonly<Record<Width, number>> = { 1440: 1000, 1920: 1080, 768: 1024, 360: 740 }

const textsOf = (code: string): NestedTexts => JSON.parse(readFileSync(join(LOCALES, `${code}.json`), "utf8"))

/** Changes the theme like another tab, so that the page follows without losing its state. */
const showTheme = (page: Page, theme: Theme) =>
  page.evaluate((value) => {
    dispatchEvent(new StorageEvent("storage", { key: "theme", newValue: value }))
  }, theme)

/** Height of the window, px: that of the page for a whole picture, so that sticky bars are at its edges. */
const heightOf = async (page: Page, scene: Scene, width: Width): Promise<number> => {
  const height = HEIGHTS[width]
  if (scene.whole !== true) return height
  await page.setViewportSize({ width, height })
  return Math.max(height, await page.evaluate(() => document.documentElement.scrollHeight))
}

interface Studio {
  readonly browser: Browser
  readonly stack: TestStack
  readonly options: ScreenshotOptions
}

/** One play serves all widths and themes: layout and colour follow the window, and the state stays. */
const shoot = async ({ browser, stack, options }: Studio, scene: Scene, language: Language): Promise<void> => {
  const widths = options.widths.filter((width) => width === 1440 || scene.main)
  if (widths.length === 0) return
  const sizeOf = async (page: Page, width: Width) =>
    scene.window ?? { width, height: await heightOf(page, scene, width) }
  const words = await wordsOf(language, textsOf(language.code))
  const stage = await play(browser, { scene, stack, language, words })
  const { page } = stage
  try {
    for (const width of scene.window === undefined ? widths : widths.slice(0, 1)) {
      const { width: shown, height } = await sizeOf(page, width)
      if (scene.placed) await scene.leave?.(stage)
      await page.setViewportSize({ width: shown, height })
      if (scene.placed) await playOn(stage, scene)
      for (const theme of options.themes) {
        await showTheme(page, theme)
        const file = `${scene.name}.${language.code}.${theme}.${shown}.png`
        await page.screenshot({ path: join(FOLDER, file), animations: "disabled" })
        console.log(file)
      }
    }
  } finally {
    await page.context().close()
  }
}

/** Runs in the page: presses the theme button, also below a dialog. */
const turnTo = (theme: Theme): void => {
  if (document.documentElement.dataset.theme !== theme) document.getElementById("theme")?.click()
}

/** The pages of the emulator have their own theme. */
const shootDesk = async ({ browser, stack, options }: Studio, scene: DeskScene): Promise<void> => {
  const page = await playAtDesk(browser, stack, scene)
  try {
    for (const width of options.widths)
      for (const theme of options.themes) {
        await page.setViewportSize({ width, height: HEIGHTS[width] })
        await page.evaluate(turnTo, theme)
        const file = `${scene.name}.en.${theme}.${width}.png`
        await page.screenshot({ path: join(FOLDER, file), animations: "disabled" })
        console.log(file)
      }
  } finally {
    await page.context().close()
  }
}

const shootAll = async (studio: Studio): Promise<void> => {
  const { languages, scenes: wanted, desk } = studio.options
  const missing: string[] = []
  const attempt = (name: string, shot: Promise<void>): Promise<void> =>
    shot.catch((error: unknown) => {
      missing.push(name)
      console.error(`${name}: ${error instanceof Error ? error.message : error}`)
    })
  for (const language of languages)
    for (const scene of wanted) await attempt(`${scene.name}.${language.code}`, shoot(studio, scene, language))
  for (const scene of desk) await attempt(scene.name, shootDesk(studio, scene))
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".png"))
  writeFileSync(join(FOLDER, "index.html"), contactSheet(files))
  console.log("index.html")
  if (missing.length > 0) throw new CommandFailed(`no pictures of ${missing.join(", ")}`)
}

await runCommand("screenshots", USAGE, async (flags) => {
  const options = readOptions(flags, scenes, deskScenes)
  mkdirSync(FOLDER, { recursive: true })
  if (options.build) buildApp()
  const [stack, browser] = await Promise.all([startStack(), launchBrowser()])
  const end = () => Promise.all([stack.stop(), browser.close()])
  // The stack is a separate process and would outlive an interrupted run.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void end().finally(() => process.exit(EXIT_INTERRUPTED)))
  try {
    await shootAll({ browser, stack, options })
  } finally {
    await end()
  }
})
