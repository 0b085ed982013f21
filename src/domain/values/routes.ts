/** The paths of our pages. Any other address is a typing error or somebody's words, and is recorded as unknown. */
export const ROUTES: ReadonlySet<string> = new Set([
  "/",
  "/signin",
  "/signup",
  "/reset-password",
  "/devices",
  "/account",
  "/invitation",
  "/help-center",
  "/settings",
  "/log",
])

export const UNKNOWN_ROUTE = "unknown"

export const routeOf = (path: string): string => (ROUTES.has(path) ? path : UNKNOWN_ROUTE)
