import type { Locator, Page } from "playwright"
import { expect, test } from "vitest"
import { button, card, enterAddress, field, loseNetwork, menuOf, rename } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Search, filters, order and tags on the devices screen. */

const world = startWorld({ isPooled: true })
const ROOM = "Control room A"
const BENCH = "Workshop bench"
const ALL = 11

const search = (page: Page): Locator => page.getByRole("searchbox", { name: "Search devices" })
const names = (page: Page): Promise<readonly string[]> =>
  page.getByRole("listitem").getByRole("heading").allInnerTexts()
const shows = (page: Page, expected: readonly string[]) => expect.poll(() => names(page)).toEqual(expected)
const countIs = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

/** Chooses in a menu of the toolbar by keyboard, and closes the menu. */
const pick = async (page: Page, menu: string | RegExp, ...choices: readonly string[]): Promise<void> => {
  await button(page, menu).focus()
  await page.keyboard.press("Enter")
  const item = (name: string) =>
    page.getByRole("menuitemcheckbox", { name, exact: true }).or(page.getByRole("menuitemradio", { name, exact: true }))
  // The menu takes the focus once it is open. An earlier choice would lose it.
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=menu]") !== null)).toBe(true)
  for (const choice of choices) {
    await item(choice).focus()
    // The space bar keeps a menu with several choices open.
    await page.keyboard.press("Space")
  }
  await page.keyboard.press("Escape")
  await page.getByRole("menu").waitFor({ state: "detached" })
}

const openTags = async (page: Page, device: string): Promise<Locator> => {
  await menuOf(page, device).click()
  await page.getByRole("menuitem", { name: "Tags" }).click()
  const asking = page.getByRole("dialog", { name: `Tags for ${device}` })
  await asking.waitFor()
  return asking
}

const addTag = async (page: Page, device: string, tag: string): Promise<void> => {
  const asking = await openTags(page, device)
  await field(asking, "New tag").fill(tag)
  await page.keyboard.press("Enter")
  await button(asking, `Remove tag ${tag}`).waitFor()
  await button(asking, "Done").click()
  await asking.waitFor({ state: "hidden" })
}

test("[DEVICE-12][UX-1] a search finds by name without accents, and by id; the result is counted and read out", async () => {
  await world.stack.addDevice("Büro Ångström")
  const { did } = await world.stack.device(BENCH)
  const { page } = await world.atDevices()
  await search(page).fill("buro angstrom")
  await shows(page, ["Büro Ångström"])
  await countIs(page, `1 of ${ALL + 1}`)
  await page
    .getByRole("status")
    .filter({ hasText: `Devices shown: 1 of ${ALL + 1}` })
    .waitFor()
  await search(page).fill(did.toUpperCase())
  await shows(page, [BENCH])
  await search(page).fill("no such thing")
  await page.getByText("No matching devices").waitFor()
  await page.getByText("No device has “no such thing” in its name, ID or tags.").waitFor()
  await button(page, "Clear search").last().click()
  await expect.poll(() => search(page).inputValue()).toBe("")
  await expect.poll(async () => (await names(page)).length).toBe(ALL + 1)
})

test("[DEVICE-12][DEVICE-19] filters by kind, owner and state work together, by keyboard, survive a reload and are cleared at one press", async () => {
  const { page } = await world.atDevices()
  await button(page, /^offline: 3\. Show only these$/).focus()
  await page.keyboard.press("Enter")
  await countIs(page, `3 of ${ALL}`)
  await pick(page, "Kind", "Cloud", "AVW1", "AVL1")
  await pick(page, "Owner", "You")
  await button(page, "Kind: Cloud, AVW1, AVL1").waitFor()
  const filtered = await names(page)
  expect(filtered).toContain("Lecture hall 2")
  await page.reload()
  await button(page, "Owner: You").waitFor()
  await shows(page, filtered)
  await page.getByRole("link", { name: "Settings" }).first().click()
  await page.getByRole("heading", { name: "Settings" }).first().waitFor()
  await page.goBack()
  await shows(page, filtered)
  await button(page, "Clear filters").click()
  await expect.poll(async () => (await names(page)).length).toBe(ALL)
  expect(new URL(page.url()).search).toBe("")
})

test("[DEVICE-12] what is chosen before the address has followed is not lost", async () => {
  const { page } = await world.atDevices()
  await button(page, "Kind").click()
  await page.getByRole("menuitemcheckbox").first().waitFor()
  await page.evaluate(async () => {
    for (const item of document.querySelectorAll<HTMLElement>("[role=menuitemcheckbox]")) {
      item.click()
      // React has then handled the event, except for its deferred work.
      await Promise.resolve()
    }
  })
  await page.keyboard.press("Escape")
  await button(page, "Kind: Cloud, LAN, USB, AVW1, AVL1").waitFor()
  // Navigates within the app: a browser may refuse to leave a document that it has just left.
  await page.getByRole("link", { name: "Settings", exact: true }).click()
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor()
  await page.goBack()
  await button(page, "Kind: Cloud, LAN, USB, AVW1, AVL1").waitFor()
})

test("[DEVICE-12] the way back brings the filter that the address names, also where another was chosen since", async () => {
  const { page } = await world.atDevices()
  const offline = button(page, /^offline: 3\. Show only these$/)
  await offline.click()
  await countIs(page, `3 of ${ALL}`)
  // The address follows the choice a moment later, and the way back leads to what it names.
  await page.waitForURL(/devices\?status=offline/)
  await page.getByRole("heading", { name: "Lecture hall 2" }).click()
  await page.waitForURL(/devices\/.+status=offline/)
  await button(page, "Clear filters").click()
  await page.waitForURL(({ search }) => search === "")
  await expect.poll(async () => (await names(page)).length).toBe(ALL)
  await page.goBack()
  await page.waitForURL(/devices\?status=offline/)
  await countIs(page, `3 of ${ALL}`)
  await page.goForward()
  await page.waitForURL(({ search }) => search === "")
  await expect.poll(async () => (await names(page)).length).toBe(ALL)
})

test("[DEVICE-12] the order is chosen and turned round, and a link brings it back", async () => {
  const { page } = await world.atDevices()
  const [first] = await names(page)
  expect(first).toBe(ROOM)
  await pick(page, /^Sorted by/, "Last seen")
  await expect.poll(async () => (await names(page)).at(-1)).toBe("Warehouse north")
  await pick(page, "Sorted by Last seen", "Reverse order")
  await expect.poll(async () => (await names(page))[0]).toBe("Warehouse north")
  const { search: link } = new URL(page.url())
  await page.goto(`/devices${link}`)
  await expect.poll(async () => (await names(page))[0]).toBe("Warehouse north")
  await button(page, "Sorted by Last seen, reverse order").waitFor()
})

test("[DEVICE-12][OFFLINE-9] without a connection too: a tag is put on, found, filtered by, kept over a reload and taken off", async () => {
  const { page } = await world.atDevices({ isStored: true })
  await loseNetwork(page)
  await rename(page, BENCH, "Renamed offline")
  await search(page).fill("renamed")
  await card(page, "Renamed offline").waitFor()
  await search(page).fill("")
  await addTag(page, ROOM, "Campus west")
  await addTag(page, "Mixing desk", "Campus west")
  await card(page, ROOM).getByTitle("Campus west").waitFor()
  await search(page).fill("CAMPUS")
  await shows(page, [ROOM, "Mixing desk"])
  await search(page).fill("")
  await pick(page, "Tags", "Campus west")
  await shows(page, [ROOM, "Mixing desk"])
  await page.reload()
  await shows(page, [ROOM, "Mixing desk"])
  const asking = await openTags(page, ROOM)
  // By keyboard: the cross removes the tag, and the field has the focus again.
  await button(asking, "Remove tag Campus west").focus()
  await page.keyboard.press("Enter")
  await button(asking, "Add tag Campus west").waitFor()
  await expect.poll(() => field(asking, "New tag").evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press("Escape")
  await shows(page, ["Mixing desk"])
})

test("[DEVICE-12] what is typed while a tag is being kept stays in the field, and what is sent then is kept after it", async () => {
  const { page } = await world.atDevices()
  const asking = await openTags(page, ROOM)
  await field(asking, "New tag").fill("one")
  // In one task, so that this comes before the tag is stored.
  await field(asking, "New tag").evaluate((input) => {
    input.closest("form")?.requestSubmit()
    document.execCommand("insertText", false, " more")
  })
  await button(asking, "Remove tag one").waitFor()
  await expect.poll(() => field(asking, "New tag").inputValue()).toBe("one more")

  await field(asking, "New tag").fill("two")
  // In one task except for the page's own answer: the second tag is submitted before the first is stored.
  await field(asking, "New tag").evaluate(async (input) => {
    if (!(input instanceof HTMLInputElement)) return
    input.form?.requestSubmit()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, "three")
    input.dispatchEvent(new InputEvent("input", { bubbles: true }))
    await Promise.resolve()
    input.form?.requestSubmit()
  })
  for (const tag of ["two", "three"]) await button(asking, `Remove tag ${tag}`).waitFor()
  await expect.poll(() => field(asking, "New tag").inputValue()).toBe("")
})

test("[DEVICE-12][DEVICE-13] a tag for several at once; what is no tag says why beside the field", async () => {
  const { page } = await world.atDevices()
  await button(page, "Select").click()
  for (const name of [ROOM, BENCH]) await page.getByRole("checkbox", { name: `Select ${name}` }).check()
  await button(page.getByRole("region", { name: "Selected devices" }), "Edit tags").click()
  const asking = page.getByRole("dialog", { name: "Tags for 2 devices" })
  await field(asking, "New tag").fill("x".repeat(25))
  await button(asking, "Add").click()
  await asking.getByText("A tag can have up to 24 characters").waitFor()
  await field(asking, "New tag").fill(" studio ")
  await button(asking, "Add").click()
  await button(asking, "Remove tag studio").waitFor()
  await button(asking, "Done").click()
  for (const name of [ROOM, BENCH]) await card(page, name).getByTitle("studio").waitFor()
  expect(await world.stack.requests("rename_device")).toEqual([])
})

test("[WAKE-4] MAC addresses used last are offered again, the latest first, and picked by keyboard", async () => {
  const { page } = await world.atDevices()
  const open = async (): Promise<Locator> => {
    await menuOf(page, ROOM).click()
    await page.getByRole("menuitem", { name: "Wake" }).click()
    const asking = page.getByRole("dialog", { name: `Wake ${ROOM}` })
    await asking.getByText("Other MAC address").click()
    return asking
  }
  for (const mac of ["0a:1b:2c:3d:4e:01", "0A-1B-2C-3D-4E-02", "0a:1b:2c:3d:4e:01"]) {
    const asking = await open()
    await field(asking, "MAC address").fill(mac)
    await button(asking, "Wake").click()
    await asking.waitFor({ state: "hidden" })
  }
  // The last dialog may still be going back in history, which silently ends a reload.
  await enterAddress(page, "/devices")
  const asking = await open()
  const offered = asking.getByRole("list", { name: "Recently used" })
  await expect
    .poll(() => offered.getByRole("button").allInnerTexts())
    .toEqual(["0A:1B:2C:3D:4E:01", "0A:1B:2C:3D:4E:02"])
  await offered.getByRole("button").last().focus()
  await page.keyboard.press("Enter")
  await expect.poll(() => field(asking, "MAC address").inputValue()).toBe("0A:1B:2C:3D:4E:02")
})

test("[DEVICE-12] a phone has all filters behind one button, and takes them back with one", async () => {
  const { page } = await world.atDevices({ options: { viewport: { width: 360, height: 740 } } })
  await button(page, "Filters").click()
  await page.getByRole("menuitemcheckbox", { name: "Noor Haddad" }).click()
  await page.getByRole("menuitemcheckbox", { name: "Cloud", exact: true }).click()
  await page.keyboard.press("Escape")
  await button(page, "Filters (2)").waitFor()
  await shows(page, ["Mixing desk"])
  await button(page, "Clear filters").click()
  await button(page, "Filters").waitFor()
  await expect.poll(async () => (await names(page))[0]).toBe(ROOM)

  // Tags are free text: a tag never replaces another choice or a group.
  const tags = ["cloud", "kinds:lan", "owners", "you"]
  for (const tag of tags) await addTag(page, ROOM, tag)
  await button(page, "Filters").click()
  const choices = page.getByRole("menuitemcheckbox")
  await expect
    .poll(() => choices.locator(".cut").allInnerTexts())
    .toEqual(expect.arrayContaining(["LAN", "Noor Haddad", "You", ...tags]))
  for (const tag of tags) {
    const choice = page.getByRole("menuitemcheckbox", { name: tag, exact: true })
    await choice.click()
    await choice.and(page.locator("[aria-checked=true]")).waitFor()
  }
  await expect
    .poll(() => choices.and(page.locator("[aria-checked=true]")).locator(".cut").allInnerTexts())
    .toEqual(tags.toSorted())
  await page.keyboard.press("Escape")
  await button(page, "Filters (4)").waitFor()
  await shows(page, [ROOM])
})

test("[DEVICE-12][I18N-2] in Arabic a device is found by an Arabic name without its marks", async () => {
  await world.stack.addDevice("قَاعَة الدَّرس")
  const { page } = await world.atDevices({ local: { language: "ar" } })
  await page.getByRole("searchbox").fill("قاعة الدرس")
  await shows(page, ["قَاعَة الدَّرس"])
  await page
    .getByText(/^\W*1\W* من \W*12\W*$/)
    .first()
    .waitFor()
})
