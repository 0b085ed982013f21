import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"

/** The program around the page says which version it is; a page in a browser is of its own build (LAYOUT-2). */
const hostVersion = ({ application: { isApp, version } }: State): string | null => (isApp ? version : null)

export const useVersion = (): string => useView(hostVersion) ?? import.meta.env.VITE_APP_VERSION
