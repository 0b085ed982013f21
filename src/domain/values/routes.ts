/**
 * The pages, one row each. The log records the position of a person by these paths. The app routes, loads, links and
 * offers the pages by them. The build paints them and names their scripts before the app is loaded (ROUTE-2, ROUTE-5,
 * ROUTE-6).
 */

/** The surroundings of a page: the frame of sign-in and sign-up, the main layout with its links, or nothing. */
export type PageFrame = "auth" | "main" | "whole"

interface Row {
  readonly path: string
  /** Name of the parameter that may follow the path: the page of one item. */
  readonly item?: string
  readonly frame: PageFrame
  /** The component, and its file in `src/app/screens/`. */
  readonly screen: string
  /** The script of the build that holds the screen; `first` is loaded before all others. */
  readonly script: "first" | "devices" | "pages" | "log" | "viewer"
  /** Key of its name among the links and commands, and its icon in `src/app/ui/pageIcons.ts`. */
  readonly label?: string
  readonly icon?: string
  /**
   * Where the main layout links to it: beside wide windows only, or also in the bar of phones, which has room for four.
   */
  readonly link?: "side" | "all"
  /** It shows nothing without an account (ROUTE-3). */
  readonly needsAccount?: boolean
  /** Path of the linked page that it belongs to, if it has no link itself. */
  readonly home?: string
  /** Key of the heading that is painted before the app is loaded. A page with a larger head has none. */
  readonly heading?: string
}

export const pages = {
  signIn: {
    path: "/signin",
    frame: "auth",
    screen: "SignIn",
    script: "first",
    label: "common.action.signIn",
    icon: "signIn",
  },
  signUp: { path: "/signup", frame: "auth", screen: "SignUp", script: "pages" },
  resetPassword: { path: "/reset-password", frame: "auth", screen: "ResetPassword", script: "pages" },
  devices: {
    path: "/devices",
    item: "did",
    frame: "main",
    screen: "Devices",
    script: "devices",
    label: "layout.devices",
    icon: "devices",
    link: "all",
  },
  updates: {
    path: "/devices/updates",
    frame: "main",
    screen: "Updates",
    script: "pages",
    label: "layout.updates",
    icon: "updates",
    link: "side",
    home: "/devices",
  },
  log: {
    path: "/log",
    frame: "main",
    screen: "EventLog",
    script: "log",
    label: "pages.log.title",
    icon: "log",
    link: "side",
    home: "/settings",
  },
  network: {
    path: "/devices/network",
    frame: "main",
    screen: "Network",
    script: "pages",
    label: "pages.network.title",
    icon: "network",
    home: "/devices",
  },
  presence: {
    path: "/devices/presence",
    frame: "main",
    screen: "Presence",
    script: "pages",
    label: "devices.page.presence",
    icon: "presence",
    home: "/devices",
  },
  account: {
    path: "/account",
    frame: "main",
    screen: "Account",
    script: "pages",
    label: "layout.account",
    icon: "account",
    link: "all",
    needsAccount: true,
    heading: "pages.account.title",
  },
  helpCenter: {
    path: "/help-center",
    frame: "main",
    screen: "HelpCenter",
    script: "pages",
    label: "layout.helpCenter",
    icon: "help",
    link: "all",
    heading: "pages.help.title",
  },
  settings: {
    path: "/settings",
    frame: "main",
    screen: "Settings",
    script: "pages",
    label: "layout.settings",
    icon: "settings",
    link: "all",
    heading: "pages.settings.title",
  },
  viewer: { path: "/viewer", item: "id", frame: "whole", screen: "Viewer", script: "viewer" },
} as const satisfies Readonly<Record<string, Row>>

type AnyPage = (typeof pages)[keyof typeof pages]
type Named = Extract<AnyPage, { readonly label: string }>
export type ScreenName = AnyPage["screen"]

export interface Page extends Row {
  readonly screen: ScreenName
  readonly label?: Named["label"]
  readonly icon?: Named["icon"]
}

/** A page that links and commands can name. */
export type NamedPage = Page & Pick<Named, "label" | "icon">

export const allPages: readonly Page[] = Object.values(pages)

/** Redirects to the devices or to the sign-in (ROUTE-1). */
export const START = "/"
/** Addresses that lead to another page. */
export const redirects: Readonly<Record<string, string>> = { "/invitation": pages.account.path }

/** Any other address may hold a typing error or private words, so it is recorded as unknown. */
export const UNKNOWN_ROUTE = "unknown"

const byPath = new Map(allPages.map((page) => [page.path, page]))

const decoded = (part: string): string | null => {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** The path as the router reads an address: lower case, decoded, without slashes at its end. */
const plain = (path: string): string => decoded(path.replace(/(?<=[^/])\/+$/, ""))?.toLowerCase() ?? path

/** The page at a path, and its item. */
export const pageAndItem = (path: string): { readonly page: Page; readonly item: string | null } | null => {
  const exact = byPath.get(plain(path))
  if (exact !== undefined) return { page: exact, item: null }
  const whole = path.replace(/\/+$/, "")
  const end = whole.lastIndexOf("/")
  const page = byPath.get(plain(whole.slice(0, end)))
  const item = decoded(whole.slice(end + 1))
  return page?.item === undefined || item === null || item === "" ? null : { page, item }
}

export const pageAt = (path: string): Page | null => pageAndItem(path)?.page ?? null

/** The device of a path to a device page; null for all other paths. */
export const deviceOfPath = (path: string): string | null => {
  const found = pageAndItem(path)
  return found?.page === pages.devices ? found.item : null
}

export const pathOfDevice = (did: string): string => `${pages.devices.path}/${encodeURIComponent(did)}`

/**
 * The log's record of a path. It omits the item: what is open there distinguishes the page of an item from its list.
 */
export const routeOf = (path: string): string =>
  path === START || Object.hasOwn(redirects, plain(path)) ? plain(path) : (pageAt(path)?.path ?? UNKNOWN_ROUTE)
