import type { Page } from "playwright"
import { expect, test } from "vitest"
import type { CallName } from "../../src/domain/wire/cloud.ts"
import { atAccount, opened } from "./accountScreen.ts"
import { fieldOf } from "./journal.ts"
import { actions, button, field, menuOf, OWNER, openOutbox, outboxTells, SUB, submitSignIn } from "./screen.ts"
import { startWorld } from "./world.ts"

/**
 * Every action of the account side that can wait: without a network, over a reload, refused, and after the end of its
 * session.
 */

const world = startWorld({ isStored: true, isPooled: true })

const row = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Sub-accounts" })
    .getByRole("listitem")
    .filter({ has: menuOf(page, name) })
const inMenu = async (page: Page, name: string, entry: string) => {
  await menuOf(page, name).click()
  await page.getByRole("menuitem", { name: entry, exact: true }).click()
}
const saveAs = async (page: Page, title: string, label: string, value: string) => {
  const asking = await opened(page, title)
  await field(asking, label).fill(value)
  await button(asking, "Save").click()
  await asking.waitFor({ state: "hidden" })
}

interface Waiting {
  readonly call: CallName
  /** Its text in the outbox. */
  readonly title: string
  readonly ask: (page: Page) => Promise<void>
  /** The screen while the action waits. */
  readonly pending: (page: Page) => Promise<unknown>
  /** A field of the body of its one request. */
  readonly sent: readonly [field: string, value: unknown]
  /** The screen after a refusal: the reason, and the previous value. */
  readonly refused: (page: Page) => Promise<unknown>
}

const UNKNOWN = "was refused: Unknown error. Please try again."

const waiting: readonly Waiting[] = [
  {
    call: "rename_account",
    title: "Rename your account to Studio Süd",
    ask: async (page) => {
      await button(page, "Change name").click()
      await saveAs(page, "Rename your account", "Name", "Studio Süd")
    },
    pending: (page) => page.getByText("Studio Süd").first().waitFor(),
    sent: ["newName", "Studio Süd"],
    refused: async (page) => {
      await page.getByText(`Rename ${UNKNOWN}`).first().waitFor()
      await page.getByText("Studio Nord").first().waitFor()
    },
  },
  {
    call: "rename_subaccount",
    title: "Rename Tomás Vidal to Tomás V.",
    ask: async (page) => {
      await inMenu(page, "Tomás Vidal", "Rename")
      await saveAs(page, "Rename Tomás Vidal", "Name", "Tomás V.")
    },
    pending: (page) => row(page, "Tomás V.").getByText("Not confirmed yet").first().waitFor(),
    sent: ["newName", "Tomás V."],
    refused: (page) => row(page, "Tomás Vidal").getByText(`Rename ${UNKNOWN}`).waitFor(),
  },
  {
    call: "update_subaccount_email",
    title: "Change the email of Mira Sato",
    ask: async (page) => {
      await inMenu(page, "Mira Sato", "Edit email")
      await saveAs(page, "Change the email of Mira Sato", "Email", "mira.sato@example.com")
    },
    pending: (page) => row(page, "Mira Sato").getByText("mira.sato@example.com").waitFor(),
    sent: ["newEmail", "mira.sato@example.com"],
    refused: async (page) => {
      await row(page, "Mira Sato").getByText(`Email change ${UNKNOWN}`).waitFor()
      await row(page, "Mira Sato").getByText("mira@example.com").waitFor()
    },
  },
  {
    call: "update_subaccount_state",
    title: "Enable Lea Fontaine",
    ask: (page) => button(row(page, "Lea Fontaine"), "Enable").click(),
    pending: (page) => row(page, "Lea Fontaine").getByText("Enabling").waitFor(),
    sent: ["state", 2],
    refused: async (page) => {
      await row(page, "Lea Fontaine").getByText(`Status change ${UNKNOWN}`).waitFor()
      await row(page, "Lea Fontaine").getByText("Disabled", { exact: true }).waitFor()
    },
  },
  {
    call: "modify_subdevice",
    title: "Assign Front desk to Ines Duarte",
    ask: async (page) => {
      await inMenu(page, "Ines Duarte", "Manage devices")
      const choosing = await opened(page, "Devices shared with Ines Duarte")
      await choosing.getByText("Front desk").click()
      await button(choosing, "Save").click()
      await choosing.waitFor({ state: "hidden" })
    },
    pending: (page) => row(page, "Ines Duarte").getByText("Not confirmed yet").first().waitFor(),
    sent: ["isAdd", true],
    refused: (page) => row(page, "Ines Duarte").getByText(`Device assignment ${UNKNOWN}`).waitFor(),
  },
  {
    call: "send_invitation",
    title: "Invite Pia",
    ask: async (page) => {
      await button(page, "Send invitation").click()
      const inviting = await opened(page, "Send invitation")
      await field(inviting, "Name").fill("Pia")
      await field(inviting, "Email").fill("pia@example.com")
      await button(inviting, "Send invitation").click()
      await button(await opened(page, "Invitation"), "Done").click()
    },
    pending: () => Promise.resolve(),
    sent: ["email", "pia@example.com"],
    refused: () => Promise.resolve(),
  },
  {
    call: "disconnect_main_account",
    title: "Disconnect from Noor Haddad",
    ask: async (page) => {
      await button(page, "Disconnect from Noor Haddad").click()
      await button(await opened(page, "Disconnect from Noor Haddad?"), "Disconnect").click()
    },
    pending: (page) => page.getByText("Disconnecting").first().waitFor(),
    sent: ["accountId", expect.any(String)],
    refused: async (page) => {
      await page.getByText("Failed to disconnect from main account.").first().waitFor()
      await button(page, "Disconnect from Noor Haddad").waitFor()
    },
  },
]

const calls = waiting.map(({ call }) => call)
const sentOf = async (call: CallName) => await world.stack.requests(call)

/** Asks for all actions without a network. */
const askAll = async () => {
  const { page, person, setOffline } = await atAccount(world)
  await row(page, "Ines Duarte").waitFor()
  await button(page, "Disconnect from Noor Haddad").waitFor()
  await setOffline(true)
  for (const { ask } of waiting) await ask(page)
  await outboxTells(page, `${waiting.length} actions waiting`)
  return { page, person, setOffline }
}

test("[OFFLINE-2][OFFLINE-7][OFFLINE-9] all of it waits, is shown as asked for, survives a reload, and is sent once", async () => {
  const { page, setOffline } = await askAll()
  for (const { pending } of waiting) await pending(page)
  await page.reload()
  for (const { pending } of waiting) await pending(page)
  await openOutbox(page)
  for (const { title } of waiting) await actions(page, title).getByText("Queued").waitFor()
  for (const call of calls) expect(await sentOf(call)).toEqual([])
  await setOffline(false)
  for (const { title } of waiting) await actions(page, title).getByText("Confirmed").waitFor()
  for (const { call, sent } of waiting) {
    const [name, value] = sent
    expect((await sentOf(call)).map((entry) => fieldOf(entry, name))).toEqual([value])
  }
  await outboxTells(page, "empty")
})

test("[OFFLINE-9][MSG-1] whatever is refused says why, and the value before comes back", async () => {
  const { page, setOffline } = await askAll()
  for (const call of calls)
    await world.stack.fault({ call, fault: call === "send_invitation" ? "status:-103" : "status:-7", times: 1 })
  await setOffline(false)
  await outboxTells(page, `${waiting.length} refused`)
  for (const { refused } of waiting) await refused(page)
  await openOutbox(page)
  for (const { title } of waiting) await actions(page, title).getByText("Refused.").waitFor()
  await actions(page, "Invite Pia").getByText("Email already exists.").waitFor()
  for (const call of calls) await expect.poll(() => sentOf(call)).toHaveLength(1)
})

test("[OFFLINE-8][OFFLINE-3][MSG-2] the end of the session holds it, another account sends none of it, its own sends it once", async () => {
  const { page, person, setOffline } = await askAll()
  // The session has ended unnoticed: the first request shows it.
  for (const call of ["loginWithToken", ...calls] as const)
    await world.stack.fault({ call, fault: "status:-109", times: 1_000 })
  await setOffline(false)
  await page.waitForURL("**/signin")
  await world.stack.clearFaults()
  const before = person.watch.posts().length
  await submitSignIn(page, SUB)
  await page.waitForURL((url) => !url.pathname.startsWith("/signin"))
  await page.getByRole("link", { name: "Devices" }).click()
  await page.waitForURL("**/devices")
  await openOutbox(page)
  for (const { title } of waiting) await actions(page, title).getByText("On hold").first().waitFor()
  await actions(page, "Invite Pia").getByText(OWNER).waitFor()
  const since = person.watch.posts().slice(before)
  const queued = new Set(calls.map((call) => `/${call}`))
  expect(since.filter(({ path }) => [...queued].some((call) => path.endsWith(call)))).toEqual([])
  await button(page, "Log out").click()
  await page.waitForURL("**/signin")
  await submitSignIn(page, OWNER)
  await page.waitForURL((url) => !url.pathname.startsWith("/signin"))
  await page.getByRole("link", { name: "Devices" }).click()
  await page.waitForURL("**/devices")
  await openOutbox(page)
  for (const { title } of waiting) await actions(page, title).getByText("Confirmed").waitFor()
  for (const call of calls) expect((await sentOf(call)).filter(({ applied }) => applied)).toHaveLength(1)
})
