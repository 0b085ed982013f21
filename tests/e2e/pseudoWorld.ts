import { expect } from "vitest"
import { languageOf } from "../../src/app/i18n/languages.ts"
import type { Scene, Stage } from "../screenshots/scene.ts"
import { open, playOn } from "../screenshots/stage.ts"
import { wordsOf } from "../screenshots/words.ts"
import { knownData, lookAt } from "./looking.ts"
import { sharedOnStage } from "./onStage.ts"
import { pseudoTexts, speakPseudo } from "./pseudo.ts"

/** px: desktop, and the narrowest phone (LAYOUT-5); a tablet has the texts of the one in the room of the other. */
const DESKTOP = { width: 1440, height: 1000 } as const
const PHONE = { width: 360, height: 740 } as const

interface Left {
  readonly who: string | undefined
  readonly path: string
  readonly stage: Stage
}

/** The page as the scene before left it: a scene that failed, or that nobody can leave, leaves none. */
let left: Left | undefined

/** Ends what the last scene of a file has left. */
export const clearStage = async (): Promise<void> => {
  const ended = left
  left = undefined
  await ended?.stage.context.close()
}

/** Those that can share a page, side by side. */
export const inTurn = (scenes: readonly Scene[]): readonly Scene[] => {
  const pageOf = ({ leave, who = "" }: Scene) => (leave === undefined ? undefined : who)
  return [...Map.groupBy(scenes, pageOf).values()].flat()
}

const openAnew = async (scene: Scene): Promise<Left> => {
  await clearStage()
  const { stack, browser } = await sharedOnStage()
  const language = languageOf("en")
  const words = await wordsOf(language, pseudoTexts)
  const stage = await open(browser, { stack, scene, language, words, prepare: speakPseudo })
  return { who: scene.who, path: scene.path, stage }
}

/** Plays a scene in the pseudo-locale and looks at it at every width. */
export const lookAtScene = async (scene: Scene): Promise<void> => {
  const isShared = scene.leave !== undefined && left?.who === scene.who
  const { stage, path } = isShared && left !== undefined ? left : await openAnew(scene)
  left = undefined
  try {
    if (path !== scene.path) await stage.visit(scene.path)
    await playOn(stage, scene)
    const known = await knownData(stage.stack)
    for (const size of [DESKTOP, PHONE]) {
      await stage.page.setViewportSize(size)
      await expect
        .poll(() => lookAt(stage.page, known), { message: `${size.width} px` })
        .toEqual({ foreign: [], clipped: [] })
    }
    if (scene.leave === undefined) return
    await stage.page.setViewportSize(DESKTOP)
    await scene.leave(stage)
    const { pathname, search } = new URL(stage.page.url())
    left = { who: scene.who, path: `${pathname}${search}`, stage }
  } finally {
    if (left === undefined) await stage.context.close()
  }
}
