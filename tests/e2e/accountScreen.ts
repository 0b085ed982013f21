import type { Locator, Page } from "playwright"
import { expect } from "vitest"
import type { CallName } from "../../src/domain/wire/cloud.ts"
import { md5 } from "../emulator/actors.ts"
import { installed, link, loseNetwork, OWNER, PASSWORD } from "./screen.ts"
import type { TestStack } from "./stack.ts"
import type { Installing, Person, TestWorld } from "./world.ts"

/** The account screen, and the server's data for it. */

export const atAccount = async (
  world: TestWorld,
  email = OWNER,
  installing: Installing = {},
): Promise<{ readonly page: Page; readonly person: Person; readonly setOffline: (off: boolean) => Promise<void> }> => {
  const { page, person } = await world.atDevices({ email, ...installing })
  await link(page, "Account").click()
  await page.getByRole("heading", { name: "Connected main accounts" }).waitFor()
  const setOffline = async (off: boolean) => {
    // Dialogs load on demand: without a network they come from the installed app.
    if (!off) return person.context.setOffline(false)
    await installed(page)
    await loseNetwork(page)
  }
  return { page, person, setOffline }
}

/** The dialog of this title. */
export const opened = async (page: Page, name: string): Promise<Locator> => {
  const asking = page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }))
  await asking.waitFor()
  return asking
}

/** The code of the newest mail to an address. */
export const latestCode = async (stack: TestStack, to: string): Promise<string> => {
  await expect.poll(async () => (await stack.mail(to)).length).toBeGreaterThan(0)
  return (await stack.mail(to))[0]?.code ?? ""
}

/** The server's record of a sub-account of the demo's owner. Undefined when it is gone. */
export const subAccount = async (stack: TestStack, email: string) =>
  (await stack.state()).accounts
    .find((account) => account.email === OWNER)
    ?.subAccounts.find((sub) => sub.email === email)

/** The demo's owner invites a person from another client. */
export const inviteElsewhere = async (stack: TestStack, name: string, email: string): Promise<void> => {
  const { uid, token } = await stack.post("signin", { email: md5(OWNER), password: md5(PASSWORD) })
  const link = `${stack.cloud}/invitation`
  await stack.post("send_invitation", { uid, token, email, name, invitedBy: "Studio Nord", link })
}

interface Refused {
  readonly call: CallName
  /** Faults in their order, each with its message; no text comes twice in a row. */
  readonly refusals: readonly (readonly [fault: string, says: string])[]
}

/** Repeats a request that is refused in another way each time, and reads the reason. */
export const sayRefusals = async (
  stack: TestStack,
  within: Page | Locator,
  ask: () => Promise<void>,
  { call, refusals }: Refused,
): Promise<void> => {
  for (const [fault, says] of refusals) {
    await expect.poll(() => within.getByText(says).count(), { message: `${says} before ${fault}` }).toBe(0)
    await stack.fault({ call, fault, times: 1 })
    await ask()
    await within.getByText(says).waitFor()
  }
}
