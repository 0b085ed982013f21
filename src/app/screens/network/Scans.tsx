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
      {scan.state === "running" && (
        <Button onPress={() => ask({ type: "CancelScan" })}>{t("common.action.cancel")}</Button>
      )}
    </div>
  )
}

/** Announces the state of the scan. The progress itself changes too often to be read out. */
const Spoken = ({ scan }: { readonly scan: ScanView }) => {
  const { t } = useTranslation()
  return (
    <p className="vh" role="status">
      {scan.state === "elsewhere"
        ? t("pages.network.scan.elsewhere")
        : t(`pages.network.scan.spoken.${scan.state}`, { n: foundIn(scan) })}
    </p>
  )
}

const useLabel = (scan: ScanView | null): string => {
  const { t } = useTranslation()
  if (scan === null) return t("pages.network.map.title")
  const all = scan.parts.map(({ target }) => target)
  const target = [...all.slice(0, NAMED_MAX), ...(all.length > NAMED_MAX ? ["…"] : [])].join(", ")
  return t("pages.network.scan.of", { target })
}

/** The last scan and the map of answers. Keeps its place before the first scan, so that a scan moves nothing. */
export const Scans = () => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const scan = useViewOf(scanView, useTab() ?? "") ?? null
  const label = useLabel(scan)
  return (
    <div>
      {scan !== null && <Spoken scan={scan} />}
      <section className="scan" aria-label={label}>
        {scan !== null && (
          <>
            <Head scan={scan} />
            <Ticks
              low
              tone={scan.state === "running" ? "accent" : "quiet"}
              percent={(scan.done / scan.total) * WHOLE}
              label={t("pages.network.scan.progress", {
                done: number(scan.done),
                total: number(scan.total),
                n: foundIn(scan),
              })}
            />
          </>
        )}
        <ScanMap />
      </section>
    </div>
  )
}
