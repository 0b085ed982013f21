import { type ComponentType, createElement, lazy, useState } from "react"
import { pageAt, pages, redirects, type ScreenName, START } from "../domain/values/routes.ts"
import { quiet, runInTurn } from "./loading/inSequence.ts"
import { type LaterPart, laterPart, readyPart } from "./loading/overlay.ts"
import { opensOnDevices } from "./preferences/localStorage.ts"
import { SignIn } from "./screens/SignIn.tsx"
import { Unfetched } from "./shell/Unfetched.tsx"

/**
 * The page itself when its code is loaded, so that no empty page is shown in between. Otherwise suspends until it is
 * fetched. If the fetch fails, a message is shown in its place.
 */
const pageOf = (part: LaterPart<object>): ComponentType => {
  const Fetched = lazy(async () => {
    await part.fetch().catch(() => undefined)
    return { default: part.part() ?? (() => createElement(Unfetched, { of: part })) }
  })
  return () => {
    /* Decided once: another component in the same place would lose its state. */
    const [Page] = useState(() => part.part() ?? Fetched)
    return createElement(Page)
  }
}

const screen = (part: LaterPart<object>) => ({ ...part, Page: pageOf(part) })
const later = (load: () => Promise<ComponentType>) => screen(laterPart(load))

/**
 * Screens other than the first are fetched when they are needed (ROUTE-5). The table of pages names the script of each.
 */
export const screens: Readonly<Record<ScreenName | "MainLayout" | "NotFound", ReturnType<typeof screen>>> = {
  MainLayout: later(() => import("./shell/MainLayout.tsx").then(({ MainLayout }) => MainLayout)),
  SignIn: screen(readyPart(SignIn)),
  SignUp: later(() => import("./screens/SignUp.tsx").then(({ SignUp }) => SignUp)),
  ResetPassword: later(() => import("./screens/ResetPassword.tsx").then(({ ResetPassword }) => ResetPassword)),
  Devices: later(() => import("./screens/Devices.tsx").then(({ Devices }) => Devices)),
  Account: later(() => import("./screens/Account.tsx").then(({ Account }) => Account)),
  HelpCenter: later(() => import("./screens/HelpCenter.tsx").then(({ HelpCenter }) => HelpCenter)),
  Settings: later(() => import("./screens/Settings.tsx").then(({ Settings }) => Settings)),
  EventLog: later(() => import("./screens/EventLog.tsx").then(({ EventLog }) => EventLog)),
  Network: later(() => import("./screens/Network.tsx").then(({ Network }) => Network)),
  Updates: later(() => import("./screens/Updates.tsx").then(({ Updates }) => Updates)),
  Presence: later(() => import("./screens/Presence.tsx").then(({ Presence }) => Presence)),
  Viewer: later(() => import("./screens/Viewer.tsx").then(({ Viewer }) => Viewer)),
  NotFound: later(() => import("./screens/NotFound.tsx").then(({ NotFound }) => NotFound)),
}

/** ROUTE-1: the page that `/` leads to. */
export const startPath = (): string => (opensOnDevices() ? pages.devices : pages.signIn).path

/** Fetches the page at this address, so that the first picture is the screen itself. */
export const loadFirstScreen = async (path: string): Promise<void> => {
  const page = pageAt(path === START ? startPath() : (redirects[path] ?? path))
  await runInTurn(document.documentElement.dataset.opening ?? "none")
  const first = [...(page?.frame === "main" ? [screens.MainLayout] : []), screens[page?.screen ?? "NotFound"]]
  await Promise.all(first.map(({ fetch }) => fetch()))
}

/** Fetches all other screens while the page is idle, so that each opens at once, and without a network too. */
export const fetchOtherScreens = async (): Promise<void> => {
  for (const { fetch } of Object.values(screens)) {
    await quiet()
    await fetch().catch(() => undefined)
  }
}
