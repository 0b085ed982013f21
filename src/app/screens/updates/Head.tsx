import { useTranslation } from "react-i18next"
import { useNavigate } from "react-router-dom"
import type { CampaignRow, CampaignView } from "../../../domain/views/campaign.ts"
import { useSend } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { calledOf } from "../../dialogs/firmware/Named.tsx"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useDevicesAddress } from "../../lists/devicesAddress.ts"
import { CopyButton } from "../../sharing/CopyButton.tsx"
import { Button } from "../../ui/Button.tsx"
import { PauseIcon, PlayIcon } from "../../ui/icons.ts"
import { useSummary } from "./rowWords.ts"

type Shown = { readonly view: CampaignView }

/** The most zones. Beyond it they are too narrow to distinguish, and one bar shows the share. */
const ZONES_MAX = 40
const WHOLE = 100

const figures = ["completed", "failed", "doubted", "skipped"] as const

const useHeadline = ({ rows, count, isPaused, ended, isHere, startedAt, endedAt }: CampaignView): string => {
  const { t } = useTranslation()
  const { minute, duration } = useFormat()
  const now = useNow()
  if (ended !== null) {
    const at = endedAt ?? startedAt
    return t(`pages.updates.ended.${ended}`, { time: minute(at, now), span: duration(at - startedAt) })
  }
  if (!isHere) return t("pages.updates.head.noBridge")
  if (isPaused) return t(count.running > 0 ? "pages.updates.head.pausing" : "pages.updates.head.paused")
  const [first] = rows.filter(({ status }) => status === "running")
  if (first === undefined) return t("pages.updates.head.next")
  return count.running === 1
    ? t("pages.updates.head.one", { name: calledOf(first) })
    : t("pages.updates.head.several", { n: count.running })
}

const Actions = ({ view }: Shown) => {
  const { t } = useTranslation()
  const send = useSend()
  const go = useNavigate()
  const open = useOpenDialog()
  const devices = useDevicesAddress()
  const summary = useSummary()
  const { ended, isPaused, count } = view
  if (ended === null)
    return (
      <div className="row">
        <Button destructive onPress={() => open("stopCampaign", { subject: view.id })}>
          {t("pages.updates.stop")}
        </Button>
        {isPaused ? (
          <Button variant="primary" icon={PlayIcon} onPress={() => send({ type: "ResumeCampaign" })}>
            {t("pages.updates.goOn")}
          </Button>
        ) : (
          <Button icon={PauseIcon} onPress={() => send({ type: "PauseCampaign" })}>
            {t(count.running > 0 ? "pages.updates.pauseAfter" : "pages.updates.pause")}
          </Button>
        )}
      </div>
    )
  const leave = () => {
    send({ type: "DismissCampaign" })
    go(devices)
  }
  return (
    <div className="row">
      <CopyButton text={() => summary(view)} what="pages.updates.copy" />
      {count.waiting > 0 && (
        <Button icon={PlayIcon} onPress={() => send({ type: "ResumeCampaign" })}>
          {t("pages.updates.goOn")}
        </Button>
      )}
      <Button variant="primary" isDisabled={count.running > 0} onPress={leave}>
        {t("common.action.done")}
      </Button>
    </div>
  )
}

/** The filled share of a device's zone, in percent. */
const filled = ({ status, stage, percent }: CampaignRow): number => {
  if (status === "completed" || status === "doubted") return WHOLE
  if (stage === null) return 0
  const share = { checking: 0.02, downloading: 0.1, uploading: 0.5, updating: 0.9, completed: 1, error: 0.5 }[stage]
  return status === "failed" ? share * WHOLE : Math.max(4, share * percent)
}

const toneOf = ({ status }: CampaignRow): string =>
  status === "failed" ? " bad" : status === "running" ? "" : " quiet"

/** A zone for each device. */
const Zones = ({ view: { rows, count } }: Shown) => {
  const { t } = useTranslation()
  const of = rows.length
  const label = t("pages.updates.ruler", { n: count.completed, of })
  return (
    <div className="lots" role="img" aria-label={label}>
      {of <= ZONES_MAX ? (
        rows.map((row) => <div key={row.device} className={`ticks low${toneOf(row)}`} style={{ "--v": filled(row) }} />)
      ) : (
        <div className="ticks low" style={{ "--v": ((of - count.waiting - count.running) / of) * WHOLE }} />
      )}
    </div>
  )
}

/** The progress of the whole campaign, and the actions on it. */
export const Head = ({ view }: Shown) => {
  const { t } = useTranslation()
  const { number, duration } = useFormat()
  const { count, rows, ended, leftMs } = view
  const headline = useHeadline(view)
  const done = rows.length - count.waiting - count.running
  return (
    <>
      <div className="campfig">
        <p className="fig">
          <bdi>{number(ended === null ? done : count.completed)}</bdi>
          <span> {t("pages.updates.of", { of: rows.length })}</span>
        </p>
        <div className="w" role="status">
          <b className="headline">{headline}</b>
          <span className="counts">
            {figures
              .filter((figure) => count[figure] > 0)
              .map((figure) => (
                <span key={figure}>{t(`pages.updates.count.${figure}`, { n: count[figure] })}</span>
              ))}
            {leftMs !== null && <span>{t("pages.updates.timeLeft", { duration: duration(leftMs) })}</span>}
          </span>
        </div>
        <Actions view={view} />
      </div>
      <Zones view={view} />
    </>
  )
}
