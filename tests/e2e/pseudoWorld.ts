import type { Browser } from "playwright"
import { afterAll, beforeAll, expect } from "vitest"
import { languageOf } from "../../src/app/i18n/languages.ts"
import type { Scene } from "../screenshots/scene.ts"
import { play } from "../screenshots/stage.ts"
import { wordsOf } from "../screenshots/words.ts"
import { launchBrowser } from "./browser.ts"
import { knownData, lookAt } from "./looking.ts"
import { pseudoTexts, speakPseudo } from "./pseudo.ts"
import { type Stack, startStack } from "./stack.ts"

/** px: desktop, and the narrowest phone (LAYOUT-5); a tablet has the texts of the one in the room of the other. */
const SIZES = [
  { width: 1440, height: 1000 },
  { width: 360, height: 740 },
] as const

/** One stack and one browser a file; gives what plays a scene in the pseudo-locale and looks at it at every width. */
export const startPseudoWorld = (): ((scene: Scene) => Promise<void>) => {
  let started: { readonly stack: Stack; readonly browser: Browser } | undefined
  beforeAll(async () => {
    const [stack, browser] = await Promise.all([startStack(), launchBrowser()])
    started = { stack, browser }
  })
  afterAll(async () => {
    await Promise.all([started?.stack.stop(), started?.browser.close()])
  })
  return async (scene) => {
    if (started === undefined) throw new Error("nothing has started")
    const language = languageOf("en")
    const words = await wordsOf(language, pseudoTexts)
    const page = await play(started.browser, { ...started, scene, language, words, prepare: speakPseudo })
    try {
      const known = await knownData(started.stack)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await expect
          .poll(() => lookAt(page, known), { message: `${size.width} px` })
          .toEqual({ foreign: [], clipped: [] })
      }
    } finally {
      await page.context().close()
    }
  }
}
