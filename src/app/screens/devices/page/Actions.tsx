import { useId } from "react"
import type { DeviceHistory } from "../../../../domain/views/deviceHistory.ts"
import type { DevicePage } from "../../../../domain/views/devicePage.ts"
import { useCardWords } from "../../../devices/cardWords.ts"
import { useOpenDialog } from "../../../dialogs/useOpenDialog.ts"
import { firmwareReasons } from "../../../toasts/firmwareReasons.ts"
import { Glyph } from "../../../ui/Glyph.tsx"
import { Icon, type IconShape } from "../../../ui/Icon.tsx"
import { ForwardIcon, RebootIcon, TagIcon, UpdateIcon, WakeIcon } from "../../../ui/icons.ts"
import { useConnectBound } from "../../../viewer/useConnect.ts"
import { BatchSlot, NoticeSlot } from "../CardSlot.tsx"
import { rulerOf } from "../outcomeWords.ts"
import { Course } from "./Course.tsx"

export interface Act {
  readonly id: "connect" | "wake" | "reboot" | "tags" | "update"
  readonly label: string
  readonly icon: IconShape
  /** The reason why the action is not possible now; null when it is. */
  readonly reason: string | null
  readonly run: () => unknown
}

/** An impossible action keeps its place and can take the focus, so that a screen reader announces the reason. */
export const ActButton = ({
  act: { label, icon, reason, run },
  why,
  isFirst,
}: {
  readonly act: Act
  readonly why: string
  /** True for the main action of the page. */
  readonly isFirst: boolean
}) => (
  <button
    type="button"
    className={isFirst && reason === null ? "btn primary" : "btn"}
    aria-disabled={reason !== null}
    aria-describedby={reason === null ? undefined : why}
    data-disabled={reason === null ? undefined : true}
    onClick={() => reason === null && run()}
  >
    <Icon of={icon} small flip={icon === ForwardIcon} />
    <span>{label}</span>
  </button>
)

/** For these two, the page says what would help. */
export const updateReasons = {
  ...firmwareReasons,
  noBridge: "devices.page.why.noBridge",
  notOnNetwork: "devices.page.why.notOnNetwork",
} as const

const useActs = ({ card, wake, reboot, connect, update }: DevicePage): readonly Act[] => {
  const { t } = useCardWords()
  const open = useOpenDialog()
  const connectTo = useConnectBound()
  const { did, name, lan } = card
  const about = { subject: did }
  return [
    {
      id: "connect",
      label: t("common.action.connect"),
      icon: ForwardIcon,
      reason: connect && t("devices.page.why.noBridge"),
      run: () => connectTo({ did, name }),
    },
    {
      id: "wake",
      label: t("common.action.wake"),
      icon: WakeIcon,
      reason: wake && t("devices.page.why.wakeOnItsWay"),
      run: () => open("wake", about),
    },
    {
      id: "reboot",
      label: t("common.action.reboot"),
      icon: RebootIcon,
      reason: reboot && t("devices.page.why.rebootOnItsWay"),
      run: () => open("reboot", about),
    },
    { id: "tags", label: t("common.action.tags"), icon: TagIcon, reason: null, run: () => open("tags", about) },
    ...(update === "noFirmware"
      ? []
      : [
          {
            id: "update" as const,
            label: t("common.action.updateFirmware"),
            icon: UpdateIcon,
            reason: update && t(updateReasons[update]),
            // The native side knows the device by its id on the network.
            run: () => lan !== null && open("firmware", { subject: lan.id }),
          },
        ]),
  ]
}

interface Of {
  readonly page: DevicePage
  readonly history: Pick<DeviceHistory, "entries">
}

/** WAKE-4: the outcome of the last wake or reboot, as on the card. Open actions are in a section below. */
const Outcome = ({ page: { card, underway }, history }: Of) => {
  const { notice } = card
  const isShown = notice !== null && !underway.includes(notice.action)
  return (
    <>
      <div className="doutcome" role="status">
        {isShown && <NoticeSlot notice={notice} card={card} />}
        {notice === null && card.batch !== null && <BatchSlot of={card.batch} />}
      </div>
      {/* Outside of what is read out: its seconds would be. */}
      {notice !== null && rulerOf(notice) !== null && <Course notice={notice} history={history} />}
    </>
  )
}

/** The reasons why some actions are not possible, each once. */
export const Why = ({ id, of }: { readonly id: string; readonly of: readonly string[] }) => (
  <p className="why" id={id} hidden={of.length === 0}>
    <Glyph name="info" large />
    <span>{[...new Set(of)].join(" ")}</span>
  </p>
)

/** The actions of the device, and the reasons why some are not possible (DEVICE-16). */
export const Actions = ({ page, history }: Of) => {
  const { t } = useCardWords()
  const why = useId()
  const acts = useActs(page)
  const isAway = page.card.status === "offline"
  const reasons = acts.flatMap(({ reason }) => reason ?? [])
  return (
    <>
      <div className="dacts">
        {acts.map((act) => (
          <ActButton key={act.id} act={act} why={why} isFirst={act.id === "connect" && !isAway} />
        ))}
      </div>
      <Outcome page={page} history={history} />
      <Why id={why} of={isAway ? [...reasons, t("devices.page.why.away")] : reasons} />
    </>
  )
}
