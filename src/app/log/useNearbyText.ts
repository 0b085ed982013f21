import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { StoredEvent } from "../../domain/event/event.ts"
import { firmwareFailures } from "../../domain/features/firmware/events.ts"
import { devicesOf, field, namesIn, nearbyIn, textField } from "../../domain/views/logEvents.ts"
import { isolated } from "../i18n/i18n.ts"
import { useFormat } from "../i18n/useFormat.ts"
import type { LogIndex } from "./logIndex.ts"
import { keyIn } from "./storedNames.ts"
import { useCodeText } from "./useCodeText.ts"
import { useScreenText } from "./useScreenText.ts"

/** Names shown of a reading that changed several devices. */
const NAMES_SHOWN = 3

const links = { none: "none", away: "away", refused: "refused", connected: "connected" } as const
const scanEnds = {
  done: "pages.network.scan.partDone",
  cancelled: "pages.network.scan.cancelled",
  lost: "devices.viewer.reason.away",
} as const

const numberField = (payload: unknown, key: string): number | null => {
  const found = field(payload, key)
  return typeof found === "number" ? found : null
}

/** A few names of many. */
const useListed = () => {
  const { t } = useTranslation()
  return useCallback(
    (names: readonly string[]): string | null => {
      if (names.length === 0) return null
      const shown = names.slice(0, NAMES_SHOWN).map(isolated).join(t("pages.account.subs.comma"))
      return names.length > NAMES_SHOWN ? `${shown} +${names.length - NAMES_SHOWN}` : shown
    },
    [t],
  )
}

/** How it stands with what an event tells of: its stage, how much is done, its build, or why it failed. */
const useStanding = () => {
  const { t } = useTranslation()
  const { percent } = useFormat()
  const { stageText } = useCodeText()
  return useCallback(
    (event: StoredEvent): string | null => {
      const { type, payload } = event
      const stage = stageText(event)
      const share = numberField(payload, "percent")
      // A whole share says no more than its stage.
      if (share !== null && stage !== null && share < 100)
        return [stage, percent(share)].join(t("pages.account.subs.comma"))
      if (stage !== null) return stage
      if (share !== null) return percent(share)
      const build = numberField(payload, "build")
      // The name of each event with a build says already that it is about firmware.
      if (build !== null) return String(build)
      if (type === "FirmwareImageFailed" || type === "FirmwareUpdateFailed") {
        const reason = firmwareFailures.find((known) => known === textField(payload, "reason"))
        return reason === undefined ? null : t(`dialog.firmware.reason.${reason}`)
      }
      return null
    },
    [t, percent, stageText],
  )
}

/** What an event says of devices, of the bridge and of firmware: names first, then how it stands; null when nothing. */
export const useNearbyText = () => {
  const { t } = useTranslation()
  const listed = useListed()
  const standing = useStanding()
  const screenText = useScreenText()
  return useCallback(
    (event: StoredEvent, index: LogIndex): string | null => {
      const { type, payload } = event
      if (type === "DevicesRead") {
        const told = new Map(namesIn(event))
        return listed(devicesOf(event).map((id) => told.get(id) ?? index.names.get(id) ?? id))
      }
      if (type === "BridgeLinkChanged") {
        const link = keyIn(links, textField(field(payload, "link"), "state"))
        return link === undefined ? null : t(`layout.bridge.${link}`)
      }
      if (type === "ScanStarted") {
        const targets = field(payload, "targets")
        return Array.isArray(targets) ? listed(targets.filter((target) => typeof target === "string")) : null
      }
      if (type === "ScanEnded") {
        const outcome = keyIn(scanEnds, textField(payload, "outcome"))
        return outcome === undefined ? null : t(scanEnds[outcome])
      }
      const who = listed(nearbyIn(event).map((id) => index.nearby.get(id) ?? id))
      const how = screenText(event) ?? standing(event)
      return who === null || how === null ? (who ?? how) : t("pages.log.about", { what: who, subject: how })
    },
    [t, listed, standing, screenText],
  )
}
