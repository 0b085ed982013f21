import type { Scene, SceneStage } from "../scene.ts"
import { AGES_MS, OWNER } from "./people.ts"
import { closeMenu, dismiss, goAway, stay } from "./steps.ts"

const owner = { who: OWNER, path: "/settings" } as const

const loaded = ({ see }: SceneStage) => see("pages.settings.newest")

const atDeletionCode = async ({ press, answer, see }: SceneStage) => {
  await press("pages.settings.deleteAccount")
  await answer("common.action.sendCode")
  await see("dialog.deleteAccount.verify", { email: OWNER })
}

/** The page opens when the log is read. A little later it knows the session and whether the server answers. */
const helpOpened = async ({ page, t, see }: SceneStage) => {
  await see("pages.help.tutorials.title")
  await page.locator(".side").getByText(t("layout.connection.online"), { exact: true }).waitFor()
}

const help: readonly Scene[] = [
  { name: "help-center", who: OWNER, leave: stay, path: "/help-center", main: true, play: helpOpened },
  {
    name: "help-center-open",
    leave: goAway,
    who: OWNER,
    path: "/help-center",
    main: true,
    whole: true,
    play: async (stage) => {
      await helpOpened(stage)
      await stage.page.locator("details").evaluateAll((all) => {
        for (const each of all) each.setAttribute("open", "")
      })
    },
  },
]

const settings: readonly Scene[] = [
  { ...owner, name: "settings", leave: stay, main: true, whole: true, play: loaded },
  { name: "settings-guest", path: "/settings", leave: stay, play: loaded, whole: true },
  {
    ...owner,
    name: "settings-language-list",
    leave: closeMenu,
    placed: true,
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
    // The row on the page has the same text as the dialog, so the scene cannot wait for the text.
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

/** Help center and settings. */
export const settingsScenes: readonly Scene[] = [...help, ...settings]
