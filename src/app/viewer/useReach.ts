import { reachOf } from "../../domain/features/reach/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { useTab, useViewOf } from "../client/client.ts"

const reachIn = ({ reach }: State, tab: string) => reachOf(reach, tab)

/** The device that this tab shows, and what that asks; undefined until the log is read. */
export const useReach = () => useViewOf(reachIn, useTab() ?? "")
