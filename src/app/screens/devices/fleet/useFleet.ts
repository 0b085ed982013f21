import { useCallback, useEffect, useMemo, useState } from "react"
import type { SettingsState } from "../../../../domain/features/settings/feature.ts"
import { isOn } from "../../../../domain/features/settings/preferences.ts"
import type { State } from "../../../../domain/product/state.ts"
import { type FleetInTime, makeFleetInTime, type TimeRange } from "../../../../domain/views/fleetInTime.ts"
import type { PresenceSpan } from "../../../../domain/views/fleetPresence.ts"
import { useHandle, useSend, useView } from "../../../client/client.ts"
import { useFleetLog } from "../../../log/useFleetLog.ts"
import { usePreference } from "../../../preferences/usePreference.ts"
import { useNarrow } from "../../../ui/useMedia.ts"

/** The time range that a person chose, and the devices to which the person narrowed the list. */
export interface ChosenRange {
  readonly time: TimeRange | null
  readonly choose: (time: TimeRange | null) => void
  /** The devices of the narrowed list, by did. */
  readonly among: ReadonlySet<string> | undefined
  readonly narrow: (dids: readonly string[]) => void
  /** Shows all devices again, and keeps the range. */
  readonly forget: () => void
}

export const useChosenRange = (): ChosenRange => {
  const [time, setTime] = useState<TimeRange | null>(null)
  const [among, setAmong] = useState<ReadonlySet<string>>()
  const narrow = useCallback((dids: readonly string[]) => setAmong(new Set(dids)), [])
  const forget = useCallback(() => setAmong(undefined), [])
  const choose = useCallback((next: TimeRange | null) => {
    setTime(next)
    setAmong(undefined)
  }, [])
  return useMemo(() => ({ time, choose, among, narrow, forget }), [time, choose, among, narrow, forget])
}

const isBandOn = (settings: SettingsState): boolean => isOn(settings, "fleetBand")

/** Restores the folded or open state. On phones the band is folded at first. */
export const useFold = () => {
  const send = useSend()
  const isNarrow = useNarrow()
  const kept = usePreference(isBandOn)
  const [isOpenHere, setOpenHere] = useState(false)
  const toggle = () => {
    if (isNarrow) setOpenHere(!isOpenHere)
    else send({ type: "SetPreference", key: "fleetBand", value: String(!kept) })
  }
  return { isOpen: isNarrow ? isOpenHere : kept, isNarrow, toggle }
}

const accountOf = ({ session }: State) => session.current?.account ?? null

/** Maximum delay of the band in a browser that is never idle, ms. */
const IDLE_AFTER_MS = 1_000

/** True once the list is drawn and the browser is idle. In a replay, true at once. */
const useIdle = (): boolean => {
  const isReplay = useHandle()?.log === null
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const go = () => setIdle(true)
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(go)
      return () => clearTimeout(timer)
    }
    const waiting = requestIdleCallback(go, { timeout: IDLE_AFTER_MS })
    return () => cancelIdleCallback(waiting)
  }, [])
  return isIdle || isReplay
}

/** The fleet over a span; null until the browser has time to compute it. */
export const useFleet = (
  span: PresenceSpan,
  isShown: boolean,
): { readonly fleet: FleetInTime | null; readonly isRead: boolean } => {
  const isWanted = useIdle() && isShown
  const account = useView(accountOf) ?? null
  const { log, marks, isRead } = useFleetLog(account, span, isWanted)
  const view = useMemo(() => {
    const fleet = makeFleetInTime(span, marks, log)
    return (state: State, now: number) => (isWanted ? fleet(state, now) : null)
  }, [span, marks, log, isWanted])
  return { fleet: useView(view) ?? null, isRead }
}
