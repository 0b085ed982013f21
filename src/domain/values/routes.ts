/** The paths of our pages. Any other address is a typing error or somebody's words, and is recorded as unknown. */
export const ROUTES: ReadonlySet<string> = new Set([
  "/",
  "/signin",
  "/signup",
  "/reset-password",
  "/devices",
  "/devices/network",
  "/devices/updates",
  "/account",
  "/invitation",
  "/help-center",
  "/settings",
  "/log",
])

export const UNKNOWN_ROUTE = "unknown"

/** The address of a viewer names a device after this. */
export const VIEWER = "/viewer"

const DEVICE_PAGE = /^\/devices\/([^/]+)$/

/** The device whose page a path is; null for all other paths. */
export const deviceOfPath = (path: string): string | null => {
  if (ROUTES.has(path)) return null
  const part = DEVICE_PAGE.exec(path)?.[1]
  try {
    return part === undefined ? null : decodeURIComponent(part)
  } catch {
    return null
  }
}

export const pathOfDevice = (did: string): string => `/devices/${encodeURIComponent(did)}`

/** The page of a device stands beside the list of devices: it is told apart from it by what is opened there. */
export const routeOf = (path: string): string => {
  if (deviceOfPath(path) !== null) return "/devices"
  if (path === VIEWER || path.startsWith(`${VIEWER}/`)) return VIEWER
  return ROUTES.has(path) ? path : UNKNOWN_ROUTE
}
