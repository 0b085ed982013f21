import { useTranslation } from "react-i18next"
import { useSelection } from "../../devices/selection.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { barRoom, useRoom } from "../../shell/useRoom.ts"
import { useBackCloses } from "../../ui/BackCloses.tsx"
import { Button } from "../../ui/Button.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { AssignIcon, CloseIcon, RebootIcon, TagIcon, UpdateIcon, WakeIcon } from "../../ui/icons.ts"
import type { Finding } from "./finding.ts"

const operations = [
  { dialog: "batchWake", icon: WakeIcon, word: "common.action.wake" },
  { dialog: "batchReboot", icon: RebootIcon, word: "common.action.reboot" },
  { dialog: "batchFirmware", icon: UpdateIcon, word: "common.action.updateFirmware" },
  { dialog: "batchAssign", icon: AssignIcon, word: "common.action.assign" },
  { dialog: "batchTags", icon: TagIcon, word: "common.action.tag" },
] as const

interface Props {
  readonly finding: Finding
  readonly isGuest: boolean
}

const Bar = ({ finding, isGuest }: Props) => {
  const { t } = useTranslation()
  const { chosen, choose, clear } = useSelection()
  const open = useOpenDialog()
  useBackCloses(true, clear)
  const bar = useRoom<HTMLElement>("--bar", barRoom)
  const count = chosen.size
  // All devices that pass the filter.
  const { ids } = finding.found
  // Without an account, an update is the only action for several devices.
  const offered = operations.filter(({ dialog }) => !isGuest || dialog === "batchFirmware")
  return (
    <div className="selbar-place">
      <section ref={bar} className="selbar" aria-label={t("devices.selection.label")}>
        <p className="n" role="status">
          {t("devices.selection.count", { count })}
        </p>
        <IconButton icon={CloseIcon} label={t("devices.selection.clear")} onPress={clear} />
        {ids.length > 0 && (
          <Button variant="plain" onPress={() => choose(ids)}>
            {t("devices.selection.all")}
          </Button>
        )}
        {/* Nothing can be done with none: no dead buttons. */}
        {count > 0 && (
          <>
            <span className="rule" aria-hidden="true" />
            <div className="bulk-actions">
              {offered.map(({ dialog, icon, word }) => (
                <Button key={dialog} variant="plain" icon={icon} onPress={() => open(dialog, { among: [...chosen] })}>
                  {t(word)}
                </Button>
              ))}
            </div>
          </>
        )}
      </section>
    </div>
  )
}

/** The actions for the selected devices (DEVICE-13). Stays visible at the bottom. */
export const SelectionBar = (props: Props) => (useSelection().isChoosing ? <Bar {...props} /> : null)
