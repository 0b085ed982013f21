import type { Page } from "playwright"
import { expect, test } from "vitest"
import { atAccount, latestCode, opened, sayRefusals } from "./accountScreen.ts"
import { button, field, heading, link, OWNER, signIn, toast } from "./screen.ts"
import { type Installing, startWorld } from "./world.ts"

/** Settings with their danger zone, and the help center. */

const world = startWorld({ isPooled: true })

const atSettings = async (installing: Installing = {}) => {
  const { page, person } = await world.atDevices(installing)
  await link(page, "Settings").click()
  await heading(page, "Settings").waitFor()
  return { page, person }
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

const toggles = [
  ["Skip sign-in", "skipLogin", false],
  ["Start with sound", "audio", true],
  ["Start with keyboard and mouse", "input", true],
  ["Limit notifications", "limitNotifications", false],
  ["Diagnostic logging", "diagnostics", true],
] as const

test("[SETTINGS-1][MSG-5] each toggle is kept under its key and says what it is now, also while notifications are limited", async () => {
  const { page } = await atSettings()
  for (const [name, key, atFirst] of toggles) {
    const toggle = page.getByRole("switch", { name })
    const on = await toggle.isChecked()
    expect([name, on]).toEqual([name, atFirst])
    for (const next of [!on, on]) {
      await toggle.press(" ")
      await toast(page, "status", `${name}: ${next ? "enabled" : "disabled"}.`)
        .first()
        .waitFor()
      await expect.poll(() => stored(page, key)).toBe(String(next))
    }
  }
  await page.getByRole("switch", { name: "Limit notifications" }).press(" ")
  await expect.poll(() => stored(page, "limitNotifications")).toBe("true")
  await page.reload()
  await expect.poll(() => page.getByRole("switch", { name: "Limit notifications" }).isChecked()).toBe(true)
})

test("[SETTINGS-1][UX-2] before the log is open, settings show what is kept, a switch acts, and a dialog stays", async () => {
  const { page } = await atSettings()
  await page.getByRole("switch", { name: "Limit notifications" }).press(" ")
  await expect.poll(() => stored(page, "limitNotifications")).toBe("true")
  // The engine reads the settings of the deployment before it opens the log.
  const { promise: held, resolve: open } = Promise.withResolvers<void>()
  await page.route("**/config.json", async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expect.poll(() => page.getByRole("switch", { name: "Limit notifications" }).isChecked()).toBe(true)
  await page.getByRole("switch", { name: "Skip sign-in" }).press(" ")
  await button(page, "Reset settings").click()
  const asking = await opened(page, "Reset settings")
  await expect.poll(() => stored(page, "skipLogin")).toBe(null)
  open()
  await expect.poll(() => stored(page, "skipLogin")).toBe("true")
  // A running engine knows that no action of the account is waiting. The dialog still belongs to the same person.
  await button(page, "Delete account").waitFor({ state: "attached" })
  await expect.poll(() => asking.isVisible()).toBe(true)
})

test("[SETTINGS-1] language, theme and render type are kept, DirectX 11 and dark at first", async () => {
  const { page } = await atSettings()
  await expect.poll(() => page.getByRole("radio", { name: "DirectX 11" }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole("radio", { name: "Dark" }).isChecked()).toBe(true)
  await page.getByText("DirectX 9").click()
  await expect.poll(() => stored(page, "renderType")).toBe("dx9")
  await page.getByText("Light", { exact: true }).click()
  await expect.poll(() => stored(page, "theme")).toBe("light")
  await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("light")
  await button(page, /Language/).click()
  await page.getByRole("option", { name: "Deutsch" }).click()
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de")
  await expect.poll(() => stored(page, "language")).toBe("de")
})

test("[SETTINGS-2] resetting clears everything in local storage but the user, and the screen follows", async () => {
  const { page } = await atSettings()
  await page.getByText("DirectX 9").click()
  await page.getByText("Light", { exact: true }).click()
  await expect.poll(() => stored(page, "theme")).toBe("light")
  await button(page, "Reset settings").click()
  const asking = await opened(page, "Reset settings?")
  await button(asking, "Cancel").click()
  await asking.waitFor({ state: "hidden" })
  await button(page, "Reset settings").click()
  await button(await opened(page, "Reset settings?"), "Reset settings").click()
  await toast(page, "status", "Settings reset.").waitFor()
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(["user"])
  await expect.poll(() => page.locator("html").getAttribute("data-theme")).toBe("dark")
  await expect.poll(() => page.getByRole("radio", { name: "DirectX 11" }).isChecked()).toBe(true)
  await link(page, "Account").waitFor()
})

test("[SETTINGS-2][MSG-1] a reset that local storage refuses says so", async () => {
  const { page } = await atSettings()
  await page.evaluate(() => {
    Storage.prototype.removeItem = () => {
      throw new Error("refused")
    }
  })
  await page.getByText("DirectX 9").click()
  await expect.poll(() => stored(page, "renderType")).toBe("dx9")
  await button(page, "Reset settings").click()
  const asking = await opened(page, "Reset settings?")
  await button(asking, "Reset settings").click()
  await toast(page, "alert", "Failed to reset settings.").waitFor()
  await button(asking, "Cancel").click()
})

test("[SETTINGS-3][ROLE-1] a guest may reset settings, and has no account to delete", async () => {
  const page = await (await world.person()).open("/settings")
  await button(page, "Reset settings").waitFor()
  await expect.poll(() => button(page, "Delete account").count()).toBe(0)
})

test("[ACCOUNT-4][SEC-4][ROLE-2] deleting an account takes a code and leaves nothing of it in this browser", async () => {
  const { page } = await atSettings()
  await page.evaluate(() => localStorage.setItem("renderType", "dx9"))
  await button(page, "Delete account").click()
  const asking = await opened(page, "Delete account?")
  await button(asking, "Send code").click()
  await button(asking, "Delete account").click()
  await asking.getByText("Please enter the verification code.").waitFor()
  await asking.getByLabel("Verification code").fill("000000")
  await button(asking, "Delete account").click()
  await asking.getByText("The code is wrong! Please try again.").waitFor()
  await asking.getByLabel("Verification code").fill(await latestCode(world.stack, OWNER))
  await button(asking, "Delete account").click()
  await page.waitForURL("**/signin")
  await toast(page, "status", "Account deleted.").waitFor()
  await expect.poll(() => stored(page, "user")).toBeNull()
  const { accounts } = await world.stack.state()
  expect(accounts.map(({ email }) => email)).not.toContain(OWNER)
  await page.goto("/account")
  await page.getByText("Sign in to see your account").waitFor()
})

test("[ACCOUNT-4][OFFLINE-2] deleting an account without a network says that it needs a connection, and sends nothing", async () => {
  const { page, person } = await atSettings({ isStored: true })
  await person.context.setOffline(true)
  await button(page, "Delete account").click()
  const asking = await opened(page, "Delete account?")
  await button(asking, "Send code").click()
  await asking.getByText("This requires a connection.").waitFor()
  expect(await world.stack.requests("deactivate_request")).toEqual([])
})

test("[ACCOUNT-4][MSG-1] each refusal of a deletion says why, at the step it belongs to, with the way out still there", async () => {
  const { page } = await atSettings()
  await button(page, "Delete account").click()
  const asking = await opened(page, "Delete account?")
  await sayRefusals(world.stack, asking, () => button(asking, "Send code").click(), {
    call: "deactivate_request",
    refusals: [
      ["status:-104", "Invalid email."],
      ["status:-100", "Request too often! Please try again later."],
      ["status:-111", "The code is expired! Please check your email for the latest code."],
      ["status:-999", "Unknown error. Please try again."],
    ],
  })
  await button(asking, "Send code").click()
  await field(asking, "Verification code").fill("123456")
  await sayRefusals(world.stack, asking, () => button(asking, "Delete account").click(), {
    call: "deactivate_confirm",
    refusals: [
      ["status:-100", "Request too often! Please try again later."],
      ["status:-104", "Invalid email."],
      ["status:-999", "Unknown error. Please try again."],
      ["status:-110", "The code is wrong! Please try again."],
      ["status:-111", "The code is expired! Please check your email for the latest code."],
      ["http-500", "Could not connect to server. Please try again."],
    ],
  })
  await button(asking, "Cancel").click()
  await asking.waitFor({ state: "hidden" })
})

test("[SEC-4] signing out erases the token, and another sign-in starts without what the one before saw", async () => {
  const { page } = await atAccount(world)
  await page.getByText("Ines Duarte").waitFor()
  await button(page, "Log out").click()
  await page.waitForURL("**/signin")
  await expect.poll(() => stored(page, "user")).toBeNull()
  await signIn(page, "sub@example.com")
  await link(page, "Account").click()
  await page.getByText("No sub-accounts").waitFor()
  await expect.poll(() => page.getByText("Jonas Weber").count()).toBe(0)
})

test("[HELP-1] the help center links support, the video channel and six tutorials with their videos", async () => {
  const page = await (await world.person()).open("/help-center")
  await page.getByRole("link", { name: "support@example.com" }).waitFor()
  await expect
    .poll(() => page.getByRole("link", { name: "support@example.com" }).getAttribute("href"))
    .toMatch(/^mailto:/)
  const channel = page.getByText("Video channel").locator("xpath=ancestor::*[.//a][1]").getByRole("link")
  await expect.poll(() => channel.getAttribute("href")).toBe("https://example.com/sightline/videos")
  const tutorials = page.getByRole("region", { name: "Tutorials" })
  const summaries = tutorials.locator("summary")
  await expect.poll(() => summaries.count()).toBe(6)
  for (let index = 0; index < 6; index += 1) await summaries.nth(index).click()
  const videos = tutorials.getByRole("link", { name: /^Watch the video/ })
  await expect.poll(() => videos.count()).toBe(6)
  const addresses = await videos.evaluateAll((links) => links.map((each) => each.getAttribute("href")))
  expect(new Set(addresses).size).toBe(6)
})

const systems = [
  ["Windows", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36", 0],
  ["Linux", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36", 4],
] as const

test.each(systems)("[HELP-2] on %s the questions are those of that system", async (_, userAgent, extra) => {
  const person = await world.person({ userAgent })
  const page = await person.open("/help-center")
  const questions = page.getByRole("region", { name: "Frequently asked questions" })
  await questions.getByText("The verification code does not arrive").waitFor()
  await questions.getByText("The device does not connect, or the viewer has no internet connection").waitFor()
  await expect.poll(() => questions.getByText(/^Linux: /).count()).toBe(extra)
})

test("[HELP-2][MSG-6] an address names the question that opens, comes into view and has the focus", async () => {
  const page = await (await world.person({ userAgent: systems[1][1] })).open("/help-center#faq-sound")
  const entry = page.locator("#faq-sound")
  await expect.poll(() => entry.locator("summary").evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(() => entry.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true)
  await expect.poll(() => entry.getAttribute("open")).not.toBeNull()
})

test("[HELP-3] the credits show what ships, with version and licence", async () => {
  const page = await (await world.person()).open("/help-center")
  const credits = page.getByRole("region", { name: "Credits" })
  await credits.locator("summary").click()
  const react = credits.getByRole("listitem").filter({ hasText: /^react19\./ })
  await react.waitFor()
  await react.getByText("MIT").waitFor()
})
