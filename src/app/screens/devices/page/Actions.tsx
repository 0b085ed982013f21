import { useId } from "react"
import type { DevicePage } from "../../../../domain/views/devicePage.ts"
import type { DialogName } from "../../../client/opened.ts"
import { useOpenDialog } from "../../../dialogs/useOpenDialog.ts"
import { Glyph } from "../../../ui/Glyph.tsx"
import { Icon, type IconShape } from "../../../ui/Icon.tsx"
import { RebootIcon, TagIcon, WakeIcon } from "../../../ui/icons.ts"
import { useCardWords } from "../cardWords.ts"

interface Act {
  readonly dialog: Extract<DialogName, "wake" | "reboot" | "tags">
  readonly label: string
  readonly icon: IconShape
  /** Why it is not possible now. */
  readonly reason: string | null
}

/** An action that is not possible keeps its place and takes the focus: whoever comes to it hears why. */
const ActButton = ({ act, did, why }: { readonly act: Act; readonly did: string; readonly why: string }) => {
  const open = useOpenDialog()
  const { label, icon, reason, dialog } = act
  return (
    <button
      type="button"
      className="btn"
      aria-disabled={reason !== null}
      aria-describedby={reason === null ? undefined : why}
      data-disabled={reason === null ? undefined : true}
      onClick={() => reason === null && open(dialog, { subject: did })}
    >
      <Icon of={icon} small />
      <span>{label}</span>
    </button>
  )
}

/** What can be done with the device, and in one line below why some of it cannot (DEVICE-16). */
export const Actions = ({ page: { card, wake, reboot } }: { readonly page: DevicePage }) => {
  const { t } = useCardWords()
  const why = useId()
  const acts: readonly Act[] = [
    {
      dialog: "wake",
      label: t("common.action.wake"),
      icon: WakeIcon,
      reason: wake === null ? null : t("devices.page.why.wakeOnItsWay"),
    },
    {
      dialog: "reboot",
      label: t("common.action.reboot"),
      icon: RebootIcon,
      reason: reboot === null ? null : t("devices.page.why.rebootOnItsWay"),
    },
    { dialog: "tags", label: t("common.action.tags"), icon: TagIcon, reason: null },
  ]
  const reasons = acts.flatMap(({ reason }) => reason ?? [])
  const isAway = card.status === "offline"
  return (
    <>
      <div className="dacts">
        {acts.map((act) => (
          <ActButton key={act.dialog} act={act} did={card.did} why={why} />
        ))}
      </div>
      <p className="why" id={why} hidden={reasons.length === 0 && !isAway}>
        <Glyph name="info" large />
        <span>
          {reasons.join(" ")}
          {reasons.length > 0 && isAway && " "}
          {isAway && t("devices.page.why.away")}
        </span>
      </p>
    </>
  )
}
