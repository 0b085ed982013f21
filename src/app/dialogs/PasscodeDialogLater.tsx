import { useCallback } from "react"
import { reachOf } from "../../domain/features/reach/feature.ts"
import type { State } from "../../domain/product/state.ts"
import { useTab, useView } from "../client/client.ts"
import { laterPart } from "../loading/laterPart.ts"
import { Later } from "./Later.tsx"

const dialog = laterPart(() => import("./PasscodeDialog.tsx").then((m) => m.PasscodeDialog))

/** The code of the dialog comes when a device first asks. */
export const PasscodeDialogLater = () => {
  const tab = useTab() ?? ""
  const isAsked = useView(useCallback(({ reach }: State) => reachOf(reach, tab).passcode !== null, [tab])) ?? false
  return isAsked ? <Later of={dialog} with={{}} /> : null
}
