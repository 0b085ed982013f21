import { useState } from "react"
import { useTranslation } from "react-i18next"
import { type ScanPart, type ScanView, scanView } from "../../../domain/views/lan.ts"
import { useTab, useViewOf } from "../../client/client.ts"
import { SECOND, useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Mono } from "../../ui/Mono.tsx"
import { AddressRuler } from "./AddressRuler.tsx"

/** An outcome is shown for so long, ms: what an old search found stands in the list. */
const SHOWN_MS = 10 * 60_000
/** Below this share of a search nothing can be said of its end. */
const GUESS_FROM = 0.02

/** How long the search has taken, or will still take. */
const TimeLine = ({ scan, part }: { readonly scan: ScanView; readonly part: ScanPart }) => {
  const { t } = useTranslation()
  const { duration } = useFormat()
  const now = useNow(SECOND)
  const isOver = part.done >= part.total
  if (scan.state === "elsewhere") return <>{t("pages.network.scan.elsewhere")}</>
  if (scan.state === "cancelled" && !isOver) return <>{t("pages.network.scan.cancelled")}</>
  if (scan.state === "lost" && !isOver) return <>{t("pages.network.scan.lost")}</>
  const isLast = scan.parts.at(-1) === part
  if (scan.state === "done" && scan.endedAt !== null && isLast)
    return <>{t("pages.network.scan.done", { time: duration(Math.max(0, scan.endedAt - scan.startedAt)) })}</>
  if (isOver) return <>{t("pages.network.scan.partDone")}</>
  if (part.done === 0) return <>{t("pages.network.scan.waits")}</>
  const share = scan.done / scan.total
  if (share < GUESS_FROM) return <>{t("pages.network.scan.runs")}</>
  const left = ((now - scan.startedAt) / scan.done) * (scan.total - scan.done)
  return <>{t("pages.network.scan.left", { time: duration(Math.max(SECOND, left)) })}</>
}

const Part = ({
  scan,
  part,
  onHide,
}: {
  readonly scan: ScanView
  readonly part: ScanPart
  readonly onHide: () => void
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const ask = useAsk()
  const { target, total, done, found } = part
  const isRunning = scan.state === "running" && done < total
  const isNow = isRunning && scan.parts.find((one) => one.done < one.total) === part
  return (
    <section className={isRunning ? "scan" : "scan done"} aria-label={t("pages.network.scan.of", { target })}>
      <div className="scan-head">
        <p className="fig">
          <bdi>{number(done)}</bdi> <span>{t("pages.network.scan.total", { total: number(total) })}</span>
        </p>
        <p className="w">
          <b className="num">{t("pages.network.scan.found", { n: found })}</b> <Mono>{target}</Mono>
          <br />
          <span className="num">
            <TimeLine scan={scan} part={part} />
          </span>
        </p>
        {isNow && <Button onPress={() => ask({ type: "CancelScan" })}>{t("common.action.cancel")}</Button>}
        {!isRunning && (
          <Button variant="plain" onPress={onHide}>
            {t("pages.network.scan.hide")}
          </Button>
        )}
      </div>
      <AddressRuler part={part} isRunning={isNow} />
    </section>
  )
}

/** The progress for screen readers, not five times a second. */
const Spoken = ({ scan }: { readonly scan: ScanView }) => {
  const { t } = useTranslation()
  const found = scan.parts.reduce((sum, part) => sum + part.found, 0)
  return (
    <p className="vh" role="status">
      {scan.state === "elsewhere"
        ? t("pages.network.scan.elsewhere")
        : t(`pages.network.scan.spoken.${scan.state}`, { n: found })}
    </p>
  )
}

/** The rulers of the last search, until they are hidden: one under the other for each target. */
export const Scans = () => {
  const scan = useViewOf(scanView, useTab() ?? "")
  const now = useNow()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  if (scan === undefined || scan === null || now - (scan.endedAt ?? now) > SHOWN_MS) return null
  const keyOf = ({ target }: ScanPart) => `${scan.id} ${target}`
  return (
    <div className="scans">
      <Spoken scan={scan} />
      {scan.parts
        .filter((part) => !hidden.has(keyOf(part)))
        .map((part) => (
          <Part
            key={keyOf(part)}
            scan={scan}
            part={part}
            onHide={() => setHidden((before) => new Set([...before, keyOf(part)]))}
          />
        ))}
    </div>
  )
}
