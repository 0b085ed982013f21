import { memo } from "react"
import { Dialog, DialogTrigger } from "react-aria-components/Dialog"
import { Popover } from "react-aria-components/Popover"
import { useTranslation } from "react-i18next"
import { IconButton } from "../../ui/IconButton.tsx"
import { HelpIcon } from "../../ui/icons.ts"
import { PresenceLegend } from "../../ui/PresenceLegend.tsx"

/** What the ticks of the strips mean: at hand beside the heading, without taking a line from the list. */
export const TickHelp = memo(() => {
  const { t } = useTranslation()
  const label = t("devices.presence.help")
  return (
    <DialogTrigger>
      <IconButton icon={HelpIcon} label={label} small smallIcon />
      <Popover className="pop" placement="bottom start" offset={4}>
        <Dialog aria-label={label}>
          <PresenceLegend
            seen={t("devices.presence.seen")}
            unseen={t("devices.presence.unseen")}
            unobserved={t("devices.presence.unobserved")}
            note={t("devices.presence.legend")}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
})
