import { useCallback, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import { CAMPAIGN_FAILURES } from "../../domain/values/limits.ts"
import { type CampaignChoice, campaignChoice } from "../../domain/views/campaign.ts"
import { isLatestUnread } from "../../domain/views/firmware.ts"
import { useSend, useView } from "../client/client.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { firmwareReason } from "../toasts/firmwareReasons.ts"
import { Checkbox } from "../ui/Checkbox.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { Acts } from "./Acts.tsx"
import { DeviceList } from "./batch/DeviceList.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { LeftOut } from "./firmware/LeftOut.tsx"
import { Named } from "./firmware/Named.tsx"
import { Rules } from "./firmware/Rules.tsx"
import { useAttempt } from "./useAttempt.ts"

/** Those a person has taken out; whoever comes to the network meanwhile takes part. */
type Out = ReadonlySet<string>
const NOBODY: Out = new Set()

/** Who can take part, each with a box to leave it out. */
const Picks = ({
  able,
  out,
  onChange,
}: Pick<CampaignChoice, "able"> & { readonly out: Out; readonly onChange: (out: Out) => void }) => {
  const { t } = useTranslation()
  const byId = new Map(able.map((device) => [device.id, device]))
  const pick = (id: string, isIn: boolean) => {
    const next = new Set(out)
    if (isIn) next.delete(id)
    else next.add(id)
    onChange(next)
  }
  return (
    <>
      {able.length > 1 && (
        <Checkbox
          isSelected={!able.some(({ id }) => out.has(id))}
          onChange={(isAll) => onChange(isAll ? NOBODY : new Set(byId.keys()))}
        >
          {t("devices.selection.all")}
        </Checkbox>
      )}
      <DeviceList dids={[...byId.keys()]}>
        {(id) => (
          <Checkbox isSelected={!out.has(id)} onChange={(isIn) => pick(id, isIn)}>
            <Named device={byId.get(id) ?? { name: id, apart: null }} />
          </Checkbox>
        )}
      </DeviceList>
    </>
  )
}

/** Who takes part, or why nothing can begin. */
const Choice = ({
  choice: { able, left, hindrance },
  out,
  onChange,
}: {
  readonly choice: CampaignChoice
  readonly out: Out
  readonly onChange: (out: Out) => void
}) => {
  const { t } = useTranslation()
  const isUnread = useView(isLatestUnread) ?? false
  if (hindrance !== null) return <p role="status">{t(firmwareReason(hindrance, isUnread))}</p>
  const n = able.filter(({ id }) => !out.has(id)).length
  return (
    <>
      <p role="status">{able.length === 0 ? t("dialog.updates.nobody") : t("dialog.updates.body", { n })}</p>
      {able.length > 0 && <Picks able={able} out={out} onChange={onChange} />}
      {left.length > 0 && <LeftOut left={left} />}
    </>
  )
}

/** FW-8: begins the updates of several devices, and goes to where they are seen. */
export const BatchFirmwareDialog = ({ among, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const send = useSend()
  const go = useNavigate()
  const { compareNames } = useFormat()
  const choice = useView(
    useCallback((state: State) => campaignChoice(state, among, compareNames), [among, compareNames]),
  )
  const [out, leaveOut] = useState(NOBODY)
  const [rules, setRules] = useState({ limit: CAMPAIGN_FAILURES, atOnce: 1 })
  const see = () => {
    onClose()
    go("/devices/updates")
  }
  const { attempt, isPending, why } = useAttempt(see)
  useEffect(() => send({ type: "CheckFirmware" }), [send])
  if (choice === undefined) return null
  const { able, left, hindrance } = choice
  const picked = able.filter(({ id }) => !out.has(id))
  const isAble = hindrance === null && able.length > 0
  // What is left out stands in the record too; what a person has taken out does not.
  const devices = [...picked, ...left].map(({ id }) => id)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      wide
      title={t("common.action.updateFirmware")}
      actions={
        hindrance === "campaignRunning" ? (
          <Acts onCancel={onClose} onPress={see}>
            {t("common.action.show")}
          </Acts>
        ) : (
          <Acts
            onCancel={onClose}
            isDisabled={!isAble || picked.length === 0}
            isPending={isPending}
            onPress={() => attempt({ type: "StartCampaign", devices, ...rules })}
          >
            {t("common.action.updateFirmware")}
          </Acts>
        )
      }
    >
      <Choice choice={choice} out={out} onChange={leaveOut} />
      {isAble && <Rules {...rules} onChange={setRules} />}
      <InlineError text={why} />
    </Dialog>
  )
}
