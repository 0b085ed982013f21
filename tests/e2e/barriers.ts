import axe from "axe-core"
import type { Page } from "playwright"
import type { TestWorld } from "./world.ts"

/**
 * The themes and languages in which axe checks pages. Colours do not depend on direction, so each theme and direction
 * comes once.
 */

export const looks = [
  ["dark", "en"],
  ["light", "ar"],
] as const

const LOOK = "axe.run().then((found) => found.violations.map((each) => [each.id, each.nodes.map((n) => n.html)]))"

/**
 * Each broken rule, with the elements that break it. A page that was checked before already has axe. The page's policy
 * forbids this script, so the browser itself runs it.
 */
export const barriers = async (page: Page): Promise<unknown> => {
  const session = await page.context().newCDPSession(page)
  try {
    if (!(await page.evaluate(() => "axe" in window)))
      await session.send("Runtime.evaluate", { expression: axe.source })
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression: LOOK,
      awaitPromise: true,
      returnByValue: true,
    })
    return exceptionDetails ?? result.value
  } finally {
    await session.detach()
  }
}

/** The owner's devices. */
export const lookingAt = async (world: TestWorld, theme: string, language: string) =>
  world.atDevices({ local: { theme, language } })
