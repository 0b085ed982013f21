import { expect, test } from "vitest"
import { atAccount, inviteElsewhere, latestCode, opened, sayRefusals, subAccount } from "./accountScreen.ts"
import { fieldOf } from "./journal.ts"
import { button, enterAddress, field, link, menuOf, OWNER, SUB, submitSignIn, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** The own account: name, e-mail, invitations to accept, main accounts to leave. */

const world = startWorld({ isPooled: true })

const at = (email?: string) => atAccount(world, email)

/** The owner's invitation to an address, sent by another client of the owner. */
const invitationFor = async (email: string): Promise<string> => {
  const sent = (await world.stack.mail(email)).find(({ subject }) => subject.startsWith("Invitation"))
  if (sent === undefined) throw new Error(`${email} was not invited`)
  return sent.code
}

test("[ACCOUNT-1][ACCOUNT-2] the card shows name and e-mail; a new name is shown at once and kept by the server", async () => {
  const { page } = await at()
  await page.getByText("Studio Nord").first().waitFor()
  await page.getByText(OWNER).first().waitFor()
  await button(page, "Change name").click()
  const asking = await opened(page, "Rename your account")
  await field(asking, "Name").fill("ä\u202e".repeat(17))
  await asking.getByText("34 of 32 bytes").waitFor()
  await button(asking, "Save").click()
  await asking.getByText("The name is too long: at most 32 bytes in UTF-8").waitFor()
  await field(asking, "Name").fill("  Studio\u200b Süd\u2069 ")
  await button(asking, "Save").click()
  await toast(page, "status", "Account renamed.").waitFor()
  await page.getByText("Studio Süd").first().waitFor()
  const sent = await world.stack.requests("rename_account")
  expect(sent.map((entry) => fieldOf(entry, "newName"))).toEqual(["Studio Süd"])
})

test("[ACCOUNT-2][OFFLINE-9] a refused rename brings the old name back, with the reason beside it", async () => {
  const { page } = await at()
  await world.stack.fault({ call: "rename_account", fault: "status:-999", times: 1 })
  await button(page, "Change name").click()
  const asking = await opened(page, "Rename your account")
  await field(asking, "Name").fill("Never")
  await button(asking, "Save").click()
  await page.getByText("Rename was refused: Unknown error. Please try again.").waitFor()
  await page.getByText("Studio Nord").first().waitFor()
  await button(page, "Dismiss").first().click()
  await page.getByText("Rename was refused:").waitFor({ state: "detached" })
})

test("[ACCOUNT-3][ROLE-2] the e-mail changes in two steps; the same address in other letters is no change", async () => {
  const { page } = await at()
  await button(page, "Change email").click()
  const asking = await opened(page, "Change email")
  await field(asking, "New email").fill("nobody@")
  await button(asking, "Send code").click()
  await asking.getByText("Please enter a valid email address").waitFor()
  await field(asking, "New email").fill("OWNER@Example.com")
  await button(asking, "Send code").click()
  await asking.getByText("The new email address must be different from the current one.").waitFor()
  expect(await world.stack.requests("update_email")).toEqual([])
  await field(asking, "New email").fill("fresh@example.com")
  await button(asking, "Send code").click()
  await field(asking, "Verification code").fill("000000")
  await button(asking, "Confirm").click()
  await asking.getByText("The code is wrong! Please try again.").waitFor()
  await field(asking, "Verification code").fill(await latestCode(world.stack, "fresh@example.com"))
  await button(asking, "Confirm").click()
  await toast(page, "status", "Email updated.").waitFor()
  await asking.waitFor({ state: "hidden" })
  await page.getByText("fresh@example.com").first().waitFor()
})

test("[ACCOUNT-3][MSG-1] each refusal of an e-mail change says why, at the step it belongs to", async () => {
  const { page } = await at()
  await button(page, "Change email").click()
  const asking = await opened(page, "Change email")
  await field(asking, "New email").fill("fresh@example.com")
  await sayRefusals(world.stack, asking, () => button(asking, "Send code").click(), {
    call: "update_email",
    refusals: [
      ["status:-100", "Request too often! Please try again later."],
      ["status:-103", "Email already exists."],
      ["status:-110", "The code is wrong! Please try again."],
      ["status:-999", "Unknown error. Please try again."],
      ["http-500", "Could not connect to server. Please try again."],
    ],
  })
  await button(asking, "Send code").click()
  await field(asking, "Verification code").fill("123456")
  await sayRefusals(world.stack, asking, () => button(asking, "Confirm").click(), {
    call: "confirm_email_change",
    refusals: [
      ["status:-110", "The code is wrong! Please try again."],
      ["status:-111", "The code is expired! Please check your email for the latest code."],
      ["status:-100", "Request too often! Please try again later."],
      ["status:-103", "Email already exists."],
      ["status:-999", "Unknown error. Please try again."],
    ],
  })
  await expect.poll(() => field(asking, "Verification code").inputValue()).toBe("123456")
})

test("[ACCOUNT-3][MSG-2] a session that ended in the middle leads to the sign-in page", async () => {
  const { page } = await at()
  await world.stack.fault({ call: "update_email", fault: "status:-106", times: 1 })
  await button(page, "Change email").click()
  const asking = await opened(page, "Change email")
  await field(asking, "New email").fill("fresh@example.com")
  await button(asking, "Send code").click()
  await page.waitForURL("**/signin")
})

test("[ACCOUNT-5] a person takes an approval they no longer await off the list, and it stays off", async () => {
  await inviteElsewhere(world.stack, "Noor", "noor@example.com")
  const { page } = await at("noor@example.com")
  await button(page, "Accept invitation").click()
  const asking = await opened(page, "Accept invitation")
  await field(asking, "Invitation code").fill(await invitationFor("noor@example.com"))
  await button(asking, "Accept invitation").click()
  await page.getByText("Waiting for approval").waitFor()
  await asking.waitFor({ state: "hidden" })
  await page.getByRole("region", { name: "Connected main accounts" }).getByLabel("Dismiss").click()
  await page.getByText("Waiting for approval").waitFor({ state: "detached" })
  await expect
    .poll(() => button(page, "Accept invitation").evaluate((element) => element === document.activeElement))
    .toBe(true)
  await page.reload()
  await page.getByText("Nobody shares devices with you.").waitFor()
  await expect.poll(() => page.getByText("Waiting for approval").count()).toBe(0)
})

test("[ACCOUNT-5][SUB-6][ROLE-2] an accepted invitation waits for approval until the owner appears among the main accounts", async () => {
  const { page } = await at("noor@example.com")
  const owner = await at()
  await button(owner.page, "Send invitation").click()
  const inviting = await opened(owner.page, "Send invitation")
  await field(inviting, "Name").fill("Noor")
  await field(inviting, "Email").fill("noor@example.com")
  await button(inviting, "Send invitation").click()
  await expect.poll(async () => (await world.stack.mail("noor@example.com")).length).toBe(1)
  const code = await invitationFor("noor@example.com")

  await button(page, "Accept invitation").click()
  const asking = await opened(page, "Accept invitation")
  await field(asking, "Invitation code").fill("000000")
  await button(asking, "Accept invitation").click()
  await asking.getByText("Invalid or expired invitation code.").waitFor()
  await field(asking, "Invitation code").fill(code)
  await button(asking, "Accept invitation").click()
  await toast(page, "status", "Invitation accepted.").waitFor()
  await page.getByText("Waiting for approval").waitFor()
  await enterAddress(page, "/account")
  await page.getByText("Waiting for approval").waitFor()

  expect((await subAccount(world.stack, "noor@example.com"))?.status).toBe(1)
  await button(owner.page, "Done").click()
  await button(owner.page, "Refresh").click()
  const noor = owner.page.getByRole("listitem").filter({ hasText: "noor@example.com" })
  await noor.getByRole("button", { name: "Approve", exact: true }).click()
  await expect.poll(async () => (await subAccount(world.stack, "noor@example.com"))?.status).toBe(2)
  await page.reload()
  await page.getByText("Studio Nord").first().waitFor()
  await page.getByText("Waiting for approval").waitFor({ state: "detached" })
})

test("[SUB-7][ACCOUNT-5][AUTH-11] the link of an invitation leads to its code filled in, and leaves it in no address", async () => {
  await inviteElsewhere(world.stack, "Noor", "noor@example.com")
  const code = await latestCode(world.stack, "noor@example.com")
  const person = await world.person()
  const page = await person.open(`${world.stack.cloud}/invitation#${code}`)
  await page.waitForURL(`${world.stack.app}/account`)
  await page.getByText("Your invitation code is kept until you sign in.").waitFor()
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click()
  await submitSignIn(page, "noor@example.com")
  const asking = await opened(page, "Accept invitation")
  expect(page.url()).toBe(`${world.stack.app}/account`)
  await expect.poll(() => field(asking, "Invitation code").inputValue()).toBe(code)
  expect(await world.stack.requests("accept_invitation")).toHaveLength(0)
  await button(asking, "Accept invitation").click()
  await page.getByText("Waiting for approval").waitFor()
  await enterAddress(page, "/invitation#12345")
  await page.waitForURL(`${world.stack.app}/account`)
  await button(page, "Accept invitation").click()
  expect(await field(await opened(page, "Accept invitation"), "Invitation code").inputValue()).toBe("")
})

test("[ACCOUNT-5] any refusal but that of the session reads as an invalid or expired code", async () => {
  const { page } = await at()
  await button(page, "Accept invitation").click()
  const asking = await opened(page, "Accept invitation")
  for (const fault of ["status:-100", "status:-104", "status:-111", "status:-999"]) {
    await world.stack.fault({ call: "accept_invitation", fault, times: 1 })
    await field(asking, "Invitation code").fill("123456")
    await button(asking, "Accept invitation").click()
    await asking.getByText("Invalid or expired invitation code.").waitFor()
  }
})

test("[ACCOUNT-5] a code on the clipboard is suggested only where reading it was allowed; paste says when it fails", async () => {
  const { person, page } = await world.atDevices()
  await person.context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.evaluate(() => navigator.clipboard.writeText("482913"))
  await person.context.clearPermissions()
  await link(page, "Account").click()
  await button(page, "Accept invitation").click()
  const asking = await opened(page, "Accept invitation")
  await button(asking, "Paste").click()
  await asking.getByText("Failed to paste from clipboard.").waitFor()
  expect(await button(asking, /^Use the code on the clipboard/).count()).toBe(0)
  await button(asking, "Cancel").click()
  await asking.waitFor({ state: "hidden" })

  await person.context.grantPermissions(["clipboard-read", "clipboard-write"])
  await page.evaluate(() => navigator.clipboard.writeText(" 482 913 "))
  await button(page, "Accept invitation").click()
  const again = await opened(page, "Accept invitation")
  await button(again, /^Use the code on the clipboard/).click()
  await expect.poll(() => field(again, "Invitation code").inputValue()).toBe("482913")
  await field(again, "Invitation code").fill("")
  await button(again, "Paste").click()
  await expect.poll(() => field(again, "Invitation code").inputValue()).toBe("482913")
})

test("[ACCOUNT-1][ROLE-2] leaving a main account is confirmed, and its devices go", async () => {
  const { page } = await at()
  await button(page, "Disconnect from Noor Haddad").click()
  const asking = await opened(page, "Disconnect from Noor Haddad?")
  await button(asking, "Cancel").click()
  await asking.waitFor({ state: "hidden" })
  await button(page, "Disconnect from Noor Haddad").click()
  await button(await opened(page, "Disconnect from Noor Haddad?"), "Disconnect").click()
  await page.getByText("Nobody shares devices with you.").waitFor()
  await expect.poll(() => world.stack.requests("disconnect_main_account")).toHaveLength(1)
  // Its devices disappear with it, at once.
  await link(page, "Devices").click()
  await menuOf(page, "Observatory dome").waitFor()
  await page.getByText("Shared by Noor Haddad").first().waitFor({ state: "detached", timeout: 4_000 })
})

test("[ACCOUNT-1][MSG-1] a refused disconnecting says so, and the main account stays", async () => {
  const { page } = await at()
  await world.stack.fault({ call: "disconnect_main_account", fault: "status:-999", times: 1 })
  await button(page, "Disconnect from Noor Haddad").click()
  await button(await opened(page, "Disconnect from Noor Haddad?"), "Disconnect").click()
  await toast(page, "alert", "Failed to disconnect from main account.").waitFor()
  await button(page, "Disconnect from Noor Haddad").waitFor()
})

test("[OFFLINE-2] without a network, what needs a person now says so, and what can wait goes to the outbox", async () => {
  const { page, setOffline } = await atAccount(world, OWNER, { isStored: true })
  // Without a network the page shows the main accounts from the last read.
  await button(page, "Disconnect from Noor Haddad").waitFor()
  await setOffline(true)
  await button(page, "Accept invitation").click()
  const asking = await opened(page, "Accept invitation")
  await field(asking, "Invitation code").fill("123456")
  await button(asking, "Accept invitation").click()
  await asking.getByText("This requires a connection.").waitFor()
  await button(asking, "Cancel").click()
  await asking.waitFor({ state: "hidden" })
  await button(page, "Change email").click()
  const changing = await opened(page, "Change email")
  await field(changing, "New email").fill("fresh@example.com")
  await button(changing, "Send code").click()
  await changing.getByText("This requires a connection.").waitFor()
  await button(changing, "Cancel").click()
  await changing.waitFor({ state: "hidden" })
  await button(page, "Disconnect from Noor Haddad").click()
  await button(await opened(page, "Disconnect from Noor Haddad?"), "Disconnect").click()
  await page.getByText("Disconnecting").first().waitFor()
  expect(await world.stack.requests("accept_invitation")).toEqual([])
  expect(await world.stack.requests("update_email")).toEqual([])
  await setOffline(false)
  await page.getByText("Nobody shares devices with you.").waitFor()
})

test("[ROLE-1][ROUTE-3] a guest is asked to sign in", async () => {
  const page = await (await world.person({ storageState: { cookies: [], origins: [] } })).open("/account")
  await page.getByText("Sign in to see your account").waitFor()
  await expect.poll(() => button(page, "Send invitation").count()).toBe(0)
  expect(await world.stack.requests()).toEqual([])
})

test("[SUB-6] a sub-account sees who shares with it, and its shared devices", async () => {
  const { page } = await at(SUB)
  await page.getByText("Studio Nord").first().waitFor()
  await page.getByText("3 devices").waitFor()
  await button(page, "Disconnect from Studio Nord").waitFor()
})
