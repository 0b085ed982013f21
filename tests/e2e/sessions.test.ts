import { expect, test } from "vitest"
import { fates, fieldOf } from "./journal.ts"
import {
  actions,
  button,
  card,
  field,
  link,
  loseNetwork,
  menuOf,
  NEW,
  OWNER,
  openOutbox,
  reboot,
  rename,
  SUB,
  signIn,
  submitSignIn,
  toast,
  wake,
} from "./screen.ts"
import { startWorld } from "./world.ts"

/** Sessions that end: an action waits for its own account and never for another. */

const world = startWorld({ isPooled: true })
const BENCH = "Workshop bench"
const ROOM = "Control room A"

const renames = () => world.stack.requests("rename_device")

const savedUser = (): string | null => localStorage.getItem("user")

/** The owner, with a rename that met the end of the session. */
const heldRename = async (fault: string) => {
  const { did } = await world.stack.device(BENCH)
  const { person, page } = await world.atDevices()
  await world.stack.fault({ call: "rename_device", fault })
  await rename(page, BENCH, "Held name")
  await page.waitForURL("**/signin")
  return { did, person, page }
}

test.each(["status:-109", "expire-session"])(
  "[MSG-2][OFFLINE-3] %s ends the session, the rename is held, and is sent after the next sign-in",
  async (fault) => {
    const { did, page } = await heldRename(fault)
    await page.getByText("1 action will be sent once you sign in again.").waitFor()
    // A returning person types only the password.
    await expect.poll(() => field(page, "Email").inputValue()).toBe(OWNER)
    await expect.poll(() => field(page, "Password").evaluate((it) => it === document.activeElement)).toBe(true)
    await expect.poll(() => page.evaluate(savedUser)).toBeNull()
    expect((await world.stack.deviceById(did)).name).toBe(BENCH)
    await signIn(page)
    await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Held name")
    await card(page, "Held name").getByText("Not confirmed yet").waitFor({ state: "detached" })
    const expected = fault === "expire-session" ? "expire-session not applied" : `${fault} not applied`
    expect(fates(await renames())).toEqual([expected, "none applied"])
  },
)

test("[OFFLINE-8][MSG-2] while another account is signed in, nothing of the first is sent", async () => {
  const { did, person, page } = await heldRename("status:-109")
  await signIn(page, SUB)
  await openOutbox(page)
  const held = actions(page, "Held name")
  await held.getByText("On hold").first().waitFor()
  await held.getByText(OWNER).waitFor()
  // Meanwhile actions of the other account are sent and confirmed.
  await rename(page, "Rehearsal room", "Rehearsal hall")
  await actions(page, "Rehearsal hall").getByText("Confirmed").waitFor()
  expect((await world.stack.deviceById(did)).name).toBe(BENCH)
  expect((await renames()).map((entry) => fieldOf(entry, "title"))).toEqual(["Held name", "Rehearsal hall"])

  await button(page, "Log out").click()
  await page.waitForURL("**/signin")
  await signIn(page, OWNER)
  await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Held name")
  const sent = person.watch.posts().filter(({ path }) => path.endsWith("/rename_device"))
  const tokens = new Map(sent.map(({ body }) => [body.title, body.token]))
  const uids = new Map(sent.map(({ body }) => [body.title, body.uid]))
  expect(tokens.get("Held name")).not.toBe(tokens.get("Rehearsal hall"))
  expect(uids.get("Held name")).not.toBe(uids.get("Rehearsal hall"))
})

test("[WAKE-3][REBOOT-1][MSG-2] -106 and -109 to wake and reboot end no session and show in the outbox, without a toast", async () => {
  const { page } = await world.atDevices()
  for (const [device, fault] of [
    [ROOM, "status:-106"],
    [BENCH, "status:-109"],
  ] as const) {
    await world.stack.fault({ call: "request_device", fault })
    await reboot(page, device)
    await openOutbox(page)
    await actions(page, `Reboot ${device}`).getByText("Refused").waitFor()
  }
  await world.stack.fault({ call: "request_device", fault: "status:-109" })
  await wake(page, ROOM)
  await actions(page, `Wake ${ROOM}`).getByText("Refused").waitFor()
  expect(await toast(page, "alert", /./).count()).toBe(0)
  await expect.poll(() => page.evaluate(savedUser)).not.toBeNull()
  // The session continues.
  await rename(page, BENCH, "Still signed in")
  await expect.poll(async () => (await renames()).map(({ applied }) => applied)).toEqual([true])
})

test("[AUTH-10][AUTH-4] a start renews the session: uid and token are replaced by those of the answer", async () => {
  const { page } = await world.atDevices()
  const token = async (): Promise<unknown> => JSON.parse((await page.evaluate(savedUser)) ?? "{}").token
  const before = await token()
  const reads = async () => (await world.stack.requests("loginWithToken")).length
  const known = await reads()
  await page.reload()
  await card(page, BENCH).waitFor()
  await expect.poll(reads).toBeGreaterThan(known)
  await expect.poll(token).not.toBe(before)
  const [first] = await world.stack.requests("loginWithToken")
  expect(first && fieldOf(first, "isWeb")).toBe(true)
})

test("[AUTH-10] without a network a start keeps the saved user and the last known devices, and says how old they are", async () => {
  const { person, page } = await world.atDevices({ isStored: true })
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await person.context.setOffline(true)
  await page.reload()
  await menuOf(page, BENCH).waitFor()
  await page.getByText(/Showing devices as of/).waitFor()
  expect(JSON.parse((await page.evaluate(savedUser)) ?? "{}")).toMatchObject({ email: OWNER, type: "main" })
})

test("[LAYOUT-3] a log-out with unsent actions asks first: kept ones wait for the account", async () => {
  const { did } = await world.stack.device(BENCH)
  const { person, page } = await world.atDevices({ isStored: true })
  await loseNetwork(page)
  await rename(page, BENCH, "Kept name")
  await button(page, "Log out").click()
  await page.getByText("Log out with unsent actions?").waitFor()
  // The toast about the waiting action would cover the dialog.
  await expect.poll(() => page.locator(".toast").count()).toBe(0)
  await button(page, "Keep and log out").click()
  await page.waitForURL("**/signin")
  await toast(page, "status", "Logged out.").waitFor()
  await expect.poll(() => page.evaluate(savedUser)).toBeNull()
  await page.getByText("1 action will be sent once you sign in again.").waitFor()
  await person.context.setOffline(false)
  await signIn(page)
  await expect.poll(async () => (await world.stack.deviceById(did)).name).toBe("Kept name")
})

test("[LAYOUT-3] discarded ones are never sent, and a log-out without unsent actions asks nothing", async () => {
  const { did } = await world.stack.device(BENCH)
  const { person, page } = await world.atDevices({ isStored: true })
  await loseNetwork(page)
  await rename(page, BENCH, "Discarded name")
  await button(page, "Log out").click()
  await button(page, "Discard and log out").click()
  await page.waitForURL("**/signin")
  await person.context.setOffline(false)
  await signIn(page)
  await card(page, BENCH).waitFor()
  await button(page, "Log out").click()
  await page.waitForURL("**/signin")
  expect((await world.stack.deviceById(did)).name).toBe(BENCH)
  expect(await renames()).toEqual([])
})

test("[AUTH-5] refused sign-ins say why: unknown, too fast, not activated, no connection", async () => {
  const person = await world.person()
  const page = await person.open("/signin")
  await submitSignIn(page, OWNER, "wrong password")
  await page.getByRole("alert").filter({ hasText: "Invalid email or password." }).waitFor()
  await expect.poll(() => page.evaluate(savedUser)).toBeNull()
  await submitSignIn(page, NEW)
  const notActivated = "Your account is not activated. Please reset your password to verify and activate your account."
  await page.getByText(notActivated, { exact: true }).waitFor()
  await link(page.getByRole("alert"), "Reset password").click()
  await button(page, "Send code").waitFor()
  expect([await field(page, "Email").inputValue(), new URL(page.url()).search]).toEqual([NEW, ""])
  await link(page, "Back to sign-in").click()
  await world.stack.fault({ call: "signin", fault: "status:-100" })
  await submitSignIn(page)
  await page.getByRole("alert").filter({ hasText: "Login too fast." }).waitFor()
  for (const fault of ["drop-request", "http-500", "http-html", "truncate", "wrong-shape"]) {
    await world.stack.fault({ call: "signin", fault })
    await submitSignIn(page)
    await page.getByRole("alert").filter({ hasText: "Failed to sign in." }).waitFor()
    await submitSignIn(page, OWNER, "wrong password")
    await page.getByRole("alert").filter({ hasText: "Invalid email or password." }).waitFor()
  }
  await expect.poll(() => field(page, "Email").inputValue()).toBe(OWNER)
  await signIn(page)
})
