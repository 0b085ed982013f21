import axe from "axe-core"
import type { Page } from "playwright"
import type { TestWorld } from "./world.ts"

/** Looks for barriers with axe, in both themes and directions: colours know no direction, so each comes once. */

export const looks = [
  ["dark", "en"],
  ["light", "ar"],
] as const

const LOOK = "axe.run().then((found) => found.violations.map((each) => [each.id, each.nodes.map((n) => n.html)]))"

/**
 * Each rule that is broken, with what breaks it. A page that is looked at again has axe already. The policy of the page forbids
 * the very script that looks for barriers, but where the browser itself is asked to run it.
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
