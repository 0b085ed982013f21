import type { Locator, Page } from "playwright"
import { expect, test } from "vitest"
import { focusComesTo, isFocused, press, pressTogether, showsFocus, tabTo } from "./keyboard.ts"
import {
  button,
  choose,
  dialog,
  field,
  heading,
  installed,
  link,
  menuOf,
  outbox,
  outboxTells,
  toast,
} from "./screen.ts"
import { startWorld } from "./world.ts"

/** The command palette, single keys, and the focus after each. */

const world = startWorld({ isPooled: true })
const ROOM = "Control room A"

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" })
const query = (page: Page) => page.getByRole("combobox", { name: "Search commands and devices" })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name })
const active = (page: Page) => palette(page).getByRole("option", { selected: true })
const sheet = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" })
const content = (page: Page) => page.locator("#content")

/** The key works a moment after the first screen is visible. */
const openPalette = (page: Page) =>
  expect
    .poll(async () => {
      if ((await palette(page).count()) === 0) await page.keyboard.press("Control+k")
      return query(page).and(page.locator(":focus")).count()
    })
    .toBe(1)
const run = async (page: Page, words: string, name: string | RegExp) => {
  await openPalette(page)
  await page.keyboard.type(words)
  await active(page).and(option(page, name)).waitFor()
  await page.keyboard.press("Enter")
  await palette(page).waitFor({ state: "detached" })
}

/** Types and presses Enter faster than any drawing between them. */
const enterAtOnce = (field: Locator, text: string) =>
  field.evaluate((element, typed) => {
    document.execCommand("insertText", false, typed)
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }))
  }, text)

/** From now on counts the searches for this word in a text. */
const countSearches = async (page: Page, word: string): Promise<() => Promise<number>> => {
  const count = await page.evaluateHandle((sought) => {
    const { includes } = String.prototype
    const counted = { times: 0 }
    String.prototype.includes = function (...given) {
      if (given[0] === sought) counted.times += 1
      return Reflect.apply(includes, this, given)
    }
    return counted
  }, word)
  return () => count.evaluate(({ times }) => times)
}

test("[UX-3] the palette goes to screens, which get title and focus", async () => {
  const { page } = await world.atDevices()
  for (const [words, title] of [
    ["acc", "Account"],
    ["help", "Help center"],
    ["sett", "Settings"],
    ["dev", "Devices"],
  ] as const) {
    await run(page, words, new RegExp(`^${title}`))
    await heading(page, title).waitFor()
    await expect.poll(() => page.title()).toBe(`${title} – Sightline`)
    await focusComesTo(content(page))
  }
})

test("[UX-3] the palette acts on a device by name, and the focus returns to where the person was", async () => {
  const { did } = await world.stack.device(ROOM)
  const { page } = await world.atDevices()
  const search = field(page, "Search devices")
  await page.keyboard.press("/")
  await focusComesTo(search)
  await run(page, "rename contr", `Rename ${ROOM}`)
  await dialog(page).waitFor()
  await focusComesTo(field(dialog(page), "Name"))
  await page.keyboard.press("Control+a")
  await page.keyboard.type("Control room Z")
  await page.keyboard.press("Enter")
  await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Control room Z")
  await focusComesTo(search)
  // The new name is found at once, and the palette offers the last commands first.
  await run(page, "room z reboot", "Reboot Control room Z")
  await dialog(page, /^Reboot /).waitFor()
  await page.keyboard.press("Escape")
  await focusComesTo(search)
  await openPalette(page)
  const lately = palette(page).getByRole("group", { name: "Recent" }).getByRole("option")
  await expect.poll(() => lately.allTextContents()).toEqual(["Reboot Control room Z", "Rename Control room Z"])
  await page.keyboard.press("Escape")
  await focusComesTo(search)
})

test("[UX-3] what is not possible now says why, can be reached, and does nothing", async () => {
  const person = await world.person({ isStored: true })
  const page = await person.open("/devices")
  await page.getByText("Sign in to see your bound devices").waitFor()
  await installed(page)
  await openPalette(page)
  await page.keyboard.type("send inv")
  await expect.poll(() => active(page).getAttribute("aria-disabled")).toBe("true")
  await active(page).getByText("Sign in first.").waitFor()
  await page.keyboard.press("Enter")
  await palette(page).getByRole("status").filter({ hasText: "Sign in first." }).waitFor()
  await page.keyboard.press("Control+a")
  await page.keyboard.type("zzzz")
  await palette(page).getByText("No results.").first().waitFor()
  await page.keyboard.press("Enter")
  await query(page).fill("")
  await option(page, /^Devices/).waitFor()
  await enterAtOnce(query(page), "deutsch")
  await heading(page, "Geräte").waitFor()
})

test("[UX-3] arrows go round, typing marks what matched, and the results are counted", async () => {
  const { page } = await world.atDevices()
  await press(page, button(page, /^Commands/))
  await focusComesTo(query(page))
  const searches = await countSearches(page, "suite")
  await page.keyboard.type("EDIT  suite")
  await expect.poll(() => palette(page).getByRole("option").count()).toBe(5)
  await expect.poll(() => active(page).locator("mark").allTextContents()).toEqual(["Edit", "suite"])
  await palette(page).getByRole("status").filter({ hasText: "5 results" }).waitFor()
  await expect.poll(() => active(page).locator(".t").textContent()).toBe("Open Edit suite")
  const searched = await searches()
  expect(searched).toBeGreaterThan(0)
  for (const expected of [
    "Connect to Edit suite",
    "Wake Edit suite",
    "Rename Edit suite",
    "Reboot Edit suite",
    "Open Edit suite",
  ]) {
    await page.keyboard.press("ArrowDown")
    await expect.poll(() => active(page).locator(".t").textContent()).toBe(expected)
    expect(await query(page).getAttribute("aria-activedescendant")).toBe(await active(page).getAttribute("id"))
    await expect.poll(() => showsFocus(page)).toBe(true)
  }
  await page.keyboard.press("ArrowUp")
  await expect.poll(() => active(page).locator(".t").textContent()).toBe("Reboot Edit suite")
  // With ten thousand devices a search at each arrow key would be too slow.
  await expect.poll(() => searches()).toBe(searched)
  await page.keyboard.press("Escape")
  await focusComesTo(button(page, /^Commands/))
})

test("[UX-3] single keys act, and pairs of them", async () => {
  const { page } = await world.atDevices()
  await page.keyboard.press("r")
  await toast(page, "status", "Devices refreshed.").waitFor()
  await page.keyboard.press("t")
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("light")
  await page.keyboard.press("o")
  await focusComesTo(outbox(page))
  await page.keyboard.press("Escape")
  await outbox(page).waitFor({ state: "detached" })
  for (const [key, title] of [
    ["a", "Account"],
    ["h", "Help center"],
    ["s", "Settings"],
    ["d", "Devices"],
  ] as const) {
    await pressTogether(page, "g", key)
    await heading(page, title).waitFor()
    await focusComesTo(content(page))
  }
  await page.keyboard.press("i")
  await focusComesTo(field(page.getByRole("dialog", { name: "Send invitation" }), "Name"))
  await page.keyboard.press("Escape")
  await focusComesTo(content(page))
})

test("[UX-3] single keys keep silent while somebody types, with a dialog open, and with a modifier held", async () => {
  const { page } = await world.atDevices()
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme ?? "dark")
  const before = await theme()
  await page.keyboard.press("/")
  await focusComesTo(field(page, "Search devices"))
  await page.keyboard.type("toga?")
  await expect.poll(() => field(page, "Search devices").inputValue()).toBe("toga?")
  await page.keyboard.press("Escape")
  await choose(page, ROOM, "Reboot")
  for (const key of ["t", "g", "a", "?"]) await page.keyboard.press(key)
  await page.keyboard.press("Escape")
  await focusComesTo(menuOf(page, ROOM))
  // The last two are typing mistakes: no pair begins with them.
  for (const key of ["Alt+t", "Shift+t"]) await page.keyboard.press(key)
  await pressTogether(page, "g", "t")
  await page.keyboard.press("?")
  await sheet(page).waitFor()
  expect([await theme(), new URL(page.url()).pathname]).toEqual([before, "/devices"])
})

test("[UX-3][SETTINGS-1] single keys can be turned off, which their sheet says; the palette stays", async () => {
  const { page } = await world.atDevices()
  await page.keyboard.press("?")
  await sheet(page).getByText("Go to").waitFor()
  await expect
    .poll(() => sheet(page).locator("kbd").allTextContents())
    .toEqual(expect.arrayContaining(["Ctrl", "K", "/", "?"]))
  await press(page, button(sheet(page), "Settings"))
  await heading(page, "Settings").waitFor()
  await focusComesTo(content(page))
  const toggle = page.getByRole("switch", { name: "Keyboard shortcuts" })
  await tabTo(page, toggle)
  await expect.poll(() => toggle.isChecked()).toBe(true)
  await page.keyboard.press(" ")
  await toast(page, "status", "Keyboard shortcuts: disabled.").waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem("shortcuts"))).toBe("false")
  await pressTogether(page, "g", "d")
  await page.keyboard.press("?")
  await expect.poll(() => sheet(page).count()).toBe(0)
  await expect.poll(() => page.locator("[aria-keyshortcuts='T']").count()).toBe(0)
  await run(page, "keyboard", /^Keyboard shortcuts/)
  await sheet(page).getByText("Single-key shortcuts are turned off in Settings.").waitFor()
  await page.keyboard.press("Escape")
  await focusComesTo(toggle)
  await page.keyboard.press(" ")
  await toast(page, "status", "Keyboard shortcuts: enabled.").waitFor()
  await pressTogether(page, "g", "d")
  await heading(page, "Devices").waitFor()
})

test("[UX-3] the help center shows the keys, and the palette works without a network", async () => {
  const { person, page } = await world.atDevices({ isStored: true })
  await person.context.setOffline(true)
  await run(page, "help", /^Help center/)
  await heading(page, "Help center").waitFor()
  const shortcuts = page.getByRole("region", { name: "Keyboard shortcuts" })
  await press(page, button(shortcuts, "View"))
  await sheet(page).waitFor()
  await page.keyboard.press("Escape")
  await focusComesTo(button(shortcuts, "View"))
})

test("[UX-3] the focus stays in the row whose button is gone, and goes on from there", async () => {
  const { person, page } = await world.atDevices({ isStored: true })
  await person.context.setOffline(true)
  await page.getByText("You are offline.").first().waitFor()
  for (const device of ["Edit suite", "Front desk"]) {
    await run(page, `reboot ${device}`, `Reboot ${device}`)
    await dialog(page).waitFor()
    await press(page, button(dialog(page), "Reboot"))
    await dialog(page).waitFor({ state: "detached" })
  }
  await outboxTells(page, "2 actions waiting")
  await page.keyboard.press("o")
  await focusComesTo(outbox(page))
  const cancels = button(outbox(page), "Cancel")
  await press(page, cancels.first())
  // The focus must not move to the next Cancel, where a second Enter would cancel another action.
  await expect.poll(() => cancels.count()).toBe(1)
  await focusComesTo(outbox(page).getByRole("listitem").filter({ hasText: "Cancelled" }))
  await page.keyboard.press("Tab")
  await focusComesTo(cancels)
})

test("[UX-3] a dialog that closes is gone although the tab is hidden", async () => {
  const { page } = await world.atDevices({ options: { reducedMotion: "no-preference" } })
  await choose(page, ROOM, "Reboot")
  const browser = await page.context().newCDPSession(page)
  // As in a background tab, no animation ever ends.
  await browser.send("Animation.enable")
  await browser.send("Animation.setPlaybackRate", { playbackRate: 0 })
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" })
    document.dispatchEvent(new Event("visibilitychange"))
  })
  await page.keyboard.press("Escape")
  await page.locator(".scrim").waitFor({ state: "detached" })
})

test("[UX-3] the first stop of Tab skips to the content", async () => {
  const { page } = await world.atDevices()
  await page.keyboard.press("Tab")
  const skip = link(page, "Skip to content")
  await focusComesTo(skip)
  await expect.poll(() => showsFocus(page)).toBe(true)
  await page.keyboard.press("Enter")
  await expect.poll(() => isFocused(content(page))).toBe(true)
})
