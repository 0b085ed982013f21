import { memo } from "react"
import { DialogTrigger } from "react-aria-components/Dialog"
import { useTranslation } from "react-i18next"
import { DialogPopover } from "../../ui/DialogPopover.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { HelpIcon } from "../../ui/icons.ts"

const presences = ["seen", "unseen", "unobserved"] as const
const samples = {
  seen: "M.5 0v12M4.5 0v12M8.5 0v12",
  unseen: "M.5 8v4M4.5 8v4M8.5 8v4",
  unobserved: "M.5 11v1M4.5 11v1M8.5 11v1",
}

/** Explains the ticks of the strips, in a popover beside the heading, so that it takes no line from the list. */
export const TickHelp = memo(() => {
  const { t } = useTranslation()
  const label = t("devices.presence.help")
  return (
    <DialogTrigger>
      <IconButton icon={HelpIcon} label={label} small smallIcon />
      <DialogPopover label={label} className="pop" placement="bottom start" offset={4}>
        <p className="legend">
          {presences.map((presence) => (
            <span key={presence}>
              <svg viewBox="0 0 9 12" aria-hidden="true">
                <path d={samples[presence]} />
              </svg>
              {t(`devices.presence.${presence}`)}
            </span>
          ))}
          <span>{t("devices.presence.legend")}</span>
        </p>
      </DialogPopover>
    </DialogTrigger>
  )
})
