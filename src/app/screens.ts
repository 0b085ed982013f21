import { type ComponentType, createElement, lazy } from "react"
import { type LaterPart, laterPart } from "./dialogs/later.tsx"
import { opensOnDevices } from "./shell/localStorage.ts"
import { Unfetched } from "./shell/Unfetched.tsx"

/** Every screen is a chunk of its own (ROUTE-5). */
const parts = {
  layout: laterPart(() => import("./shell/MainLayout.tsx").then(({ MainLayout }) => MainLayout)),
  signIn: laterPart(() => import("./screens/SignIn.tsx").then(({ SignIn }) => SignIn)),
  signUp: laterPart(() => import("./screens/SignUp.tsx").then(({ SignUp }) => SignUp)),
  resetPassword: laterPart(() => import("./screens/ResetPassword.tsx").then(({ ResetPassword }) => ResetPassword)),
  devices: laterPart(() => import("./screens/Devices.tsx").then(({ Devices }) => Devices)),
  account: laterPart(() => import("./screens/Account.tsx").then(({ Account }) => Account)),
  helpCenter: laterPart(() => import("./screens/HelpCenter.tsx").then(({ HelpCenter }) => HelpCenter)),
  settings: laterPart(() => import("./screens/Settings.tsx").then(({ Settings }) => Settings)),
  notFound: laterPart(() => import("./screens/NotFound.tsx").then(({ NotFound }) => NotFound)),
}

/** Suspends until the page is fetched; one that cannot be had leaves the sign that says so in its place. */
const page = (part: LaterPart<object>): ComponentType =>
  lazy(async () => {
    await part.fetch().catch(() => undefined)
    return { default: part.part() ?? (() => createElement(Unfetched, { of: part })) }
  })

export const MainLayout = page(parts.layout)
export const SignIn = page(parts.signIn)
export const SignUp = page(parts.signUp)
export const ResetPassword = page(parts.resetPassword)
export const Devices = page(parts.devices)
export const Account = page(parts.account)
export const HelpCenter = page(parts.helpCenter)
export const Settings = page(parts.settings)
export const NotFound = page(parts.notFound)

type ScreenName = keyof typeof parts

const firstOf: Readonly<Record<string, readonly ScreenName[]>> = {
  "/signin": ["signIn"],
  "/signup": ["signUp"],
  "/reset-password": ["resetPassword"],
  "/devices": ["layout", "devices"],
  "/account": ["layout", "account"],
  "/invitation": ["layout", "account"],
  "/help-center": ["layout", "helpCenter"],
  "/settings": ["layout", "settings"],
}

/** Fetches what the address opens on, so that the first picture is the screen itself. */
export const loadFirstScreen = async (path: string): Promise<void> => {
  const first = path === "/" ? (opensOnDevices() ? "/devices" : "/signin") : path
  await Promise.all((firstOf[first] ?? ["notFound"]).map((name) => parts[name].fetch()))
}
