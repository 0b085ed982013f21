import { afterAll, test } from "vitest"
import { scenes } from "../screenshots/scenes.ts"
import { closeStage, inTurn, lookAtScene } from "./pseudoWorld.ts"

/** No dialog has a hard-coded text, and none is too small for a long language. */

const dialogs = scenes.filter(({ name, repeats }) => name.startsWith("dialog-") && repeats === undefined)

afterAll(closeStage)

test.each(inTurn(dialogs))(
  "[I18N-2][LAYOUT-5] $name: every text comes from the language files, and none is cut",
  lookAtScene,
)
