import type { Scene, SceneStage } from "../scene.ts"
import { AGES_MS, BENCH, NEW, OWNER, PASSWORD } from "./people.ts"
import { closeMenu, goAway, rename, stay } from "./steps.ts"

const SOMEBODY = "zoe@example.com"

const signIn = async ({ fill, press }: SceneStage, email: string, password = PASSWORD) => {
  await fill("common.field.email", email)
  await fill("common.field.password", password)
  await press("auth.signIn.submit")
}

const signUp = async ({ fill, press }: SceneStage) => {
  await fill("common.field.name", "Zoe")
  await fill("common.field.email", SOMEBODY)
  await fill("common.field.password", PASSWORD)
  await fill("common.field.confirmPassword", PASSWORD)
  await press("auth.signUp.submit")
}

const atSignUpCode = async (stage: SceneStage) => {
  await signUp(stage)
  await stage.see("auth.signUp.codeSent", { email: SOMEBODY })
}

const atResetCode = async ({ fill, press, see }: SceneStage) => {
  await fill("common.field.email", OWNER)
  await press("common.action.sendCode")
  await see("auth.reset.codeSent")
}

const signInScenes: readonly Scene[] = [
  { name: "signin", path: "/signin", leave: stay, main: true },
  {
    name: "signin-empty-fields",
    leave: goAway,
    path: "/signin",
    play: async ({ press, see }) => {
      await press("auth.signIn.submit")
      await see("common.invalid.invalidEmail")
    },
  },
  {
    name: "signin-private-exposed",
    leave: goAway,
    path: "/signin",
    main: true,
    play: async ({ press, fill, see }) => {
      await press("auth.server.private")
      await fill("common.field.serverUrl", "http://sightline.example.com:8080")
      await see("auth.server.exposed")
    },
  },
  {
    name: "signin-refused",
    leave: goAway,
    path: "/signin",
    play: async (stage) => {
      await signIn(stage, OWNER, "wrong-password")
      await stage.see("common.error.invalidCredentials")
    },
  },
  {
    name: "signin-not-activated",
    leave: goAway,
    path: "/signin",
    play: async (stage) => {
      await signIn(stage, NEW)
      await stage.see("common.error.notActivated")
    },
  },
  {
    name: "signin-pending",
    repeats: true,
    path: "/signin",
    before: ({ stack }) => stack.fault({ call: "signin", fault: "delay", ms: AGES_MS }),
    play: (stage) => Promise.all([stage.page.waitForRequest("**/signin"), signIn(stage, OWNER)]),
  },
  {
    name: "signin-language-menu",
    leave: closeMenu,
    placed: true,
    path: "/signin",
    main: true,
    play: async ({ page }) => {
      await page.locator("header button").last().click()
      await page.getByRole("menuitemradio").first().waitFor()
    },
  },
  {
    name: "signin-session-ended",
    who: OWNER,
    path: "/devices",
    play: async (stage) => {
      const { page, context, stack, seeName, see } = stage
      await seeName(BENCH)
      await page.waitForLoadState("networkidle")
      await context.setOffline(true)
      await rename(stage, BENCH, "Bench by the window")
      await stack.fault({ call: "rename_device", fault: "status:-109", times: 10 })
      await stack.fault({ call: "loginWithToken", fault: "status:-109", times: 10 })
      await context.setOffline(false)
      await page.waitForURL("**/signin")
      await see("auth.signIn.sessionEnded")
    },
  },
]

const newcomerScenes: readonly Scene[] = [
  { name: "signup", path: "/signup", leave: stay, main: true },
  {
    name: "signup-wrong-fields",
    leave: goAway,
    path: "/signup",
    play: async ({ fill, press, see }) => {
      await fill("common.field.email", "zoe@")
      await fill("common.field.password", "123")
      await press("auth.signUp.submit")
      await see("common.invalid.passwordTooShort")
    },
  },
  {
    name: "signup-refused",
    leave: goAway,
    path: "/signup",
    play: async (stage) => {
      await stage.stack.fault({ call: "signup", fault: "status:-103" })
      await signUp(stage)
      await stage.see("common.error.emailExists")
    },
  },
  { name: "signup-code", path: "/signup", leave: goAway, main: true, play: atSignUpCode },
  {
    name: "signup-code-wrong",
    path: "/signup",
    before: ({ stack }) => stack.fault({ call: "verify_activation", fault: "status:-104" }),
    play: async (stage) => {
      await atSignUpCode(stage)
      await stage.fill("common.field.code", "000000")
      await stage.press("common.action.confirm")
      await stage.see("common.error.codeWrong")
    },
  },
  { name: "reset-password", path: "/reset-password", leave: stay, main: true },
  {
    name: "reset-password-code-first",
    leave: goAway,
    path: "/reset-password",
    play: async ({ press, see }) => {
      await press("common.action.sendCode")
      await see("common.invalid.invalidEmail")
    },
  },
  { name: "reset-password-code-sent", path: "/reset-password", leave: goAway, main: true, play: atResetCode },
  {
    name: "reset-password-wrong-fields",
    leave: goAway,
    path: "/reset-password",
    play: async (stage) => {
      await atResetCode(stage)
      await stage.fill("common.field.newPassword", "123456")
      await stage.fill("common.field.confirmPassword", "1234567")
      await stage.press("auth.reset.submit")
      await stage.see("common.invalid.passwordsDiffer")
    },
  },
]

/** The pages before a sign-in. */
export const authScenes: readonly Scene[] = [...signInScenes, ...newcomerScenes]
