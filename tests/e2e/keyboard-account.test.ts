import type { Page } from "playwright"
import { expect, test } from "vitest"
import { atAccount, latestCode, opened, subAccount } from "./accountScreen.ts"
import { focusComesTo, fromMenu, press, pressTogether, tabTo, typeInto } from "./keyboard.ts"
import { button, field, menuOf, OWNER, SUB, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** The account and its sub-accounts by keyboard alone. */

const world = startWorld({ isPooled: true })
const INES = "Ines Duarte"
const MIRA = "Mira Sato"

const statusOf = async (email: string) => (await subAccount(world.stack, email))?.status
const isSomewhere = (page: Page) => page.evaluate(() => document.activeElement !== document.body)
const row = (page: Page, name: string) => page.locator(".sub-row").filter({ has: menuOf(page, name) })

test("[UX-1][UX-3] own name and e-mail change, and the focus returns to their buttons", async () => {
  const { page } = await atAccount(world)
  await press(page, button(page, "Change name"))
  await focusComesTo(field(await opened(page, "Rename your account"), "Name"))
  await page.keyboard.type("Studio Süd")
  await page.keyboard.press("Enter")
  await toast(page, "status", "Account renamed.").waitFor()
  await focusComesTo(button(page, "Change name"))
  await press(page, button(page, "Change email"))
  const asking = await opened(page, "Change email")
  await focusComesTo(field(asking, "New email"))
  await page.keyboard.type("new.owner@example.com")
  await page.keyboard.press("Enter")
  await focusComesTo(field(asking, "Verification code"))
  await page.keyboard.type(await latestCode(world.stack, "new.owner@example.com"))
  await page.keyboard.press("Enter")
  await toast(page, "status", "Email updated.").waitFor()
  await focusComesTo(button(page, "Change email"))
})

test("[UX-1][UX-3] a sub-account is approved, disabled, renamed, given devices and removed", async () => {
  const { page } = await atAccount(world)
  await row(page, MIRA).waitFor()
  await press(page, button(row(page, MIRA), "Approve"))
  await expect.poll(() => statusOf("mira@example.com")).toBe(2)
  // The pressed button is gone. The rest of the row has the focus.
  await focusComesTo(menuOf(page, MIRA))
  await fromMenu(page, menuOf(page, MIRA), "Disable")
  await expect.poll(() => statusOf("mira@example.com")).toBe(3)
  await fromMenu(page, menuOf(page, INES), "Rename")
  await focusComesTo(field(await opened(page, `Rename ${INES}`), "Name"))
  await page.keyboard.type("Ines D.")
  await page.keyboard.press("Enter")
  await row(page, "Ines D.").waitFor()
  await focusComesTo(menuOf(page, "Ines D."))
  await fromMenu(page, menuOf(page, "Ines D."), "Manage devices")
  const choosing = await opened(page, "Devices shared with Ines D.")
  const desk = await world.stack.device("Front desk")
  await tabTo(page, choosing.getByRole("checkbox", { name: "Front desk" }))
  await page.keyboard.press(" ")
  await press(page, button(choosing, "Save"))
  await expect.poll(async () => (await subAccount(world.stack, SUB))?.devices.includes(desk.did)).toBe(true)
  await fromMenu(page, menuOf(page, "Ines D."), "Remove")
  await press(page, button(await opened(page, "Remove Ines D.?"), "Remove"))
  await row(page, "Ines D.").waitFor({ state: "detached" })
  await expect.poll(() => isSomewhere(page)).toBe(true)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".sub-row") !== null)).toBe(true)
})

test("[UX-1][UX-3] somebody is invited, and who was invited accepts", async () => {
  const { page } = await atAccount(world)
  await press(page, button(page, "Send invitation"))
  await focusComesTo(field(await opened(page, "Send invitation"), "Name"))
  await page.keyboard.type("Noor")
  await typeInto(page, field(page, "Email"), "noor@example.com")
  await page.keyboard.press("Enter")
  const shown = await opened(page, "Invitation")
  const code = await latestCode(world.stack, "noor@example.com")
  await press(page, button(shown, "Done"))
  await focusComesTo(button(page, "Send invitation"))

  const noor = (await atAccount(world, "noor@example.com")).page
  await press(noor, button(noor, "Accept invitation"))
  await focusComesTo(field(await opened(noor, "Accept invitation"), "Invitation code"))
  await noor.keyboard.type(code)
  await noor.keyboard.press("Enter")
  await toast(noor, "status", "Invitation accepted.").waitFor()
  await focusComesTo(button(noor, "Accept invitation"))
})

test("[UX-1][UX-3] deleting the account, up to the last step, and away from it", async () => {
  const { page } = await world.atDevices()
  await pressTogether(page, "g", "s")
  await press(page, button(page, "Delete account"))
  const asking = await opened(page, "Delete account?")
  await press(page, button(asking, "Send code"))
  await focusComesTo(field(asking, "Verification code"))
  await page.keyboard.type("000000")
  await page.keyboard.press("Enter")
  await asking.getByText("The code is wrong! Please try again.").waitFor()
  await focusComesTo(field(asking, "Verification code"))
  await page.keyboard.press("Escape")
  await focusComesTo(button(page, "Delete account"))
  expect((await world.stack.state()).accounts.map(({ email }) => email)).toContain(OWNER)
})
