import { createGunzip } from "node:zlib"
import type { Download, Page } from "playwright"
import { expect, test } from "vitest"
import { md5 } from "../emulator/actors.ts"
import { latestCode, opened } from "./accountScreen.ts"
import { dump } from "./keptData.ts"
import { button, card, field, heading, link, OWNER, rename, signIn, submitSignIn } from "./screen.ts"
import { startWorld } from "./world.ts"

/** The places of secrets, and the places where they must never be. */

const world = startWorld()

const OWN_PASSWORD = "Correct-Horse 42 battery"

/** Gives the owner a password that cannot occur by chance. */
const setPassword = async (): Promise<void> => {
  const { token } = await world.stack.post("reset_password", { email: md5(OWNER) })
  const [mail] = await world.stack.mail(OWNER)
  const change = { token, verificationcode: mail?.code, newpassword: md5(OWN_PASSWORD) }
  expect(await world.stack.post("verify_resetpassword_code", change)).toMatchObject({ status: 0 })
}

/** The whole content of a download. */
const textOf = async (downloading: Promise<Download>): Promise<string> => {
  const stream = await (await downloading).createReadStream()
  return (await stream.pipe(createGunzip()).toArray()).join("")
}

/** Invites a person. The page shows the code to the owner, and the vault stores it. */
const invite = async (page: Page, email: string): Promise<string> => {
  await link(page, "Account").click()
  await button(page, "Send invitation").first().click()
  const inviting = await opened(page, "Send invitation")
  await field(inviting, "Name").fill("Pia")
  await field(inviting, "Email").fill(email)
  await button(inviting, "Send invitation").click()
  const code = await latestCode(world.stack, email)
  await (await opened(page, "Invitation")).getByText(code).waitFor()
  await page.keyboard.press("Escape")
  return code
}

test("[AUTH-11][EVENT-5] password, its hash and token are in the saved user alone, an invitation's code in the vault: no other database, storage, address, console, export or report has them", async () => {
  await setPassword()
  const person = await world.person()
  const page = await person.open("/signin")
  await submitSignIn(page, OWNER, `${OWN_PASSWORD}x`)
  await page.getByText("Invalid email or password.").waitFor()
  await submitSignIn(page, OWNER, OWN_PASSWORD)
  await page.waitForURL("**/devices")
  await card(page, "Workshop bench").waitFor()
  await rename(page, "Workshop bench", "Secretive bench")
  await card(page, "Secretive bench").getByText("Not confirmed yet").waitFor({ state: "detached" })
  await page.reload()
  await card(page, "Secretive bench").waitFor()
  const code = await invite(page, "pia@example.com")
  await link(page, "Settings").click()
  await heading(page, "Settings").waitFor()
  const downloading = page.waitForEvent("download")
  await button(page, "Export").click()
  const stream = await (await downloading).createReadStream()
  const exported = (await stream.toArray()).join("")
  /* With real names and addresses, which are no secrets, and without anything else. */
  await page.goto("/log")
  await button(page, "Report a problem").click()
  const panel = page.getByRole("dialog")
  await panel.getByRole("switch").press(" ")
  const reporting = page.waitForEvent("download")
  await button(panel, "Make the file").click()
  const reported = await textOf(reporting)
  expect(reported).toContain(OWNER)

  const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem("user"))) ?? "{}")
  const secrets = [
    ...person.watch.secrets(),
    token,
    OWN_PASSWORD,
    md5(OWN_PASSWORD),
    md5(`${OWN_PASSWORD}x`),
    md5(OWNER),
  ]
  expect(secrets.length).toBeGreaterThan(5)
  const kept = await dump(page)
  expect(kept).toContain("sightline/events")
  expect(kept).toContain("SignedIn")
  const seen = [kept, exported, reported, ...person.watch.addresses(), ...person.watch.consoleTexts()]
  const leaked = secrets.filter((secret) => seen.some((text) => text.includes(secret)))
  expect(leaked).toEqual([])
  expect(exported).not.toContain(OWNER)
  /* Six digits may be part of a longer number by chance. */
  const asWord = new RegExp(`(?<![0-9])${code}(?![0-9])`)
  const vault = kept.split("\n").filter((part) => part.startsWith("sightline.beside/secrets:"))
  expect(vault.filter((part) => asWord.test(part))).toHaveLength(1)
  expect(seen.flatMap((text) => text.split("\n")).filter((part) => asWord.test(part))).toEqual(vault)
})

test("[SEC-4][AUTH-11] a log-out leaves no token behind", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await signIn(page)
  await button(page, "Log out").click()
  await page.waitForURL("**/signin")
  const everything = `${await dump(page)} ${await page.evaluate(() => JSON.stringify(localStorage))}`
  const tokens = person.watch.posts().flatMap(({ body }) => (typeof body.token === "string" ? [body.token] : []))
  expect(tokens.length).toBeGreaterThan(0)
  expect(tokens.filter((token) => everything.includes(token))).toEqual([])
  await expect.poll(() => page.evaluate(() => localStorage.getItem("user"))).toBeNull()
  await field(page, "Email").waitFor()
})
