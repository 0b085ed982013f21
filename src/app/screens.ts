import { lazy } from "react"
import { opensOnDevices } from "./shell/localStorage.ts"

/** Every screen is a chunk of its own (ROUTE-5). */
const loaders = {
  layout: () => import("./shell/MainLayout.tsx").then(({ MainLayout }) => ({ default: MainLayout })),
  signIn: () => import("./screens/SignIn.tsx").then(({ SignIn }) => ({ default: SignIn })),
  signUp: () => import("./screens/SignUp.tsx").then(({ SignUp }) => ({ default: SignUp })),
  resetPassword: () => import("./screens/ResetPassword.tsx").then(({ ResetPassword }) => ({ default: ResetPassword })),
  devices: () => import("./screens/Devices.tsx").then(({ Devices }) => ({ default: Devices })),
  account: () => import("./screens/Account.tsx").then(({ Account }) => ({ default: Account })),
  helpCenter: () => import("./screens/HelpCenter.tsx").then(({ HelpCenter }) => ({ default: HelpCenter })),
  settings: () => import("./screens/Settings.tsx").then(({ Settings }) => ({ default: Settings })),
  notFound: () => import("./screens/NotFound.tsx").then(({ NotFound }) => ({ default: NotFound })),
}

export const MainLayout = lazy(loaders.layout)
export const SignIn = lazy(loaders.signIn)
export const SignUp = lazy(loaders.signUp)
export const ResetPassword = lazy(loaders.resetPassword)
export const Devices = lazy(loaders.devices)
export const Account = lazy(loaders.account)
export const HelpCenter = lazy(loaders.helpCenter)
export const Settings = lazy(loaders.settings)
export const NotFound = lazy(loaders.notFound)

type ScreenName = keyof typeof loaders

const firstOf: Readonly<Record<string, readonly ScreenName[]>> = {
  "/signin": ["signIn"],
  "/signup": ["signUp"],
  "/reset-password": ["resetPassword"],
  "/devices": ["layout", "devices"],
  "/account": ["layout", "account"],
  "/help-center": ["layout", "helpCenter"],
  "/settings": ["layout", "settings"],
}

/** Fetches what the address opens on, so that the first picture is the screen itself. */
export const loadFirstScreen = async (path: string): Promise<void> => {
  const first = path === "/" ? (opensOnDevices() ? "/devices" : "/signin") : path
  await Promise.all((firstOf[first] ?? ["notFound"]).map((name) => loaders[name]()))
}
