import { readFileSync } from "node:fs"
import type { Locator } from "playwright"
import { expect, test } from "vitest"
import { languages } from "../../src/app/i18n/languages.ts"
import { button } from "./screen.ts"
import { startWorld } from "./world.ts"

/** The languages: their files load on demand, and they change the direction of the screen. */

const world = startWorld()

interface Words {
  readonly devices: { readonly title: string; readonly card: { readonly offline: string } }
  readonly pages: { readonly settings: { readonly title: string } }
}

const wordsOf = (code: string): Words =>
  JSON.parse(readFileSync(new URL(`../../locales/${code}.json`, import.meta.url), "utf8"))

/** Codes of the languages among the requests. */
const fetched = (addresses: readonly string[]): readonly string[] => {
  const codes = addresses.flatMap((address) => /\/assets\/(\w+)-[\w-]+\.js$/.exec(new URL(address).pathname)?.[1] ?? [])
  return [...new Set(codes.filter((code) => languages.some((language) => language.code === code)))]
}

const middle = async (what: Locator): Promise<number> => {
  const box = await what.boundingBox()
  if (box === null) throw new Error("not on screen")
  return box.x + box.width / 2
}

test("[I18N-4] only the language chosen is downloaded, another when it is chosen", async () => {
  const localStorage = [{ name: "language", value: "fr" }]
  const storageState = { cookies: [], origins: [{ origin: world.stack.app, localStorage }] }
  const person = await world.person({ storageState })
  const page = await person.open("/signin")
  await button(page, "Se connecter").waitFor()
  expect(fetched(person.watch.addresses())).toEqual(["fr"])
  await button(page, /Français/).click()
  await page.getByRole("menuitemradio", { name: "日本語" }).click()
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("ja")
  expect(fetched(person.watch.addresses())).toEqual(["fr", "ja"])
})

test("[I18N-1][I18N-4] once the app is installed, all eleven languages are there without a network", async () => {
  const { person, page } = await world.atDevices({ isStored: true })
  await person.context.setOffline(true)
  await page.goto("/settings")
  for (const { code, tag, direction, name } of [...languages].reverse()) {
    await page.locator(".select").first().click()
    await page.getByRole("option", { name }).click()
    await page.getByRole("heading", { level: 1, name: wordsOf(code).pages.settings.title, exact: true }).waitFor()
    const html = page.locator("html")
    /* Two languages have the same word for the heading. */
    await expect
      .poll(async () => [await html.getAttribute("lang"), await html.getAttribute("dir")])
      .toEqual([tag, direction])
  }
})

test("[I18N-3] Arabic turns the whole screen around, signs and the strip of presence included, and counts as Arabic does", async () => {
  const { page } = await world.atDevices({ local: { language: "ar" } })
  await page.getByRole("heading", { level: 1, name: wordsOf("ar").devices.title, exact: true }).waitFor()
  const card = page.locator("article, li").filter({ hasText: "Lecture hall 2" }).last()
  const width = page.viewportSize()?.width ?? 0
  await expect.poll(() => middle(page.locator("aside").first())).toBeGreaterThan(width / 2)
  expect(await middle(card.getByRole("button").last())).toBeLessThan(await middle(card.getByText("Lecture hall 2")))
  const strip = card.locator("svg.presence")
  await expect.poll(() => strip.evaluate((svg) => new DOMMatrix(getComputedStyle(svg).transform).a)).toBe(-1)
  const age = new Intl.RelativeTimeFormat("ar-u-nu-latn", { style: "short" }).format(-3, "hour")
  await card.getByText(age, { exact: true }).waitFor()
  await card.getByText(wordsOf("ar").devices.card.offline, { exact: true }).last().waitFor()
})
