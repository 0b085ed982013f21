import type { Page } from "playwright"
import { expect, test } from "vitest"
import { latestCode, sayRefusals } from "./accountScreen.ts"
import { fieldOf } from "./journal.ts"
import { button, field, heading, installed, link, submitSignIn, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Two entry flows for a person who cannot sign in: a new account, and a new password. */

const world = startWorld({ isPooled: true })
const ZOE = "Zoe.New@example.com"
const SECRET = "sightline"

const fill = async (page: Page, values: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value)
}

const zoe = { Name: "Zoe", Email: ZOE, Password: SECRET, "Confirm password": SECRET }

const atCode = async (): Promise<Page> => {
  const person = await world.person()
  const page = await person.open("/signup")
  await fill(page, zoe)
  await button(page, "Sign up").click()
  await field(page, "Verification code").waitFor()
  return page
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"))

test("[AUTH-6][AUTH-7] a new account signs up with the code of its mail, and signs in", async () => {
  const page = await atCode()
  const [sent] = await world.stack.requests("signup")
  if (sent === undefined) throw new Error("no sign-up was sent")
  expect([fieldOf(sent, "name"), fieldOf(sent, "email")]).toEqual(["Zoe", ZOE])
  await field(page, "Verification code").fill(await latestCode(world.stack, ZOE))
  await button(page, "Confirm").click()
  await page.waitForURL("**/signin")
  await toast(page, "status", "Account created. Please sign in.").waitFor()
  await submitSignIn(page, ZOE, SECRET)
  await page.waitForURL("**/devices")
})

test("[AUTH-6][AUTH-2][AUTH-11] a new user of a private server signs in there, without typing it again", async () => {
  const person = await world.person()
  const page = await person.open("/signup")
  await fill(page, zoe)
  await page.getByText("Private cloud", { exact: true }).click()
  await field(page, "Server URL").fill(world.stack.cloud)
  await button(page, "Sign up").click()
  await field(page, "Verification code").fill(await latestCode(world.stack, ZOE))
  await button(page, "Confirm").click()
  await page.waitForURL((url) => url.pathname === "/signin" && url.search === "" && url.hash === "")
  await expect.poll(() => field(page, "Email").inputValue()).toBe(ZOE)
  await expect.poll(() => field(page, "Server URL").inputValue()).toBe(world.stack.cloud)
  await field(page, "Password").fill(SECRET)
  await button(page, "Sign in").click()
  await page.waitForURL("**/devices")
})

test("[AUTH-6] back keeps the form, resend brings a code that counts, and the older one no longer does", async () => {
  const page = await atCode()
  const first = await latestCode(world.stack, ZOE)
  await button(page, "Back").click()
  for (const [name, value] of Object.entries(zoe)) await expect.poll(() => field(page, name).inputValue()).toBe(value)
  await button(page, "Sign up").click()
  await field(page, "Verification code").waitFor()
  await field(page, "Verification code").fill("12")
  await button(page, "Resend").click()
  // The typed code belongs to the older mail.
  await expect.poll(() => field(page, "Verification code").inputValue()).toBe("")
  await expect
    .poll(() => field(page, "Verification code").evaluate((input) => input === document.activeElement))
    .toBe(true)
  await toast(page, "status", "A new verification code was sent.").waitFor()
  await expect.poll(() => latestCode(world.stack, ZOE)).not.toBe(first)
  await field(page, "Verification code").fill(await latestCode(world.stack, ZOE))
  await button(page, "Confirm").click()
  await page.waitForURL("**/signin")
})

test("[AUTH-12][AUTH-6] each error is beside its field, the first gets the focus, what was typed stays", async () => {
  const person = await world.person()
  const page = await person.open("/signup")
  await fill(page, { Name: " ", Email: "zoe@", Password: "12345", "Confirm password": "123456" })
  await button(page, "Sign up").click()
  await page.getByText("Please enter a name").waitFor()
  await page.getByText("Please enter a valid email address").waitFor()
  await page.getByText("The password must have at least 6 characters").waitFor()
  await page.getByText("Passwords do not match").waitFor()
  await expect.poll(() => focused(page)).toBe("name")
  await expect.poll(() => field(page, "Password").inputValue()).toBe("12345")
  await fill(page, { Name: "ä".repeat(17), Email: ZOE, Password: SECRET, "Confirm password": SECRET })
  await button(page, "Sign up").click()
  await page.getByText("The name is too long: at most 32 bytes in UTF-8").waitFor()
  expect(await world.stack.requests("signup")).toEqual([])
})

test("[AUTH-7][MSG-1][MSG-3] each refusal of a sign-up says why and keeps what was typed", async () => {
  const page = await (await world.person()).open("/signup")
  await fill(page, zoe)
  await sayRefusals(world.stack, page, () => button(page, "Sign up").click(), {
    call: "signup",
    refusals: [
      ["status:-100", "Submit too often."],
      ["status:-101", "Invalid email or password."],
      ["status:-103", "Email already exists."],
      ["status:-102", "Invalid email or password."],
      ["status:-999", "Unknown error. Please try again."],
      ["http-500", "Could not connect to server. Please try again."],
    ],
  })
  await expect.poll(() => field(page, "Email").inputValue()).toBe(ZOE)
})

test("[AUTH-7][MSG-1][MSG-3] each refusal of an activation says why, and the code can be tried again", async () => {
  const page = await atCode()
  await field(page, "Verification code").fill(await latestCode(world.stack, ZOE))
  await sayRefusals(world.stack, page, () => button(page, "Confirm").click(), {
    call: "verify_activation",
    refusals: [
      ["status:-100", "Submit too often."],
      ["status:-104", "The code is wrong! Please try again."],
      ["status:-106", "The code is expired! Please check your email for the latest code."],
      ["status:-999", "Unknown error. Please try again."],
      ["truncate", "Could not connect to server. Please try again."],
    ],
  })
  await button(page, "Confirm").waitFor()
})

test("[AUTH-6][OFFLINE-2] signing up without a network says that it needs a connection, and sends nothing", async () => {
  const person = await world.person({ isStored: true })
  const page = await person.open("/signup")
  await fill(page, zoe)
  await installed(page)
  await person.context.setOffline(true)
  await button(page, "Sign up").click()
  await page.getByText("This requires a connection.").waitFor()
  expect(await world.stack.requests("signup")).toEqual([])
})

test("[AUTH-8][AUTH-9] a code by mail sets a new password, which activates the account as well", async () => {
  const person = await world.person()
  const page = await person.open("/reset-password")
  await heading(page, "Reset password").waitFor()
  await expect.poll(() => button(page, "Reset password").isDisabled()).toBe(true)
  await page.getByText("Request a code first.").waitFor()
  await field(page, "Email").fill("NEW@example.com ")
  await button(page, "Send code").click()
  await page.getByText("Code sent").waitFor()
  await button(page, "Reset password").click()
  await page.getByText("Please enter the verification code.").waitFor()
  await field(page, "Verification code").fill(await latestCode(world.stack, "new@example.com"))
  await fill(page, { "New password": "another", "Confirm password": "anothe" })
  await button(page, "Reset password").click()
  await page.getByText("Passwords do not match").waitFor()
  await field(page, "Confirm password").fill("another")
  await button(page, "Reset password").click()
  await page.waitForURL("**/signin")
  await toast(page, "status", "Password reset. Please sign in.").waitFor()
  await expect.poll(() => field(page, "Email").inputValue()).toBe("NEW@example.com")
  await submitSignIn(page, "new@example.com", "another")
  await page.waitForURL("**/devices")
})

test("[AUTH-8][OFFLINE-2] a reset without a network says that it needs a connection, and sends nothing", async () => {
  const person = await world.person({ isStored: true })
  const page = await person.open("/reset-password")
  await field(page, "Email").fill("new@example.com")
  await installed(page)
  await person.context.setOffline(true)
  await button(page, "Send code").click()
  await page.getByText("This requires a connection.").waitFor()
  expect(await world.stack.requests("reset_password")).toEqual([])
})

test("[AUTH-9][MSG-1] each refusal of a reset says why; nothing typed is lost, and the way back is there", async () => {
  const page = await (await world.person()).open("/reset-password")
  await field(page, "Email").fill("sub@example.com")
  await sayRefusals(world.stack, page, () => button(page, "Send code").click(), {
    call: "reset_password",
    refusals: [
      ["status:-104", "Invalid email."],
      ["status:-100", "Request too often! Please try again later."],
      ["status:-106", "The code is expired! Please check your email for the latest code."],
      ["status:-999", "Unknown error. Please try again."],
      ["http-html", "Could not connect to server. Please try again."],
    ],
  })
  await button(page, "Send code").click()
  await fill(page, { "Verification code": "123456", "New password": "another", "Confirm password": "another" })
  await sayRefusals(world.stack, page, () => button(page, "Reset password").click(), {
    call: "verify_resetpassword_code",
    refusals: [
      ["status:-104", "The code is wrong! Please try again."],
      ["status:-106", "The code is expired! Please check your email for the latest code."],
      ["status:-100", "Request too often! Please try again later."],
      ["status:-999", "Unknown error. Please try again."],
    ],
  })
  await expect.poll(() => field(page, "New password").inputValue()).toBe("another")
  await link(page, "Back to sign-in").waitFor()
})

test("[AUTH-8] another address can be used after all, and resend sends again", async () => {
  const page = await (await world.person()).open("/reset-password")
  await field(page, "Email").fill("sub@example.com")
  await button(page, "Send code").click()
  await button(page, "Resend").click()
  await toast(page, "status", "A new verification code was sent.").waitFor()
  expect((await world.stack.mail("sub@example.com")).length).toBe(2)
  await button(page, "Use another email").click()
  await expect.poll(() => field(page, "Email").inputValue()).toBe("sub@example.com")
  await expect.poll(() => button(page, "Reset password").isDisabled()).toBe(true)
})

test("[AUTH-8] a password that was reset signs in, the old one no longer does", async () => {
  const page = await (await world.person()).open("/reset-password")
  await field(page, "Email").fill("owner@example.com")
  await button(page, "Send code").click()
  await field(page, "Verification code").fill(await latestCode(world.stack, "owner@example.com"))
  await fill(page, { "New password": "another", "Confirm password": "another" })
  await button(page, "Reset password").click()
  await page.waitForURL("**/signin")
  await submitSignIn(page, "owner@example.com", SECRET)
  await page.getByText("Invalid email or password.").waitFor()
  await submitSignIn(page, "owner@example.com", "another")
  await page.waitForURL("**/devices")
})
