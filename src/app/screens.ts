import { type ComponentType, createElement, lazy, useState } from "react"
import { routeOf } from "../domain/values/routes.ts"
import { runInTurn } from "./loading/inTurn.ts"
import { type LaterPart, laterPart, readyPart } from "./loading/laterPart.ts"
import { quiet } from "./loading/quiet.ts"
import { opensOnDevices } from "./preferences/localStorage.ts"
import { SignIn as FirstScreen } from "./screens/SignIn.tsx"
import { Unfetched } from "./shell/Unfetched.tsx"

/** Screens other than the first are fetched when they are wanted (ROUTE-5); `build/chunks.ts` says in which scripts. */
const parts = {
  layout: laterPart(() => import("./shell/MainLayout.tsx").then(({ MainLayout }) => MainLayout)),
  signIn: readyPart(FirstScreen),
  signUp: laterPart(() => import("./screens/SignUp.tsx").then(({ SignUp }) => SignUp)),
  resetPassword: laterPart(() => import("./screens/ResetPassword.tsx").then(({ ResetPassword }) => ResetPassword)),
  devices: laterPart(() => import("./screens/Devices.tsx").then(({ Devices }) => Devices)),
  account: laterPart(() => import("./screens/Account.tsx").then(({ Account }) => Account)),
  helpCenter: laterPart(() => import("./screens/HelpCenter.tsx").then(({ HelpCenter }) => HelpCenter)),
  settings: laterPart(() => import("./screens/Settings.tsx").then(({ Settings }) => Settings)),
  eventLog: laterPart(() => import("./screens/EventLog.tsx").then(({ EventLog }) => EventLog)),
  network: laterPart(() => import("./screens/Network.tsx").then(({ Network }) => Network)),
  updates: laterPart(() => import("./screens/Updates.tsx").then(({ Updates }) => Updates)),
  viewer: laterPart(() => import("./screens/Viewer.tsx").then(({ Viewer }) => Viewer)),
  notFound: laterPart(() => import("./screens/NotFound.tsx").then(({ NotFound }) => NotFound)),
}

/**
 * The page itself where its code is here already, so that no empty page is shown in between. Else suspends until it
 * is fetched; one that cannot be had leaves the sign that says so in its place.
 */
const page = (of: LaterPart<object>): ComponentType => {
  const Fetched = lazy(async () => {
    await of.fetch().catch(() => undefined)
    return { default: of.part() ?? (() => createElement(Unfetched, { of })) }
  })
  return () => {
    /* Decided once: another component in the same place would begin anew. */
    const [Page] = useState(() => of.part() ?? Fetched)
    return createElement(Page)
  }
}

export const MainLayout = page(parts.layout)
export const SignIn = page(parts.signIn)
export const SignUp = page(parts.signUp)
export const ResetPassword = page(parts.resetPassword)
export const Devices = page(parts.devices)
export const Account = page(parts.account)
export const HelpCenter = page(parts.helpCenter)
export const Settings = page(parts.settings)
export const EventLog = page(parts.eventLog)
export const Network = page(parts.network)
export const Updates = page(parts.updates)
export const Viewer = page(parts.viewer)
export const NotFound = page(parts.notFound)

type ScreenName = keyof typeof parts

const firstOf: Readonly<Record<string, readonly ScreenName[]>> = {
  "/signin": ["signIn"],
  "/signup": ["signUp"],
  "/reset-password": ["resetPassword"],
  "/devices": ["layout", "devices"],
  "/devices/network": ["layout", "network"],
  "/devices/updates": ["layout", "updates"],
  "/account": ["layout", "account"],
  "/invitation": ["layout", "account"],
  "/help-center": ["layout", "helpCenter"],
  "/settings": ["layout", "settings"],
  "/log": ["layout", "eventLog"],
}

/** Fetches what the address opens on, so that the first picture is the screen itself. */
export const loadFirstScreen = async (path: string): Promise<void> => {
  const first = path === "/" ? (opensOnDevices() ? "/devices" : "/signin") : path
  await runInTurn(document.documentElement.dataset.opening ?? "none")
  await Promise.all((firstOf[routeOf(first)] ?? ["notFound"]).map((name) => parts[name].fetch()))
}

/** Fetches every other screen while nothing else is to do, so that it opens at once, and without a network too. */
export const fetchOtherScreens = async (): Promise<void> => {
  for (const part of Object.values(parts)) {
    await quiet()
    await part.fetch().catch(() => undefined)
  }
}
