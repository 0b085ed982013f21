import axe from "axe-core"
import type { Page } from "playwright"
import type { World } from "./world.ts"

/** Looks for barriers with axe, in both themes and directions: colours know no direction, so each comes once. */

export const looks = [
  ["dark", "en"],
  ["light", "ar"],
] as const

/** Each rule that is broken, with what breaks it. A page that is looked at again has axe already. */
export const barriers = async (page: Page): Promise<unknown> => {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source)
  return page.evaluate(
    "axe.run().then((found) => found.violations.map((each) => [each.id, each.nodes.map((n) => n.html)]))",
  )
}

/** The owner's devices; the policy of the page forbids the very script that looks for barriers. */
export const lookingAt = async (world: World, theme: string, language: string) =>
  world.atDevices({ local: { theme, language }, options: { bypassCSP: true } })
