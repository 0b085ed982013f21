import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"

/**
 * The version of the program around the page; null in a browser, where the page has the version of its own build
 * (LAYOUT-2).
 */
const hostVersion = ({ application: { isApp, version } }: State): string | null => (isApp ? version : null)

export const useVersion = (): string => useView(hostVersion) ?? import.meta.env.VITE_APP_VERSION
