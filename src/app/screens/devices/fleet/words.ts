import type { BarRange, FleetBar, FleetInTime, FleetMark } from "../../../../domain/views/fleetInTime.ts"
import { useNow } from "../../../client/clock.ts"
import { useCardWords } from "../../../devices/cardWords.ts"

/** The bar of a range in which most devices were away. */
export const worstIn = ({ bars }: FleetInTime, { first, last }: BarRange): FleetBar | undefined =>
  bars.slice(first, last + 1).reduce<FleetBar | undefined>((worst, bar) => {
    return worst === undefined || bar.offline > worst.offline ? bar : worst
  }, undefined)

/** Moments, spans, bars and marks in words. */
export const useFleetWords = ({ span, bars }: Pick<FleetInTime, "span" | "bars">) => {
  const { t, format } = useCardWords()
  const now = useNow()
  const moment = (at: number): string => (span === "day" ? format.hour(at) : format.minute(at, now))
  const spanOf = (from: number, to: number): string => t("devices.page.span", { from: moment(from), to: moment(to) })
  return {
    moment,
    spanOf,
    range: ({ first, last }: BarRange): string => spanOf(bars[first]?.from ?? 0, bars[last]?.to ?? 0),
    bar: ({ from, online, offline, unobserved }: FleetBar): string =>
      t("devices.fleet.bar", { time: moment(from), online, offline, unobserved }),
    mark: ({ kind, at, until, dids }: FleetMark): string => {
      const what = t(`devices.fleet.${kind}`, { n: dids.length })
      if (kind !== "outage") return t("devices.fleet.at", { time: moment(at), what })
      if (until === null) return t("devices.fleet.since", { time: moment(at), what })
      return t("devices.fleet.for", { time: moment(at), what, duration: format.duration(until - at) })
    },
  }
}
