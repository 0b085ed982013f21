import { BadUse, type Flags } from "../../emulator/cli/flags.ts"
import { type Language, languages } from "../../src/app/i18n/languages.ts"
import type { Theme } from "../../src/app/look/theme.ts"
import type { DeskScene } from "./desk.ts"
import type { Scene } from "./scene.ts"

/** The pictures of a run. */

/** px. All scenes use the first width; the main ones also use the others. */
export const WIDTHS = [1440, 1920, 768, 360] as const
export const THEMES = ["dark", "light"] as const satisfies readonly Theme[]
const DEFAULT_LANGUAGES = ["en", "de", "ar"]

export type Width = (typeof WIDTHS)[number]

export const USAGE =
  "npm run screenshots -- [--only PART OF A NAME] [--lang CODE] [--theme dark|light] [--width 1440|1920|768|360] [--no-build]"

export interface ScreenshotOptions {
  readonly scenes: readonly Scene[]
  readonly desk: readonly DeskScene[]
  readonly languages: readonly Language[]
  readonly themes: readonly Theme[]
  readonly widths: readonly Width[]
  readonly build: boolean
}

const chosen = <Value extends string>(flags: Flags, name: string, all: readonly Value[]): Value | undefined =>
  flags.choice(name, all)

/** All languages are possible; the default is three. Throws `BadUse` with one line. */
export const readOptions = (
  flags: Flags,
  scenes: readonly Scene[],
  atDesk: readonly DeskScene[],
): ScreenshotOptions => {
  const only = flags.text("only")
  const lang = chosen(
    flags,
    "lang",
    languages.map(({ code }) => code),
  )
  const theme = chosen(flags, "theme", THEMES)
  const width = chosen(flags, "width", WIDTHS.map(String))
  const build = !flags.toggle("no-build")
  flags.end()
  const isWanted = ({ name }: Scene | DeskScene) => only === undefined || name.includes(only)
  const wanted = scenes.filter(isWanted)
  const desk = lang === undefined || lang === "en" ? atDesk.filter(isWanted) : []
  if (wanted.length + desk.length === 0) throw new BadUse(`--only ${only} is part of no scene's name`)
  return {
    scenes: wanted,
    desk,
    languages: languages.filter(({ code }) => (lang === undefined ? DEFAULT_LANGUAGES.includes(code) : code === lang)),
    themes: theme === undefined ? THEMES : [theme],
    widths: WIDTHS.filter((each) => width === undefined || String(each) === width),
    build,
  }
}
