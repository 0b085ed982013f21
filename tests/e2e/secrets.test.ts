import type { Page } from "playwright"
import { expect, test } from "vitest"
import { md5 } from "../emulator/actors.ts"
import { button, card, field, heading, link, OWNER, rename, signIn, submitSignIn } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Where secrets are, and where they must never be. */

const world = startWorld()

const OWN_PASSWORD = "Correct-Horse 42 battery"

/** Everything a page has in its databases and storages but for the saved user, as text. */
const dump = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const asked = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const plain = (_: string, value: unknown) =>
      value instanceof Map ? [...value] : value instanceof Set ? [...value] : value
    const parts: string[] = []
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows = await asked(database.transaction(store).objectStore(store).getAll())
        parts.push(`${name}/${store}: ${JSON.stringify(rows, plain)}`)
      }
      database.close()
    }
    for (const cache of await caches.keys())
      for (const { url } of await (await caches.open(cache)).keys()) parts.push(`${cache}: ${url}`)
    for (const [key, value] of Object.entries(localStorage)) if (key !== "user") parts.push(`${key}: ${value}`)
    for (const [key, value] of Object.entries(sessionStorage)) parts.push(`${key}: ${value}`)
    return parts.join("\n")
  })

/** Gives the owner a password that cannot stand anywhere by chance. */
const setPassword = async (): Promise<void> => {
  const { token } = await world.stack.post("reset_password", { email: md5(OWNER) })
  const [mail] = await world.stack.mail(OWNER)
  const change = { token, verificationcode: mail?.code, newpassword: md5(OWN_PASSWORD) }
  expect(await world.stack.post("verify_resetpassword_code", change)).toMatchObject({ status: 0 })
}

test("[AUTH-11][EVENT-5] password, its hash and token are in the saved user alone: no database, storage, address, console or export has them", async () => {
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
  await link(page, "Settings").click()
  await heading(page, "Settings").waitFor()
  const downloading = page.waitForEvent("download")
  await button(page, "Export").click()
  const stream = await (await downloading).createReadStream()
  const exported = (await stream.toArray()).join("")

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
  const seen = [kept, exported, ...person.watch.addresses(), ...person.watch.consoleTexts()]
  const leaked = secrets.filter((secret) => seen.some((text) => text.includes(secret)))
  expect(leaked).toEqual([])
  expect(exported).not.toContain(OWNER)
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
