import { useTranslation } from "react-i18next"
import type { DialogName } from "../../client/opened.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { barRoom, useRoom } from "../../shell/useRoom.ts"
import { Button } from "../../ui/Button.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { AssignIcon, CloseIcon, RebootIcon, TagIcon, UpdateIcon, WakeIcon } from "../../ui/icons.ts"
import { useSelection } from "./selection.ts"

interface Props {
  /** All devices that pass the filter. */
  readonly ids: readonly string[]
}

const Bar = ({ ids }: Props) => {
  const { t } = useTranslation()
  const { chosen, choose, clear } = useSelection()
  const openDialog = useOpenDialog()
  const bar = useRoom<HTMLElement>("--bar", barRoom)
  const open = (name: DialogName) => openDialog(name, { among: [...chosen] })
  const count = chosen.size
  return (
    <div className="selbar-place">
      <section ref={bar} className="selbar" aria-label={t("devices.selection.label")}>
        <p className="n" role="status">
          {t("devices.selection.count", { count })}
        </p>
        <IconButton icon={CloseIcon} label={t("devices.selection.clear")} onPress={clear} />
        <Button variant="plain" onPress={() => choose(ids)}>
          {t("devices.selection.all")}
        </Button>
        <span className="rule" aria-hidden="true" />
        <div className="deeds">
          <Button variant="plain" icon={WakeIcon} isDisabled={count === 0} onPress={() => open("batchWake")}>
            {t("common.action.wake")}
          </Button>
          <Button variant="plain" icon={RebootIcon} isDisabled={count === 0} onPress={() => open("batchReboot")}>
            {t("common.action.reboot")}
          </Button>
          <Button variant="plain" icon={UpdateIcon} isDisabled={count === 0} onPress={() => open("batchFirmware")}>
            {t("common.action.updateFirmware")}
          </Button>
          <Button variant="plain" icon={AssignIcon} isDisabled={count === 0} onPress={() => open("batchAssign")}>
            {t("common.action.assign")}
          </Button>
          <Button variant="plain" icon={TagIcon} isDisabled={count === 0} onPress={() => open("batchTags")}>
            {t("common.action.tag")}
          </Button>
        </div>
      </section>
    </div>
  )
}

/** What can be done with the devices chosen (DEVICE-13); stays in sight at the bottom. */
export const SelectionBar = ({ ids }: Props) => (useSelection().isChoosing ? <Bar ids={ids} /> : null)
