import "../../look/deviceKey.css"
import { useId } from "react"
import { Button } from "react-aria-components/Button"
import { DialogTrigger } from "react-aria-components/Dialog"
import { useTranslation } from "react-i18next"
import { fingerprintWords } from "../../../domain/values/fingerprintWords.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { type DelayGraph, delayGraph } from "../../viewer/delays.ts"
import { BarPopover } from "./BarPopover.tsx"
import type { ViewerStage } from "./useViewer.ts"
import type { Zooming } from "./useZoom.ts"

const TICKS = 12
const TICK_PITCH = 4
const TICK_HIGH = 12
/** The delay of a full tick, ms. */
const WHOLE_MS = 200
/** From this delay on the text is in whole seconds, ms. More digits would push the tools out of a phone's window. */
const IN_SECONDS_FROM_MS = 10_000
const PERCENT = 100
const BITS = 8
const KILO = 1_000
const MEGA = 1_000_000

/** The path of twelve ticks, the newest last. A longer delay makes a taller tick. */
const tickPath = (latencies: readonly number[]): string =>
  latencies
    .slice(-TICKS)
    .map((ms, index) => {
      const high = Math.max(2, Math.min(TICK_HIGH, Math.round((ms / WHOLE_MS) * TICK_HIGH)))
      const x = (TICKS - Math.min(TICKS, latencies.length) + index) * TICK_PITCH + 0.5
      return `M${x} ${TICK_HIGH - high}v${high}`
    })
    .join("")

const Graph = ({ graph }: { readonly graph: DelayGraph }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { least, most, median, scale } = graph
  const ms = (value: number) => t("devices.viewer.latency", { ms: number(value) })
  return (
    <div
      className="dgraph"
      role="img"
      aria-label={t("devices.viewer.delay.graph", { least: ms(least), most: ms(most), median: ms(median) })}
    >
      <svg viewBox="0 0 358 73" aria-hidden="true">
        <path className="gl" d="M0 .5h358M0 36.5h358M0 72.5h358" />
        <path className="n" d={graph.short} />
        <path className="h" d={graph.long} />
        <path className="t" d={graph.latest} />
      </svg>
      <span className="sc whole">
        <bdi>{ms(scale)}</bdi>
      </span>
      <span className="sc half">{number(scale / 2)}</span>
    </div>
  )
}

const Facts = ({ stage: { figures, size, seal }, zooming: { placed }, route }: DelayMenuProps) => {
  const { t } = useTranslation()
  const { number, percent, bytes } = useFormat()
  const bits = figures.bytesPerSecond * BITS
  const tenths = (value: number) => number(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))
  return (
    <dl className="kv">
      <div>
        <dt>{t("devices.viewer.delay.frames")}</dt>
        <dd>{t("devices.viewer.delay.perSecond", { frames: figures.framesPerSecond })}</dd>
      </div>
      <div>
        <dt>{t("devices.viewer.delay.bandwidth")}</dt>
        <dd>
          <bdi>
            {bits < MEGA
              ? t("devices.viewer.delay.kilobits", { kilobits: number(Math.round(bits / KILO)) })
              : t("devices.viewer.delay.megabits", { megabits: tenths(bits / MEGA) })}
          </bdi>
          <small>{t("devices.viewer.delay.soFar", { bytes: bytes(figures.bytes) })}</small>
        </dd>
      </div>
      {size !== null && (
        <div>
          <dt>{t("devices.viewer.delay.picture")}</dt>
          <dd>
            <bdi dir="ltr">{`${size.width} × ${size.height}`}</bdi>
            {placed !== null && (
              <small>
                {t("devices.viewer.delay.shownAt", { percent: percent(Math.round(placed.scale * PERCENT)) })}
              </small>
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>{t("devices.viewer.delay.route")}</dt>
        <dd>{t(`devices.viewer.delay.${route}`)}</dd>
      </div>
      {seal !== null && (
        <div>
          <dt>{t("devices.viewer.delay.encryption")}</dt>
          <dd>
            <bdi dir="ltr">{`TLS 1.3, ${seal.cipher}`}</bdi>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** The key of the device in words, to compare with those that the device itself shows (SEC-5). */
const KeyWords = ({ seal: { key, since, kept } }: { readonly seal: NonNullable<ViewerStage["seal"]> }) => {
  const { t } = useTranslation()
  const { day } = useFormat()
  const heading = useId()
  return (
    <section className="devkey" aria-labelledby={heading}>
      <h3 id={heading}>{t("devices.viewer.delay.key")}</h3>
      <p className="words" lang="en" dir="ltr">
        {fingerprintWords(key).join(" ")}
      </p>
      {since !== undefined && <p className="faint small">{t("devices.viewer.delay.since", { date: day(since) })}</p>}
      {kept === false && <p className="small">{t("devices.viewer.keyNotKept")}</p>}
    </section>
  )
}

/** The way in which the device was found. The connection goes to the device itself in each case. */
export type Route = "lan" | "cloud" | "usb"

export interface DelayMenuProps {
  readonly stage: ViewerStage
  readonly zooming: Zooming
  readonly route: Route
}

/** The delay in the bar, and in its menu the facts about the connection (SCREEN-7). */
export const DelayMenu = ({ stage, zooming, route }: DelayMenuProps) => {
  const { t } = useTranslation()
  const { seconds, number } = useFormat()
  const { latencies } = stage
  const last = latencies.at(-1)
  const graph = delayGraph(latencies)
  if (last === undefined || graph === null) return null
  const figure = last < IN_SECONDS_FROM_MS ? t("devices.viewer.latency", { ms: last }) : seconds(last)
  const { least, most, median } = graph
  return (
    <DialogTrigger>
      <Button
        className="vbtn lat"
        aria-label={t("devices.viewer.delay.button", { delay: figure })}
        render={(props) => <button {...props} title={t("devices.viewer.latencyTitle")} />}
      >
        <svg viewBox={`0 0 ${TICKS * TICK_PITCH} ${TICK_HIGH}`} aria-hidden="true">
          <path d={tickPath(latencies)} />
        </svg>
        <bdi>{figure}</bdi>
      </Button>
      <BarPopover label={t("devices.viewer.delay.title")} className="dpop">
        {() => (
          <>
            <div className="dfig">
              <bdi className="f">{figure}</bdi>
              <p>
                <b>{t("devices.viewer.delay.means")}</b>
                {t("devices.viewer.delay.spread", {
                  least: number(least),
                  most: number(most),
                  median: number(median),
                })}
              </p>
            </div>
            <Graph graph={graph} />
            <Facts stage={stage} zooming={zooming} route={route} />
            {stage.seal !== null && <KeyWords seal={stage.seal} />}
          </>
        )}
      </BarPopover>
    </DialogTrigger>
  )
}
