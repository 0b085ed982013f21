import type { BrowserContext, Page, Route } from "playwright"
import { expect, test } from "vitest"
import { opened } from "./accountScreen.ts"
import { button, heading, link, openOutbox, outbox, toast } from "./screen.ts"
import { startWorld } from "./world.ts"

/** Code that cannot load when it is needed: the network was lost before the app was stored, or a new version came. */

const world = startWorld()

/** Parts of the app. build/chunks.ts names their files. */
const DEVICES = "devices"
const DIALOGS = "dialogs"
const OVERLAYS = "overlays"
const PAGES = "pages"

const chunk = (name: string) => new RegExp(`/assets/${name}-[\\w-]+\\.js`)
const cut = (context: BrowserContext, name: string, how: "abort" | "gone") =>
  context.route(chunk(name), (route) =>
    how === "abort" ? route.abort("internetdisconnected") : route.fulfill({ status: 404, body: "gone" }),
  )
const mend = (context: BrowserContext, name: string) => context.unroute(chunk(name))

const atAccount = async (page: Page) => {
  await link(page, "Account").click()
  await heading(page, "Connected main accounts").waitFor()
}

test("[OFFLINE-1][UX-4] a page that cannot be fetched says that it needs a connection, and opens when it is back", async () => {
  const { person, page } = await world.atDevices({
    prepare: (context) => cut(context, PAGES, "abort"),
  })
  await link(page, "Help center").click()
  await heading(page, "This page requires a connection").waitFor()
  await expect.poll(() => page.title()).toContain("This page requires a connection")
  // The rest of the app is usable meanwhile.
  await openOutbox(page)
  await heading(outbox(page), "Nothing is waiting").waitFor()
  await button(page, "Try again").click()
  await page.getByText("A newer version may have replaced this page").waitFor()
  await button(page, "Reload").waitFor()
  await mend(person.context, PAGES)
  await button(page, "Try again").click()
  await heading(page, "Help center").waitFor()
})

test("[OFFLINE-1][UX-4] it opens once the network is back, and other pages do meanwhile", async () => {
  const { person, page } = await world.atDevices({ prepare: (context) => cut(context, PAGES, "abort") })
  await person.context.setOffline(true)
  await mend(person.context, PAGES)
  await link(page, "Settings").click()
  await heading(page, "This page requires a connection").waitFor()
  await button(page, "Reload").waitFor()
  await link(page, "Devices").click()
  await heading(page, "Devices").first().waitFor()
  await link(page, "Settings").click()
  await heading(page, "This page requires a connection").waitFor()
  await person.context.setOffline(false)
  await heading(page, "Settings").waitFor()
})

test("[OFFLINE-1][UX-4] it opens once the network comes back during a try that fails", async () => {
  const { person, page } = await world.atDevices({ prepare: (context) => cut(context, PAGES, "abort") })
  await link(page, "Settings").click()
  // The page's own try at its opening has failed too.
  await button(page, "Reload").waitFor()
  const held = Promise.withResolvers<Route>()
  await mend(person.context, PAGES)
  await person.context.route(chunk(PAGES), (route) => held.resolve(route), { times: 1 })
  await button(page, "Try again").click()
  const failing = await held.promise
  await person.context.setOffline(true)
  await person.context.setOffline(false)
  await failing.abort("internetdisconnected")
  await heading(page, "Settings").waitFor()
})

test("[UX-4] a sidebar that cannot be fetched says so as well", async () => {
  const person = await world.person()
  await cut(person.context, DEVICES, "gone")
  const page = await person.open("/settings")
  await button(page, "Reload").waitFor()
  await mend(person.context, DEVICES)
  await button(page, "Try again").click()
  await heading(page, "Settings").waitFor()
})

test.each(["abort", "gone"] as const)(
  "[UX-4][OFFLINE-2] a dialog that cannot be fetched (%s) says so, and opens on the next try",
  async (how) => {
    const { person, page } = await world.atDevices({
      prepare: (context) => cut(context, DIALOGS, how),
    })
    await atAccount(page)
    await button(page, "Change email").click()
    const failed = toast(page, "alert", "This could not be loaded. Check your connection and try again.")
    await failed.waitFor()
    // It stays while the pointer rests on it.
    await failed.hover()
    await mend(person.context, DIALOGS)
    await button(page.getByRole("region", { name: "Notifications" }), "Try again").click()
    await opened(page, "Change email")
  },
)

test("[UX-4] while no dialog can be fetched the page works, and each opens when it is asked for again", async () => {
  const { person, page } = await world.atDevices({
    prepare: (context) => cut(context, DIALOGS, "gone"),
  })
  await atAccount(page)
  await button(page, "Change email").click()
  await toast(page, "alert", "This could not be loaded").waitFor()
  await link(page, "Settings").click()
  await heading(page, "Settings").waitFor()
  await atAccount(page)
  await mend(person.context, DIALOGS)
  await button(page, "Change name").click()
  const renaming = await opened(page, "Rename your account")
  await button(renaming, "Cancel").click()
  await renaming.waitFor({ state: "hidden" })
  await button(page, "Change email").click()
  await opened(page, "Change email")
})

test("[MSG-4][UX-3][UX-4] messages, palette and dialogs whose code cannot be fetched at first are there once it can", async () => {
  const person = await world.person()
  await cut(person.context, OVERLAYS, "abort")
  const page = await person.open("/settings")
  await heading(page, "Settings").waitFor()
  await page.getByRole("switch", { name: "Skip sign-in" }).press(" ")
  await expect.poll(() => page.evaluate(() => localStorage.getItem("skipLogin"))).toBe("true")
  await mend(person.context, OVERLAYS)
  await toast(page, "status", "Skip sign-in: enabled.").waitFor()
  const palette = page.getByRole("dialog", { name: "Command palette" })
  // A key before its listener is lost.
  const asked = async () => {
    await page.keyboard.press("Control+k")
    return palette.count()
  }
  await expect.poll(asked).toBe(1)
  await page.keyboard.press("Escape")
  await palette.waitFor({ state: "detached" })
  await button(page, "Reset settings").click()
  await opened(page, "Reset settings?")
})
