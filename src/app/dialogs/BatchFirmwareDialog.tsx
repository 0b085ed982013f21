import { useCallback, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import { CAMPAIGN_FAILURES } from "../../domain/values/limits.ts"
import { type CampaignChoice, campaignChoice } from "../../domain/views/campaign.ts"
import { useSend, useView } from "../client/client.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { LeftOut } from "./firmware/LeftOut.tsx"
import { Named } from "./firmware/Named.tsx"
import { Rules } from "./firmware/Rules.tsx"
import { InlineError } from "./InlineError.tsx"
import { useSubmit } from "./useSubmit.ts"

const hindranceKeys = {
  campaignRunning: "dialog.updates.running",
  latestUnknown: "dialog.firmware.hindrance.latestUnknown",
  noBridge: "dialog.firmware.hindrance.noBridge",
} as const

/** Who takes part and under which rules, or why nothing can begin. */
const Choice = ({ choice: { able, left, hindrance } }: { readonly choice: CampaignChoice }) => {
  const { t } = useTranslation()
  if (hindrance !== null) return <p role="status">{t(hindranceKeys[hindrance])}</p>
  return (
    <>
      <p role="status">
        {able.length === 0 ? t("dialog.updates.nobody") : t("dialog.updates.body", { n: able.length })}
      </p>
      {able.length > 0 && (
        <ul className="previewed" aria-label={t("dialog.batch.devices")}>
          {able.map(({ id, ...device }) => (
            <li key={id}>
              <Named device={device} />
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && <LeftOut left={left} />}
    </>
  )
}

/** FW-8: begins the updates of several devices, and goes to where they are seen. */
export const BatchFirmwareDialog = ({ among, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const send = useSend()
  const go = useNavigate()
  const choice = useView(useCallback((state: State) => campaignChoice(state, among), [among]))
  const [rules, setRules] = useState({ limit: CAMPAIGN_FAILURES, atOnce: 1 })
  const see = () => {
    onClose()
    go("/devices/updates")
  }
  const { submit, isPending, refused } = useSubmit(see)
  useEffect(() => send({ type: "CheckFirmware" }), [send])
  if (choice === undefined) return null
  const { able, hindrance } = choice
  const isAble = hindrance === null && able.length > 0
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      wide
      title={t("common.action.updateFirmware")}
      actions={
        <>
          <Button onPress={onClose}>{t("common.action.cancel")}</Button>
          {hindrance === "campaignRunning" ? (
            <Button variant="primary" onPress={see}>
              {t("common.action.show")}
            </Button>
          ) : (
            <Button
              variant="primary"
              isDisabled={!isAble}
              isPending={isPending}
              onPress={() => submit({ type: "StartCampaign", devices: among, ...rules })}
            >
              {t("common.action.updateFirmware")}
            </Button>
          )}
        </>
      }
    >
      <Choice choice={choice} />
      {isAble && <Rules {...rules} onChange={setRules} />}
      <InlineError text={refused && t(refusedKey(refused))} />
    </Dialog>
  )
}
