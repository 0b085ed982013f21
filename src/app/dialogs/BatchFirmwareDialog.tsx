import { type ReactNode, useEffect, useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import { CAMPAIGN_FAILURES } from "../../domain/values/limits.ts"
import {
  type AbleRow,
  type CampaignChoice,
  type LeftRow,
  leftByReason,
  makeCampaignChoice,
} from "../../domain/views/campaign.ts"
import { latestUnread } from "../../domain/views/firmware.ts"
import { timeOfUpdates } from "../../domain/views/updateTime.ts"
import { useSend, useView } from "../client/client.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { firmwareReason } from "../toasts/firmwareReasons.ts"
import { Checkbox } from "../ui/Checkbox.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Glyph } from "../ui/Glyph.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { Acts } from "./Acts.tsx"
import { DeviceList } from "./batch/DeviceList.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { CommonPasscode } from "./firmware/CommonPasscode.tsx"
import { leftGlyphs } from "./firmware/LeftOut.tsx"
import { Builds, Named } from "./firmware/Named.tsx"
import { Rules } from "./firmware/Rules.tsx"
import { useAttempt } from "./useAttempt.ts"

/** The devices that the person has unchecked. A device that joins the network meanwhile takes part. */
type Out = ReadonlySet<string>
const NONE_OUT: Out = new Set()

type Row = (AbleRow & { readonly reason: null }) | LeftRow

/**
 * The devices that can take part, each with a box to leave it out, then those that cannot, with the reason. Only
 * visible rows are in the page.
 */
const Devices = ({
  choice: { able, left, build },
  out,
  onChange,
}: {
  readonly choice: CampaignChoice
  readonly out: Out
  readonly onChange: (out: Out) => void
}) => {
  const { t } = useTranslation()
  const byId = useMemo(() => {
    const rows: readonly Row[] = [...able.map((one) => ({ ...one, reason: null })), ...left]
    return new Map<string, Row>(rows.map((row) => [row.id, row]))
  }, [able, left])
  const ids = useMemo(() => [...byId.keys()], [byId])
  const pick = (id: string, isIn: boolean) => {
    const next = new Set(out)
    if (isIn) next.delete(id)
    else next.add(id)
    onChange(next)
  }
  return (
    <div>
      {able.length > 1 && (
        <Checkbox
          isSelected={!able.some(({ id }) => out.has(id))}
          onChange={(isAll) => onChange(isAll ? NONE_OUT : new Set(able.map(({ id }) => id)))}
        >
          {t("devices.selection.all")}
        </Checkbox>
      )}
      <DeviceList dids={ids}>
        {(id) => {
          const row = byId.get(id) ?? { id, name: id, apart: null, from: null, reason: null }
          if (row.reason === null)
            return (
              <>
                <Checkbox isSelected={!out.has(id)} onChange={(isIn) => pick(id, isIn)}>
                  <Named device={row} />
                </Checkbox>
                <Builds from={row.from} to={build} />
              </>
            )
          return (
            <>
              <span className="grow cut">
                <Named device={row} />
              </span>
              <span className="outcome">
                <Glyph name={leftGlyphs[row.reason]} tone="off" /> {t(`pages.updates.left.${row.reason}`)}
              </span>
            </>
          )
        }}
      </DeviceList>
    </div>
  )
}

/** How many devices take part now, in later lots, and not at all, with the reasons. */
const Counts = ({ n, left }: { readonly n: number; readonly left: CampaignChoice["left"] }) => {
  const { t } = useTranslation()
  if (left.length === 0) return null
  return (
    <ul className="left-counts" aria-label={t("dialog.updates.counts")}>
      <li>{t("dialog.updates.count.now", { n })}</li>
      {[...leftByReason(left)].map(([reason, count]) => (
        <li key={reason}>{t(`dialog.updates.count.${reason}`, { n: count })}</li>
      ))}
    </ul>
  )
}

/** The devices that take part, or why nothing can begin. The rules are above the list, however long it is. */
const Choice = ({
  choice,
  out,
  rules,
  atOnce,
  onChange,
}: {
  readonly choice: CampaignChoice
  readonly out: Out
  readonly rules: ReactNode
  readonly atOnce: number
  readonly onChange: (out: Out) => void
}) => {
  const { t } = useTranslation()
  const unread = useView(latestUnread) ?? null
  const format = useFormat()
  const { able, left, hindrance, eachMs, imageBytes } = choice
  if (hindrance !== null) return <p role="status">{firmwareReason(t, hindrance, unread)}</p>
  const n = able.filter(({ id }) => !out.has(id)).length
  return (
    <>
      <p role="status">
        {able.length === 0 ? t("dialog.updates.none") : t("dialog.updates.body", { n })}
        {n > 0 && ` ${t("dialog.updates.time", { duration: format.duration(timeOfUpdates(n, atOnce, eachMs)) })}`}
        {n > 0 && imageBytes !== null && ` ${t("dialog.firmware.image.kept", { size: format.bytes(imageBytes) })}`}
      </p>
      <Counts n={n} left={left} />
      {able.length > 0 && rules}
      <Devices choice={choice} out={out} onChange={onChange} />
    </>
  )
}

/** FW-8: begins the updates of several devices, and goes to the page that shows them. */
export const BatchFirmwareDialog = ({ among, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const send = useSend()
  const go = useNavigate()
  const { compareNames } = useFormat()
  const choice = useView(useMemo(() => makeCampaignChoice(among, compareNames), [among, compareNames]))
  const [out, leaveOut] = useState(NONE_OUT)
  const [rules, setRules] = useState({ limit: CAMPAIGN_FAILURES, atOnce: 1 })
  const [offered, offer] = useState({ passcode: "", keep: true })
  const see = () => {
    onClose()
    go("/devices/updates")
  }
  // Sent only now: a refused campaign must leave no passcode behind.
  const begun = () => {
    send({ type: "OfferPasscode", ...offered })
    see()
  }
  const { attempt, isPending, why } = useAttempt(begun)
  useEffect(() => send({ type: "CheckFirmware" }), [send])
  if (choice === undefined) return null
  const { able, left, hindrance } = choice
  const picked = able.filter(({ id }) => !out.has(id))
  const isAble = hindrance === null && able.length > 0
  // The record includes the devices that cannot take part, but not those that the person has left out.
  const devices = [...picked, ...left].map(({ id }) => id)
  const start = () => attempt({ type: "StartCampaign", devices, ...rules })
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
          <Acts onCancel={onClose} isDisabled={!isAble || picked.length === 0} isPending={isPending} onPress={start}>
            {t("common.action.updateFirmware")}
          </Acts>
        )
      }
    >
      <Choice
        choice={choice}
        out={out}
        atOnce={rules.atOnce}
        onChange={leaveOut}
        rules={
          <>
            <Rules {...rules} onChange={setRules} />
            <CommonPasscode value={offered} onChange={offer} />
          </>
        }
      />
      <InlineError text={why} />
    </Dialog>
  )
}
