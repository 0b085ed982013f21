import { useTranslation } from "react-i18next"
import type { State } from "../../../domain/product/state.ts"
import { scanTargets, targets as storedTargets } from "../../../domain/views/lan.ts"
import { useTab, useView, useViewOf } from "../../client/client.ts"
import { useAsk } from "../../toasts/useAsk.ts"

/** True while this tab scans. A scan of another tab does not block this one, because that tab may have died. */
const isScanning = ({ lan: { scan } }: State, tab: string) => scan !== null && scan.end === null && scan.tab === tab

const hasTargets = (state: State) => storedTargets(state).length > 0

const NO_TARGETS: readonly string[] = []

/** LAN-1: a scan in one press, of the stored networks, otherwise of the network of this computer. */
export const useScan = () => {
  const { t } = useTranslation()
  const ask = useAsk()
  const targets = useView(scanTargets) ?? NO_TARGETS
  const isBusy = useViewOf(isScanning, useTab() ?? "") ?? false
  const hasStored = useView(hasTargets) ?? false
  const [target] = targets
  // Each stored network has a button with that name already.
  const label =
    target !== undefined && !hasStored ? t("pages.network.targets.scanOne", { target }) : t("common.action.scanNetwork")
  return { targets, label, isBusy, scan: () => ask({ type: "Scan", targets }) }
}
