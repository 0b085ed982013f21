import { md5 } from "../../emulator/actors.ts"
import type { Scene, SceneStage } from "../scene.ts"
import { AGES_MS, MIRA, NOOR, OWNER, PASSWORD, SUB } from "./people.ts"
import { closeMenu, dismiss, goOffline, stay } from "./steps.ts"

const INES = "Ines Duarte"
const JONAS = "Jonas Weber"
const LEA = "Lea Fontaine"
const TOMAS = "Tomás Vidal"
const FRIEND = "Noor Haddad"

const owner = { who: OWNER, path: "/account" } as const
const listed = ({ seeName }: SceneStage) => seeName(INES)

const invite = async (stage: SceneStage) => {
  const { press, fill, answer, seeName } = stage
  await listed(stage)
  await press("common.action.sendInvitation")
  await fill("common.field.name", "Zoe Park")
  await fill("common.field.email", "zoe@example.com")
  await answer("common.action.sendInvitation")
  await seeName("Zoe Park")
  await stage.see("dialog.invitation.scan")
}

const entry = (name: string, key: Parameters<SceneStage["menu"]>[1]) => async (stage: SceneStage) => {
  await listed(stage)
  await stage.menu(name, key)
}

/** The owner invites, and the person at the screen accepts. */
const accept = async ({ stack, press, fill, answer, see }: SceneStage) => {
  const signedIn = await stack.post("signin", { email: md5(OWNER), password: md5(PASSWORD) })
  const { code } = await stack.post("send_invitation", {
    uid: signedIn.uid,
    token: signedIn.token,
    email: NOOR,
    name: FRIEND,
    invitedBy: "Studio Nord",
    link: `${stack.cloud}/invitation`,
  })
  await press("common.action.acceptInvitation")
  await fill("dialog.acceptInvitation.label", String(code))
  await answer("common.action.acceptInvitation")
  await see("pages.account.mains.waiting")
}

const screens: readonly Scene[] = [
  { ...owner, name: "account", leave: stay, main: true, whole: true, play: listed },
  {
    name: "account-sub-account",
    who: SUB,
    path: "/account",
    leave: stay,
    main: true,
    play: ({ seeName }) => seeName("Studio Nord"),
  },
  {
    name: "account-guest",
    path: "/account",
    leave: stay,
    main: true,
    play: ({ see }) => see("pages.account.signedOut"),
  },
  {
    name: "account-empty",
    who: MIRA,
    path: "/account",
    leave: stay,
    main: true,
    play: ({ see }) => see("pages.account.subs.empty"),
  },
  { name: "account-waiting-for-approval", who: NOOR, path: "/account", main: true, play: accept },
  {
    ...owner,
    name: "account-loading",
    main: true,
    before: async ({ stack }) => {
      await stack.fault({ call: "get_subaccount_list", fault: "delay", ms: AGES_MS, times: 10 })
      await stack.fault({ call: "get_main_accounts", fault: "delay", ms: AGES_MS, times: 10 })
    },
    play: ({ page }) => page.locator(".subs .sk").first().waitFor(),
  },
  {
    ...owner,
    name: "account-first-load-failed",
    repeats: true,
    main: true,
    before: async ({ stack }) => {
      await stack.fault({ call: "get_subaccount_list", fault: "status:-999", times: 10 })
      await stack.fault({ call: "get_main_accounts", fault: "status:-999", times: 10 })
    },
    play: ({ t, see }) => see("devices.failed.nothing", { reason: t("common.error.unknown") }),
  },
  {
    ...owner,
    name: "account-cloud-fault",
    leave: async ({ stack, press, page }) => {
      await stack.clearFaults()
      await press("common.action.refresh")
      await page.locator(".list-note").waitFor({ state: "detached" })
    },
    play: async (stage) => {
      await listed(stage)
      await stage.stack.fault({ call: "get_subaccount_list", fault: "status:-999", times: 10 })
      await stage.press("common.action.refresh")
      await stage.page.locator(".list-note").waitFor()
    },
  },
  {
    ...owner,
    name: "account-offline-pending",
    main: true,
    play: async (stage) => {
      const { press, fill, answer, menu, dialog, see } = stage
      await listed(stage)
      for (const open of ["pages.account.rename", "common.action.sendInvitation"] as const) {
        await press(open)
        await dialog().waitFor()
        await answer("common.action.cancel")
        await dialog().waitFor({ state: "detached" })
      }
      await menu(INES, "common.action.rename")
      await answer("common.action.cancel")
      await goOffline(stage)
      await press("pages.account.rename")
      await fill("common.field.name", "Studio Süd")
      await answer("common.action.save")
      await dialog().waitFor({ state: "detached" })
      await menu(INES, "common.action.rename")
      await fill("common.field.name", "Ines D. Ribeiro")
      await answer("common.action.save")
      await dialog().waitFor({ state: "detached" })
      await menu(JONAS, "common.action.disable")
      await menu(LEA, "common.action.enable")
      await see("pages.account.subs.change.enabling")
    },
  },
  {
    ...owner,
    name: "account-refused",
    main: true,
    before: async ({ stack }) => {
      await stack.fault({ call: "rename_account", fault: "status:-999" })
      await stack.fault({ call: "update_subaccount_state", fault: "status:-999" })
      await stack.fault({ call: "disconnect_main_account", fault: "drop-reply" })
    },
    play: async (stage) => {
      const { press, fill, answer, menu, page, t } = stage
      await listed(stage)
      await press("pages.account.rename")
      await fill("common.field.name", "Never")
      await answer("common.action.save")
      await menu(JONAS, "common.action.disable")
      const refused = t("pages.account.setback.refused", {
        what: t("pages.account.setback.what.update_subaccount_state"),
        reason: t("common.error.unknown"),
      })
      await page.getByText(refused).waitFor()
    },
  },
  {
    ...owner,
    name: "account-invited",
    repeats: true,
    main: true,
    play: async (stage) => {
      await invite(stage)
      await stage.answer("common.action.done")
      await stage.page.locator(".invite").waitFor()
    },
  },
  { ...owner, name: "account-menu", leave: closeMenu, placed: true, main: true, play: entry(INES, undefined) },
]

const ownDialogs: readonly Scene[] = [
  { ...owner, name: "dialog-rename-account", leave: dismiss, play: ({ press }) => press("pages.account.rename") },
  {
    ...owner,
    name: "dialog-change-email",
    leave: dismiss,
    main: true,
    play: ({ press }) => press("pages.account.changeEmail"),
  },
  {
    ...owner,
    name: "dialog-change-email-same",
    leave: dismiss,
    play: async ({ press, fill, answer, see }) => {
      await press("pages.account.changeEmail")
      await fill("dialog.changeEmail.label", OWNER)
      await answer("common.action.sendCode")
      await see("common.invalid.sameEmail")
    },
  },
  {
    ...owner,
    name: "dialog-change-email-code",
    leave: dismiss,
    main: true,
    play: async ({ press, fill, answer, see }) => {
      await press("pages.account.changeEmail")
      await fill("dialog.changeEmail.label", "fresh@example.com")
      await answer("common.action.sendCode")
      await see("dialog.changeEmail.sent", { email: "fresh@example.com" })
    },
  },
  {
    ...owner,
    name: "dialog-accept-invitation",
    leave: dismiss,
    main: true,
    play: ({ press }) => press("common.action.acceptInvitation"),
  },
  {
    ...owner,
    name: "dialog-accept-invitation-refused",
    leave: dismiss,
    play: async ({ press, fill, answer, see }) => {
      await press("common.action.acceptInvitation")
      await fill("dialog.acceptInvitation.label", "000000")
      await answer("common.action.acceptInvitation")
      await see("common.error.invitationInvalid")
    },
  },
  {
    ...owner,
    name: "dialog-disconnect",
    leave: dismiss,
    play: async ({ press, see }) => {
      await press("pages.account.mains.disconnect", { name: FRIEND })
      await see("dialog.disconnect.submit")
    },
  },
]

const subDialogs: readonly Scene[] = [
  {
    ...owner,
    name: "dialog-invitation",
    leave: dismiss,
    main: true,
    play: ({ press }) => press("common.action.sendInvitation"),
  },
  {
    ...owner,
    name: "dialog-invitation-empty-fields",
    leave: dismiss,
    play: async ({ press, answer, see }) => {
      await press("common.action.sendInvitation")
      await answer("common.action.sendInvitation")
      await see("common.invalid.allRequired")
    },
  },
  { ...owner, name: "dialog-invitation-sent", main: true, play: invite },
  {
    ...owner,
    name: "dialog-invitation-code-again",
    repeats: true,
    play: async (stage) => {
      await invite(stage)
      await stage.answer("common.action.done")
      await stage.dialog().waitFor({ state: "detached" })
      await stage.press("pages.account.subs.showQr", { name: "Zoe Park" })
      await stage.see("dialog.invitation.scan")
    },
  },
  {
    ...owner,
    name: "dialog-sub-devices",
    leave: dismiss,
    main: true,
    play: entry(INES, "pages.account.subs.do.manageDevices"),
  },
  { ...owner, name: "dialog-sub-preview", leave: dismiss, play: entry(INES, "pages.account.subs.do.preview") },
  { ...owner, name: "dialog-sub-preview-nothing", leave: dismiss, play: entry(TOMAS, "pages.account.subs.do.preview") },
  { ...owner, name: "dialog-sub-rename", leave: dismiss, play: entry(LEA, "common.action.rename") },
  { ...owner, name: "dialog-sub-email", leave: dismiss, play: entry(INES, "pages.account.subs.do.editEmail") },
  {
    ...owner,
    name: "dialog-sub-remove",
    leave: dismiss,
    main: true,
    play: entry(TOMAS, "pages.account.subs.do.remove"),
  },
]

/** The account screen in each of its states, its menus and dialogs. */
export const accountScenes: readonly Scene[] = [...screens, ...ownDialogs, ...subDialogs]
