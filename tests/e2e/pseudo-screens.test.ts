import { afterAll, test } from "vitest"
import { scenes } from "../screenshots/scenes.ts"
import { closeStage, inTurn, lookAtScene } from "./pseudoWorld.ts"

/** No screen has a hard-coded text, and none is too small for a long language. */

const screens = scenes.filter(
  ({ name, window, repeats }) => !name.startsWith("dialog-") && window === undefined && repeats === undefined,
)

afterAll(closeStage)

test.each(inTurn(screens))(
  "[I18N-2][LAYOUT-5] $name: every text comes from the language files, and none is cut",
  lookAtScene,
)
