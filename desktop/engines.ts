import { gjsEngine } from "./gjsWindow.ts"
import { Problem } from "./problem.ts"
import type { WindowEngine } from "./window.ts"
import { wryEngine } from "./wryWindow.ts"

/** The engines in their order: on Linux WebKitGTK by gjs first, where it is tested; elsewhere wry. */
const orderOn = (platform: NodeJS.Platform): readonly WindowEngine[] =>
  platform === "linux" ? [gjsEngine, wryEngine] : [wryEngine]

const lacksDisplay = (platform: NodeJS.Platform, { DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean =>
  platform === "linux" && !DISPLAY && !WAYLAND_DISPLAY

export interface DesktopSystem {
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  readonly engines?: readonly WindowEngine[]
}

/**
 * The first engine that can open windows here, the wanted one before the others. Reports the missing parts of an engine
 * when it takes another. Throws `Problem` with one sentence when none works.
 */
export const chooseEngine = async (
  { platform, environment, engines = orderOn(platform) }: DesktopSystem,
  wanted: WindowEngine["name"] | undefined,
  say: (line: string) => void,
): Promise<WindowEngine> => {
  if (lacksDisplay(platform, environment))
    throw new Problem(
      "there is no display (DISPLAY and WAYLAND_DISPLAY are empty): start it in a desktop session, or under xvfb-run",
    )
  const order = engines.toSorted((a, b) => Number(b.name === wanted) - Number(a.name === wanted))
  const lacks: string[] = []
  for (const engine of order) {
    const lack = await engine.lack()
    if (lack === null) {
      if (wanted !== undefined && engine.name !== wanted)
        for (const line of lacks) say(`${line}. ${engine.name} is used instead.`)
      return engine
    }
    lacks.push(lack)
  }
  throw new Problem(lacks.join("; or "))
}
