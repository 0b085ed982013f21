import { useTranslation } from "react-i18next"
import { type ScanView, scanView } from "../../../domain/views/lan.ts"
import { useTab, useViewOf } from "../../client/client.ts"
import { SECOND, useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Ticks } from "../../ui/Ticks.tsx"
import { ScanMap } from "./ScanMap.tsx"

/** Minimum share of a scan for an estimate of its end. */
const GUESS_FROM = 0.02
const WHOLE = 100
/** Maximum targets in the label. */
const NAMED_MAX = 3

/** The duration of the scan, or its remaining time. */
const TimeLine = ({ scan }: { readonly scan: ScanView }) => {
  const { t } = useTranslation()
  const { duration } = useFormat()
  const now = useNow(SECOND)
  if (scan.state === "done") {
    const time = duration(Math.max(0, (scan.endedAt ?? now) - scan.startedAt))
    return <>{t("pages.network.scan.done", { time })}</>
  }
  if (scan.state === "idle") return <>{t("pages.network.map.open")}</>
  if (scan.state !== "running") return <>{t(`pages.network.scan.${scan.state}`)}</>
  const share = scan.done / scan.total
  if (share < GUESS_FROM) return <>{t("pages.network.scan.runs")}</>
  const left = ((now - scan.startedAt) / scan.done) * (scan.total - scan.done)
  return <>{t("pages.network.scan.left", { time: duration(Math.max(SECOND, left)) })}</>
}

const foundIn = ({ parts }: ScanView): number => parts.reduce((sum, part) => sum + part.found, 0)

const Head = ({ scan }: { readonly scan: ScanView }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const ask = useAsk()
  const isRunning = scan.state === "running"
  return (
    <div className="scan-head">
      <p className="fig">
        <bdi>{number(scan.done)}</bdi> <span>{t("pages.network.scan.total", { total: number(scan.total) })}</span>
      </p>
      <p className="w">
        <b className="num">{t("pages.network.scan.found", { n: foundIn(scan) })}</b>
        <br />
        <span className="num">
          <TimeLine scan={scan} />
        </span>
      </p>
      {/* Keeps its room, so that a scan that begins or ends moves no device below it. */}
      <span className={isRunning ? "cancel" : "cancel unseen"}>
        <Button isDisabled={!isRunning} onPress={() => ask({ type: "CancelScan" })}>
          {t("common.action.cancel")}
        </Button>
      </span>
    </div>
  )
}

/** Announces the state of the scan. The progress itself changes too often to be read out. */
const Spoken = ({ scan }: { readonly scan: ScanView }) => {
  const { t } = useTranslation()
  if (scan.state === "idle") return null
  return (
    <p className="vh" role="status">
      {scan.state === "elsewhere"
        ? t("pages.network.scan.elsewhere")
        : t(`pages.network.scan.spoken.${scan.state}`, { n: foundIn(scan) })}
    </p>
  )
}

const useLabel = (scan: ScanView): string => {
  const { t } = useTranslation()
  if (scan.state === "idle") return t("pages.network.map.title")
  const all = scan.parts.map(({ target }) => target)
  const target = [...all.slice(0, NAMED_MAX), ...(all.length > NAMED_MAX ? ["…"] : [])].join(", ")
  return t("pages.network.scan.of", { target })
}

/** The last scan, or the next one, and the map of answers. A scan that begins or ends moves nothing. */
export const Scans = () => {
  const tab = useTab() ?? ""
  const scan = useViewOf(scanView, tab)
  return scan === undefined ? null : <Shown scan={scan} />
}

const Shown = ({ scan }: { readonly scan: ScanView }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const label = useLabel(scan)
  return (
    <div>
      <Spoken scan={scan} />
      <section className="scan" aria-label={label}>
        <Head scan={scan} />
        <Ticks
          low
          tone={scan.state === "running" ? "accent" : "quiet"}
          percent={scan.total === 0 ? 0 : (scan.done / scan.total) * WHOLE}
          label={t("pages.network.scan.progress", {
            done: number(scan.done),
            total: number(scan.total),
            n: foundIn(scan),
          })}
        />
        <ScanMap />
      </section>
    </div>
  )
}
