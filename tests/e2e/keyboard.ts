import type { Locator, Page } from "playwright"
import { expect } from "vitest"

/** A person who uses only the keyboard: Tab, arrows, Enter and letters. */

/** More stops than on any page. */
const STOPS_MAX = 120

export const isFocused = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement)

export const focusComesTo = (control: Locator): Promise<void> => expect.poll(() => isFocused(control)).toBe(true)

/** The focused element, for messages. */
const focusedHtml = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? "nothing")

/**
 * True when the focused element shows the focus: by an outline, or by the inner edge of fields, boxes and menu lines.
 */
export const showsFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return false
    const meant = focused.getAttribute("aria-activedescendant")
    const drawn = focused.closest("label")?.querySelectorAll(".switch, .check") ?? []
    const around = [
      focused.parentElement,
      focused.closest("label"),
      focused.closest(".input, .code"),
      focused.closest(".card"),
    ]
    const places = [focused, ...around, ...drawn, ...(focused.closest(".code")?.children ?? [])]
    if (meant !== null) places.push(document.getElementById(meant))
    return places.some((place) => {
      if (place === null) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(place)
      const outlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2
      return outlined || /0px 0px 0px 2px inset/.test(boxShadow)
    })
  })

/** After the last stop the focus is in the browser's own bars for one step. */
const isInPage = (page: Page): Promise<boolean> => page.evaluate(() => document.activeElement !== document.body)

/** Presses Tab until the control has the focus. Checks that every stop on the way shows the focus. */
export const tabTo = async (page: Page, control: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> => {
  await control.waitFor({ state: "attached" })
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await isFocused(control)) return
    await page.keyboard.press(key)
    if (await showsFocus(page)) continue
    if (await isInPage(page))
      await expect.poll(() => showsFocus(page), { message: `no ring: ${await focusedHtml(page)}` }).toBe(true)
  }
  throw new Error(`${key} does not lead to ${control}; the focus is on ${await focusedHtml(page)}`)
}

/** Presses keys in one task, so that a slow machine does not split a pair. */
export const pressTogether = (page: Page, ...keys: readonly string[]): Promise<void> =>
  page.evaluate((pressed) => {
    for (const key of pressed)
      for (const type of ["keydown", "keyup"])
        document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, cancelable: true }))
  }, keys)

/** Moves to a control by Tab, then presses Enter. */
export const press = async (page: Page, control: Locator): Promise<void> => {
  await tabTo(page, control)
  await page.keyboard.press("Enter")
}

/** Moves to a field by Tab, and replaces its text. */
export const typeInto = async (page: Page, field: Locator, text: string): Promise<void> => {
  await tabTo(page, field)
  await page.keyboard.press("Control+a")
  await page.keyboard.type(text)
}

/** Chooses the entry of an open menu by arrows. */
export const chooseEntry = async (page: Page, entry: Locator): Promise<void> => {
  await entry.waitFor()
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await isFocused(entry)) return page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
  }
  throw new Error(`arrows do not lead to ${entry}`)
}

/** Moves to a device of the list by arrows. The list is one stop for Tab. */
export const arrowTo = async (page: Page, device: Locator): Promise<void> => {
  const hit = device.locator(".hit")
  if (!(await isFocused(hit))) {
    const list = device.locator("xpath=..")
    if (!(await list.evaluate((element) => element.contains(document.activeElement))))
      await tabTo(page, list.locator(".hit[tabindex='0']"))
    await page.keyboard.press("Home")
  }
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await isFocused(hit)) {
      await expect.poll(() => showsFocus(page)).toBe(true)
      return
    }
    await page.keyboard.press("j")
  }
  throw new Error(`keys do not lead to ${device}`)
}

/** Chooses the entry of a menu that is still closed. Menus of a list with one stop open by a key. */
export const fromMenu = async (page: Page, menu: Locator, entry: string): Promise<void> => {
  if ((await menu.getAttribute("tabindex")) === "-1") {
    await arrowTo(page, menu.locator("xpath=ancestor::*[@data-did][1]"))
    await page.keyboard.press("m")
  } else await press(page, menu)
  await chooseEntry(page, page.getByRole("menuitem", { name: entry, exact: true }))
  await page.getByRole("menu").waitFor({ state: "detached" })
}
