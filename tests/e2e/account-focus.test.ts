import type { Locator, Page } from "playwright"
import { expect, test } from "vitest"
import { atAccount, opened } from "./accountScreen.ts"
import { button, field, menuOf } from "./screen.ts"
import { startWorld } from "./world.ts"

/** The target of the focus when the pressed control disappears. */

const world = startWorld({ isPooled: true })

const section = (page: Page, name: string) => page.getByRole("region", { name })
/** Expects the focus on a control of this part of the page. */
const focusIsIn = (part: Locator) => expect.poll(() => part.locator(":focus").count()).toBe(1)

test("[UX-1][UX-3] what is dismissed or left leaves the focus beside it", async () => {
  const { page } = await atAccount(world)
  // Leaving a main account removes its button.
  const mains = section(page, "Connected main accounts")
  await button(mains, "Disconnect from Noor Haddad").focus()
  await page.keyboard.press("Enter")
  await button(await opened(page, "Disconnect from Noor Haddad?"), "Disconnect").focus()
  await page.keyboard.press("Enter")
  await page.getByText("Nobody shares devices with you.").waitFor()
  await focusIsIn(mains)

  // Dismisses the reason of a refusal.
  const ines = page.locator(".sub-row").filter({ has: menuOf(page, "Ines Duarte") })
  await world.stack.fault({ call: "update_subaccount_email", fault: "status:-999", times: 1 })
  await menuOf(page, "Ines Duarte").click()
  await page.getByRole("menuitem", { name: "Edit email", exact: true }).click()
  const editing = await opened(page, "Change the email of Ines Duarte")
  await field(editing, "Email").fill("ines@example.com")
  await button(editing, "Save").click()
  await button(ines, "Dismiss").focus()
  await page.keyboard.press("Enter")
  await button(ines, "Dismiss").waitFor({ state: "detached" })
  await focusIsIn(ines)

  // Closes the code of an invitation.
  await button(page, "Send invitation").click()
  const inviting = await opened(page, "Send invitation")
  await field(inviting, "Name").fill("Pia")
  await field(inviting, "Email").fill("pia@example.com")
  await button(inviting, "Send invitation").click()
  await button(await opened(page, "Invitation"), "Done").click()
  const strip = page.locator(".invite")
  await button(strip, "Dismiss").focus()
  await page.keyboard.press("Enter")
  await strip.waitFor({ state: "detached" })
  await focusIsIn(section(page, "Sub-accounts"))
})
