import { tabSessionOf } from "../../domain/features/deviceSession/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { useTab, useViewOf } from "../client/client.ts"

const sessionIn = ({ reach }: State, tab: string) => tabSessionOf(reach, tab)

/** The session of the device that this tab shows, with its questions; undefined until the log is read. */
export const useDeviceSession = () => useViewOf(sessionIn, useTab() ?? "")
