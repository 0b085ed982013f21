import type { Page } from "playwright"
import { expect, test } from "vitest"
import { atAccount, latestCode, opened, subAccount } from "./accountScreen.ts"
import { fieldOf } from "./journal.ts"
import { actions, button, field, menuOf, OWNER, openOutbox, outbox, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Sub-accounts from invitation to removal. */

const world = startWorld({ isPooled: true })
const INES = "sub@example.com"
const JONAS = "jonas.weber@example.com"
const MIRA = "mira@example.com"

const list = (page: Page) => page.getByRole("region", { name: "Sub-accounts" }).getByRole("list").getByRole("listitem")
const row = (page: Page, name: string) => list(page).filter({ has: menuOf(page, name) })
const inMenu = async (page: Page, name: string, entry: string) => {
  await menuOf(page, name).click()
  await page.getByRole("menuitem", { name: entry, exact: true }).click()
}
const entries = async (page: Page, name: string) => {
  await menuOf(page, name).click()
  const found = await page.getByRole("menuitem").allTextContents()
  await page.keyboard.press("Escape")
  await page.getByRole("menu").waitFor({ state: "detached" })
  return found
}
const status = async (email: string) => (await subAccount(world.stack, email))?.status

test("[SUB-1] the list comes active first, then by name, each with its status in words", async () => {
  const { page } = await atAccount(world)
  await row(page, "Ines Duarte").waitFor()
  const texts = await list(page).allTextContents()
  const order = ["Ines Duarte", "Jonas Weber", "Lea Fontaine", "Mira Sato", "Tomás Vidal"]
  expect(texts.map((text) => order.find((name) => text.includes(name)))).toEqual(order)
  const words = ["Active", "Active", "Disabled", "Accepted, waiting for your approval", "Invited"]
  for (const [index, word] of words.entries()) expect(texts[index]).toContain(word)
  await button(page, "Refresh").click()
  await toast(page, "status", "Sub-accounts refreshed.").waitFor()
})

test("[SUB-3][SUB-5] each status offers what it allows, and nothing else", async () => {
  const { page } = await atAccount(world)
  await row(page, "Ines Duarte").waitFor()
  const always = ["Preview what they see", "Rename", "Edit email"]
  expect(await entries(page, "Ines Duarte")).toEqual(["Manage devices", ...always, "Disable", "Remove"])
  expect(await entries(page, "Lea Fontaine")).toEqual([...always, "Enable", "Remove"])
  expect(await entries(page, "Mira Sato")).toEqual([...always, "Approve", "Remove"])
  expect(await entries(page, "Tomás Vidal")).toEqual(["Invite again", ...always, "Remove"])
})

test("[SUB-3] approve, disable, enable and remove change the server", async () => {
  const { page } = await atAccount(world)
  await button(row(page, "Mira Sato"), "Approve").click()
  await expect.poll(() => status(MIRA)).toBe(2)
  await row(page, "Mira Sato").getByText("Active", { exact: true }).waitFor()
  await inMenu(page, "Mira Sato", "Disable")
  await expect.poll(() => status(MIRA)).toBe(3)
  await button(row(page, "Mira Sato"), "Enable").click()
  await expect.poll(() => status(MIRA)).toBe(2)
  await inMenu(page, "Mira Sato", "Remove")
  await button(await opened(page, "Remove Mira Sato?"), "Cancel").click()
  await inMenu(page, "Mira Sato", "Remove")
  await button(await opened(page, "Remove Mira Sato?"), "Remove").click()
  await row(page, "Mira Sato").waitFor({ state: "detached" })
  await expect.poll(() => status(MIRA)).toBeUndefined()
  await openOutbox(page)
  for (const asked of ["Approve", "Disable", "Enable", "Remove"]) await actions(page, `${asked} Mira Sato`).waitFor()
})

test("[SUB-3] an account that is already gone counts as removed", async () => {
  const { page, setOffline } = await atAccount(world, OWNER, { isStored: true })
  await row(page, "Jonas Weber").waitFor()
  await setOffline(true)
  await inMenu(page, "Jonas Weber", "Remove")
  await button(await opened(page, "Remove Jonas Weber?"), "Remove").click()
  await row(page, "Jonas Weber").getByText("Removing").waitFor()
  const other = await atAccount(world)
  await inMenu(other.page, "Jonas Weber", "Remove")
  await button(await opened(other.page, "Remove Jonas Weber?"), "Remove").click()
  await expect.poll(() => status(JONAS)).toBeUndefined()
  await setOffline(false)
  await row(page, "Jonas Weber").waitFor({ state: "detached" })
  await openOutbox(page)
  await actions(page, "Remove Jonas Weber").filter({ hasText: "Confirmed" }).waitFor()
  expect(await page.getByRole("region", { name: "Notifications" }).getByRole("alert").count()).toBe(0)
})

test("[SUB-4] name and e-mail of a sub-account change, by the rules of names and addresses", async () => {
  const { page } = await atAccount(world)
  await inMenu(page, "Ines Duarte", "Rename")
  const renaming = await opened(page, "Rename Ines Duarte")
  await field(renaming, "Name").fill("ä".repeat(17))
  await button(renaming, "Save").click()
  await renaming.getByText("The name is too long: at most 32 bytes in UTF-8").waitFor()
  await field(renaming, "Name").fill(" Ines D. ")
  await button(renaming, "Save").click()
  await expect.poll(async () => (await subAccount(world.stack, INES))?.name).toBe("Ines D.")
  await inMenu(page, "Ines D.", "Edit email")
  const editing = await opened(page, "Change the email of Ines D.")
  await field(editing, "Email").fill("ines@")
  await button(editing, "Save").click()
  await editing.getByText("Please enter a valid email address").waitFor()
  await field(editing, "Email").fill("ines@example.com")
  await button(editing, "Save").click()
  await expect.poll(async () => (await subAccount(world.stack, "ines@example.com"))?.name).toBe("Ines D.")
  await row(page, "Ines D.").getByText("ines@example.com").waitFor()
})

test("[SUB-4] a server that cannot edit e-mails says so, and the old one is shown again", async () => {
  const { page, person } = await atAccount(world)
  const headers = { "access-control-allow-origin": "*" }
  await person.context.route("**/update_subaccount_email", (route) => route.fulfill({ status: 404, headers }))
  await inMenu(page, "Ines Duarte", "Edit email")
  const editing = await opened(page, "Change the email of Ines Duarte")
  await field(editing, "Email").fill("ines@example.com")
  await button(editing, "Save").click()
  await row(page, "Ines Duarte")
    .getByText("Email change was refused: This server does not support this action.")
    .waitFor()
  await row(page, "Ines Duarte").getByText(INES).waitFor()
})

test("[SUB-2][SUB-4][MSG-1] an address that somebody has already is refused in these words", async () => {
  const { page } = await atAccount(world)
  await inMenu(page, "Ines Duarte", "Edit email")
  const editing = await opened(page, "Change the email of Ines Duarte")
  await field(editing, "Email").fill(JONAS)
  await button(editing, "Save").click()
  await row(page, "Ines Duarte").getByText("Email change was refused: Email already exists.").waitFor()
  await button(page, "Send invitation").first().click()
  const inviting = await opened(page, "Send invitation")
  await field(inviting, "Name").fill("Jonas")
  await field(inviting, "Email").fill(JONAS)
  await button(inviting, "Send invitation").click()
  // The error shows beside its field, and the typed text stays.
  await inviting.getByText("Email already exists.").waitFor()
  await expect.poll(() => field(inviting, "Email").evaluate((input) => input === document.activeElement)).toBe(true)
  expect([await field(inviting, "Name").inputValue(), await field(inviting, "Email").inputValue()]).toEqual([
    "Jonas",
    JONAS,
  ])
  await field(inviting, "Email").fill(OWNER.toUpperCase())
  expect(await inviting.getByText("Email already exists.").count()).toBe(0)
  await button(inviting, "Send invitation").click()
  await inviting.getByText("You cannot invite yourself").waitFor()
  await expect.poll(() => world.stack.requests("send_invitation")).toHaveLength(1)
  await field(inviting, "Email").fill("jonas@example.com")
  await button(inviting, "Send invitation").click()
  await (await opened(page, "Invitation")).getByText(await latestCode(world.stack, "jonas@example.com")).waitFor()
})

test("[SUB-5] devices are assigned and taken away; firmware that is too old says so", async () => {
  const desk = await world.stack.device("Front desk")
  const room = await world.stack.device("Control room A")
  const { page } = await atAccount(world)
  await inMenu(page, "Ines Duarte", "Manage devices")
  const choosing = await opened(page, "Devices shared with Ines Duarte")
  const box = (name: string | RegExp) => choosing.getByRole("checkbox", { name })
  await expect.poll(() => box(/^Edit suite/).isDisabled()).toBe(true)
  await choosing
    .getByText(/^Firmware [0-9]+ is too old to share$/)
    .first()
    .waitFor()
  // Has exactly the lowest build that can be shared.
  await expect.poll(() => box("Workshop bench").isDisabled()).toBe(false)
  await choosing.getByText("Front desk").click()
  await choosing.getByText("Control room A").click()
  await button(choosing, "Save").click()
  await choosing.waitFor({ state: "hidden" })
  await expect.poll(async () => (await subAccount(world.stack, INES))?.devices.includes(desk.did)).toBe(true)
  await expect.poll(async () => (await subAccount(world.stack, INES))?.devices.includes(room.did)).toBe(false)
})

test("[SUB-2][SUB-7][MSG-1] an invitation needs name and e-mail, shows its code as text and QR, and copies it", async () => {
  const { page, person } = await atAccount(world)
  await person.context.grantPermissions(["clipboard-read", "clipboard-write"])
  await button(page, "Send invitation").click()
  const inviting = await opened(page, "Send invitation")
  await field(inviting, "Email").fill("pia@example.com")
  await button(inviting, "Send invitation").click()
  await inviting.getByText("Please fill in all fields.").waitFor()
  await field(inviting, "Name").fill("Pia")
  await field(inviting, "Email").fill("pia@")
  await button(inviting, "Send invitation").click()
  await inviting.getByText("Please enter a valid email address").waitFor()
  await field(inviting, "Email").fill("pia@example.com")
  await button(inviting, "Send invitation").click()
  const shown = await opened(page, "Invitation")
  await toast(page, "status", "Invitation sent. The code was copied to the clipboard.").waitFor()
  const code = await latestCode(world.stack, "pia@example.com")
  await shown.getByText(code).waitFor()
  await shown.getByRole("img", { name: "QR code of the invitation for Pia" }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  const [sent] = await world.stack.requests("send_invitation")
  expect(sent && String(fieldOf(sent, "link"))).toMatch(/\/invitation$/)
  // The focus is at the control for the next key.
  await expect.poll(() => button(shown, "Copy").evaluate((it) => it === document.activeElement)).toBe(true)
  await button(shown, "Copy").click()
  await button(shown, "Copied").waitFor()
  await button(shown, "Copy link").click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`${sent && String(fieldOf(sent, "link"))}#${code}`)
  await button(shown, "Copy").waitFor()
  await button(shown, "Done").click()
  await row(page, "Pia").getByText("Invited").waitFor({ timeout: 4_000 })
  // The code stays on the page until the invitation is accepted, even over a reload.
  await page.reload()
  await page.getByText("Invitation sent to Pia.").waitFor()
  await page.getByText(code).first().waitFor()
})

test("[SUB-2][OFFLINE-2] an invitation sent from the queue offers its code in the outbox", async () => {
  const { page, setOffline } = await atAccount(world, OWNER, { isStored: true })
  await row(page, "Ines Duarte").waitFor()
  await setOffline(true)
  await button(page, "Send invitation").click()
  const inviting = await opened(page, "Send invitation")
  await field(inviting, "Name").fill("Pia")
  await field(inviting, "Email").fill("pia@example.com")
  await button(inviting, "Send invitation").click()
  const waiting = await opened(page, "Invitation")
  await waiting.getByText("is waiting in the outbox").waitFor()
  await button(waiting, "Done").click()
  await setOffline(false)
  const code = await latestCode(world.stack, "pia@example.com")
  await openOutbox(page)
  await actions(page, "Invite Pia").getByText(code).waitFor()
  await button(outbox(page), "Copy").waitFor()
})

test("[SUB-7] the owner sees what an invitee will see, and approves from there", async () => {
  const { page } = await atAccount(world)
  await inMenu(page, "Ines Duarte", "Preview what they see")
  const seen = await opened(page, "What Ines Duarte sees")
  for (const name of ["Control room A", "Observatory dome", "放送スタジオ 3"]) await seen.getByText(name).waitFor()
  await seen.getByText("Shared by Studio Nord").first().waitFor()
  await button(seen, "Close").last().click()
  await inMenu(page, "Mira Sato", "Preview what they see")
  const preview = await opened(page, "What Mira Sato will see")
  await preview.getByText("No devices yet.").waitFor()
  await button(preview, "Approve").click()
  await expect.poll(() => status(MIRA)).toBe(2)
})

test("[OFFLINE-9][OFFLINE-4] what is asked for without a network is pending in its row, and done in order afterwards", async () => {
  const { page, setOffline } = await atAccount(world, OWNER, { isStored: true })
  await row(page, "Jonas Weber").waitFor()
  await setOffline(true)
  await inMenu(page, "Jonas Weber", "Disable")
  await row(page, "Jonas Weber").getByText("Disabling").waitFor()
  await inMenu(page, "Jonas Weber", "Rename")
  const renaming = await opened(page, "Rename Jonas Weber")
  await field(renaming, "Name").fill("Jonas")
  await button(renaming, "Save").click()
  await row(page, "Jonas").getByText("Not confirmed yet").first().waitFor()
  await setOffline(false)
  await expect
    .poll(async () => {
      const sub = await subAccount(world.stack, JONAS)
      return [sub?.status, sub?.name]
    })
    .toEqual([3, "Jonas"])
  await row(page, "Jonas").getByText("Disabled").waitFor()
})

test("[UX-4][MSG-1] a list that cannot be read says why, and keeps what is known", async () => {
  const { page } = await atAccount(world)
  await row(page, "Ines Duarte").waitFor()
  await world.stack.fault({ call: "get_subaccount_list", fault: "status:-100", times: 1 })
  await button(page, "Refresh").click()
  await toast(page, "alert", "Loading too fast.").waitFor()
  await row(page, "Ines Duarte").waitFor()
  await page.getByText(/^Loading too fast\. Showing data from/).waitFor()
})

test("[UX-4][SUB-1] without sub-accounts the screen says how to begin", async () => {
  const { page } = await atAccount(world, INES)
  await page.getByText("No sub-accounts").waitFor()
  await button(page, "Send invitation").waitFor()
})
