import { expect } from "vitest"
import { languageOf } from "../../src/app/i18n/languages.ts"
import type { Scene } from "../screenshots/scene.ts"
import { play } from "../screenshots/stage.ts"
import { wordsOf } from "../screenshots/words.ts"
import { knownData, lookAt } from "./looking.ts"
import { sharedOnStage } from "./onStage.ts"
import { pseudoTexts, speakPseudo } from "./pseudo.ts"

/** px: desktop, and the narrowest phone (LAYOUT-5); a tablet has the texts of the one in the room of the other. */
const SIZES = [
  { width: 1440, height: 1000 },
  { width: 360, height: 740 },
] as const

/** Plays a scene in the pseudo-locale and looks at it at every width. */
export const lookAtScene = async (scene: Scene): Promise<void> => {
  const { stack, browser } = await sharedOnStage()
  const language = languageOf("en")
  const words = await wordsOf(language, pseudoTexts)
  const page = await play(browser, { stack, scene, language, words, prepare: speakPseudo })
  try {
    const known = await knownData(stack)
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
