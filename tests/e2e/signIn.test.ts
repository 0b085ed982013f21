import type { Page } from "playwright"
import { expect, test } from "vitest"
import { fieldOf } from "./journal.ts"
import {
  button,
  card,
  field,
  heading,
  link,
  loseNetwork,
  OWNER,
  PASSWORD,
  rename,
  signIn,
  submitSignIn,
  toast,
} from "./screen.ts"
import { startWorld } from "./world.ts"

/** The sign-in screen, public and private servers, and guests. */

const world = startWorld({ isPooled: true })

const privateCloud = (page: Page) => page.getByText("Private cloud", { exact: true })
const publicCloud = (page: Page) => page.getByText("Public cloud", { exact: true })

/** Another origin of the same cloud. */
const otherOrigin = () => world.stack.cloud.replace("127.0.0.1", "localhost")

const saved = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

test("[AUTH-1] e-mail, password with show and hide, and links to sign up and reset the password", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await field(page, "Email").fill(OWNER)
  await field(page, "Password").fill(PASSWORD)
  await expect.poll(() => field(page, "Password").getAttribute("type")).toBe("password")
  await button(page, "Show characters").click()
  await expect.poll(() => field(page, "Password").getAttribute("type")).toBe("text")
  await button(page, "Hide characters").click()
  await expect.poll(() => field(page, "Password").getAttribute("type")).toBe("password")
  await link(page, "Sign up").click()
  await page.waitForURL("**/signup")
  await page.goBack()
  await link(page, "Reset password").click()
  await page.waitForURL("**/reset-password")
})

test("[AUTH-4] signing in saves the user, says so and opens the devices; case and spaces of the e-mail do not matter", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await signIn(page, "  Owner@Example.COM ")
  await toast(page, "status", "Signed in.").waitFor()
  const user: Record<string, unknown> = JSON.parse((await saved(page, "user")) ?? "{}")
  expect(user).toMatchObject({
    id: user.uid,
    name: "Studio Nord",
    type: "main",
    status: "active",
    server: world.stack.cloud,
    uid: expect.any(String),
    token: expect.any(String),
    createdAt: expect.any(Number),
    loginAt: expect.any(Number),
  })
  expect(String(user.email).toLowerCase()).toBe(OWNER)
  const { accounts } = await world.stack.state()
  const owner = accounts.find(({ email }) => email === OWNER)
  await expect.poll(async () => JSON.parse((await saved(page, "user")) ?? "{}").createdAt).toBe(owner?.createdAt)
  const [sent] = person.watch.posts().filter(({ path }) => path === "/api/v2/signin")
  expect(sent?.body).toEqual({
    email: expect.stringMatching(/^[0-9a-f]{32}$/),
    password: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test("[AUTH-2] a private server needs a valid address; one that can be overheard is marked", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await privateCloud(page).click()
  const warning = page.getByText("This address is not encrypted. Anyone on the network path can read what you send.")
  for (const wrong of ["", "nonsense", "ftp://sight.example", "https://user:secret@sight.example", "https://"]) {
    await field(page, "Server URL").fill(wrong)
    await submitSignIn(page)
    await page.getByText("Please enter a valid server URL.").waitFor()
    await field(page, "Server URL").fill("x")
  }
  expect(await world.stack.requests()).toEqual([])
  for (const [address, exposed] of [
    ["http://sight.example", true],
    ["https://sight.example", false],
    ["http://192.168.1.20:8080", false],
    ["http://8.8.8.8", true],
    ["http://localhost:9000", false],
  ] as const) {
    await field(page, "Server URL").fill(address)
    await warning.waitFor({ state: exposed ? "visible" : "detached" })
  }
})

test("[AUTH-2][AUTH-13][LAYOUT-2] a session belongs to its private server, whose address is the server label", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await privateCloud(page).click()
  await field(page, "Server URL").fill(`${otherOrigin()}/`)
  await signIn(page)
  await page.getByRole("complementary", { name: "Sidebar" }).getByText(otherOrigin()).waitFor()
  await expect.poll(() => saved(page, "serverType")).toBe("private")
  await expect.poll(() => saved(page, "serverUrl")).toBe(otherOrigin())
  expect(JSON.parse((await saved(page, "user")) ?? "{}").server).toBe(otherOrigin())
  // A preference is only the initial value of the next sign-in.
  await page.evaluate(() => localStorage.setItem("serverType", "public"))
  await page.reload()
  await rename(page, "Workshop bench", "On the private server")
  await expect.poll(async () => (await world.stack.requests("rename_device")).length).toBe(1)
  const origins = () =>
    person.watch.posts().flatMap(({ path, url }) => (path === "/api/v2/rename_device" ? new URL(url).origin : []))
  await expect.poll(origins).toEqual([otherOrigin()])
})

test("[AUTH-13][OFFLINE-8] the same person on another server is another account: nothing crosses over", async () => {
  const { did } = await world.stack.device("Workshop bench")
  const person = await world.person({ isStored: true })
  const page = await person.open("/signin")
  await signIn(page)
  await loseNetwork(page)
  await rename(page, "Workshop bench", "For the public cloud")
  await button(page, "Log out").click()
  await button(page, "Keep and log out").click()
  await page.waitForURL("**/signin")
  await person.context.setOffline(false)
  await privateCloud(page).click()
  await field(page, "Server URL").fill(otherOrigin())
  await signIn(page)
  await rename(page, "Control room A", "From the private server")
  await card(page, "From the private server").getByText("Not confirmed yet").waitFor({ state: "detached" })
  expect((await world.stack.deviceById(did)).name).toBe("Workshop bench")
  await button(page, "Log out").click()
  await page.waitForURL("**/signin")
  await publicCloud(page).click()
  await signIn(page)
  await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("For the public cloud")
  const sent = person.watch.posts().filter(({ path }) => path === "/api/v2/rename_device")
  expect(sent.map(({ url, body }) => [new URL(url).origin, body.title])).toEqual([
    [otherOrigin(), "From the private server"],
    [world.stack.cloud, "For the public cloud"],
  ])
})

test("[AUTH-3][ROLE-1] a guest who skips sign-in can look around, and no call is made to any cloud", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await button(page, "Skip sign-in").click()
  await page.waitForURL("**/devices")
  await page.getByText("Sign in to see your bound devices").waitFor()
  await expect.poll(() => saved(page, "skipLogin")).toBe("true")
  for (const name of ["Help center", "Settings", "Devices"]) {
    await link(page, name).click()
    await heading(page, name).waitFor()
  }
  await page.reload()
  await page.getByText("Sign in to see your bound devices").waitFor()
  await expect.poll(() => page.getByRole("button", { name: "Refresh", exact: true }).count()).toBe(0)
  expect(person.watch.posts()).toEqual([])
  expect(await world.stack.requests()).toEqual([])
  await expect.poll(() => saved(page, "user")).toBeNull()
})

test("[AUTH-5][CALL-3] a refused sign-in as somebody else ends the session there was", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await signIn(page)
  await page.goto("/signin")
  await submitSignIn(page, "noor@example.com", "wrong password")
  await page.getByText("Invalid email or password.").waitFor()
  await expect.poll(() => saved(page, "user")).toBeNull()
  await page.goto("/devices")
  await page.getByText("Sign in to see your bound devices").waitFor()
  const calls = (await world.stack.requests("loginWithToken")).length
  expect(calls).toBeGreaterThan(0)
  expect(fieldOf((await world.stack.requests("signin")).at(-1) ?? { body: null }, "email")).toBe("(hidden)")
})
