import type { State } from "../../domain/product/state.ts"
import { pathOfDevice } from "../../domain/values/routes.ts"

/** The tab whose screen is shown: the one that navigated last. */
export const tabOf = ({ places }: State): string => [...places.keys()].at(-1) ?? ""

/**
 * The address of the screen that was shown. The log records the page of a device as opened over the list of devices.
 */
export const pathOf = (state: State, tab: string): string => {
  const place = state.places.get(tab)
  if (place === undefined) return "/devices"
  const { route, dialogs } = place
  /* The start redirects at once. Its target depends on the recorded browser, so it is decided from the state. */
  if (route === "/") return state.session.current === null && !state.session.guest ? "/signin" : "/devices"
  if (route !== "/devices") return route
  const did = dialogs.findLast(({ dialog }) => dialog === "device")?.about ?? null
  return did === null ? route : pathOfDevice(did)
}
