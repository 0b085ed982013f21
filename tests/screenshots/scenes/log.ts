import { readFileSync } from "node:fs"
import type { Scene, SceneStage } from "../scene.ts"
import { OWNER } from "./people.ts"
import { dismiss, goAway, listed, rename, stay } from "./steps.ts"

const owner = { who: OWNER, path: "/log" } as const

/** A log that a release has written. */
const FILE = new URL("../../golden/state-22-1.ndjson", import.meta.url)
const NAME = "sightline-report.ndjson"

/** The rows appear before their events are read. */
const read = ({ page }: SceneStage) => page.locator(".erow .cut").first().waitFor()

const choose = async (stage: SceneStage, text: string) => {
  await read(stage)
  const file = { name: NAME, mimeType: "application/x-ndjson", buffer: Buffer.from(text) }
  await stage.page.locator("[data-file-input]").first().setInputFiles(file)
}

const whole = (): string => readFileSync(FILE, "utf8")

/** Half a line is missing near the end. */
const damaged = (): string => {
  const lines = whole().split("\n")
  const at = lines.length - 3
  return lines.map((line, index) => (index === at ? line.slice(0, line.length / 2) : line)).join("\n")
}

const own: readonly Scene[] = [
  { ...owner, name: "log", leave: stay, main: true, play: read },
  {
    ...owner,
    name: "log-no-match",
    leave: goAway,
    play: async (stage) => {
      await read(stage)
      await stage.fill("pages.log.search", "nothing of that kind")
      await stage.see("pages.log.none")
    },
  },
  {
    ...owner,
    name: "log-replay",
    path: "/devices",
    main: true,
    play: async (stage) => {
      const { page, t, see, visit } = stage
      await listed(stage)
      await rename(stage, "Workshop bench", "Bench 2")
      await see("common.success.deviceRenamed")
      await visit("/log")
      const confirmed = page.locator(".erow", { hasText: t("pages.log.event.ActionConfirmed") })
      await confirmed.first().click()
      await page.frameLocator(".rview iframe").locator("h1").first().waitFor()
      await page.locator(".chain .at").waitFor()
    },
  },
  {
    ...owner,
    name: "dialog-log-report",
    leave: dismiss,
    main: true,
    play: async (stage) => {
      await read(stage)
      await stage.press("pages.log.report")
      await stage.see("pages.log.file.reportBody")
    },
  },
]

const files: readonly Scene[] = [
  {
    ...owner,
    name: "log-file",
    main: true,
    play: async (stage) => {
      await choose(stage, whole())
      await stage.see("pages.log.file.close")
      await read(stage)
    },
  },
  {
    ...owner,
    name: "dialog-log-damaged",
    leave: dismiss,
    main: true,
    play: async (stage) => {
      await choose(stage, damaged())
      await stage.see("pages.log.file.brokenBody")
    },
  },
]

/** The event log, one moment of it, and its exported and imported files. */
export const logScenes: readonly Scene[] = [...own, ...files]
