import type { Scene, Stage } from "../scene.ts"
import { closeMenu, dismiss, goAway, rename, stay } from "./deeds.ts"
import { AGES_MS, OWNER } from "./people.ts"

const owner = { who: OWNER, path: "/settings" } as const

const loaded = ({ see }: Stage) => see("pages.settings.newest")

const atDeletionCode = async ({ press, answer, see }: Stage) => {
  await press("pages.settings.deleteAccount")
  await answer("common.action.sendCode")
  await see("dialog.deleteAccount.verify", { email: OWNER })
}

const help: readonly Scene[] = [
  { name: "help-center", who: OWNER, leave: stay, path: "/help-center", main: true },
  {
    name: "help-center-open",
    leave: goAway,
    who: OWNER,
    path: "/help-center",
    main: true,
    whole: true,
    play: ({ page }) =>
      page.locator("details").evaluateAll((all) => {
        for (const each of all) each.setAttribute("open", "")
      }),
  },
]

const settings: readonly Scene[] = [
  { ...owner, name: "settings", leave: stay, main: true, whole: true, play: loaded },
  { name: "settings-guest", path: "/settings", leave: stay, play: loaded, whole: true },
  {
    ...owner,
    name: "settings-language-list",
    leave: closeMenu,
    main: true,
    play: async ({ page }) => {
      await page.locator(".select button, button[aria-haspopup=listbox]").first().click()
      await page.getByRole("option").first().waitFor()
    },
  },
  {
    ...owner,
    name: "dialog-reset-settings",
    leave: dismiss,
    main: true,
    // The row of the page says the same as the dialog, so that its text tells nothing.
    play: async ({ press, dialog }) => {
      await press("pages.settings.reset")
      await dialog().waitFor()
    },
  },
  {
    ...owner,
    name: "dialog-delete-account",
    leave: dismiss,
    main: true,
    play: async ({ press, see }) => {
      await press("pages.settings.deleteAccount")
      await see("dialog.deleteAccount.next")
    },
  },
  { ...owner, name: "dialog-delete-account-code", leave: dismiss, main: true, play: atDeletionCode },
  {
    ...owner,
    name: "dialog-delete-account-code-wrong",
    leave: dismiss,
    play: async (stage) => {
      await atDeletionCode(stage)
      await stage.fill("common.field.code", "000000")
      await stage.answer("dialog.deleteAccount.submit")
      await stage.see("common.error.codeWrong")
    },
  },
  {
    ...owner,
    name: "dialog-delete-account-processing",
    before: ({ stack }) => stack.fault({ call: "deactivate_confirm", fault: "delay", ms: AGES_MS }),
    play: async (stage) => {
      await atDeletionCode(stage)
      await stage.fill("common.field.code", "123456")
      await stage.answer("dialog.deleteAccount.submit")
      await stage.see("dialog.deleteAccount.processing")
    },
  },
]

/** The rows stand there before their events are read. */
const read = ({ page }: Stage) => page.locator(".erow .cut").first().waitFor()

const log: readonly Scene[] = [
  {
    who: OWNER,
    path: "/log",
    name: "log",
    leave: stay,
    main: true,
    play: read,
  },
  {
    who: OWNER,
    path: "/devices",
    name: "log-replay",
    play: async (stage) => {
      const { page, t, see, visit } = stage
      await rename(stage, "Workshop bench", "Bench 2")
      await see("common.success.deviceRenamed")
      await visit("/log")
      const confirmed = page.locator(".erow", { hasText: t("pages.log.event.ActionConfirmed") })
      await confirmed.first().click()
      await page.frameLocator(".rview iframe").locator("h1").first().waitFor()
      await page.locator(".chain .at").waitFor()
    },
  },
]

/** Help center, settings and the event log. */
export const settingsScenes: readonly Scene[] = [...help, ...settings, ...log]
