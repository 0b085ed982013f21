import type { RecordedEvent } from "../../../src/domain/product/events.ts"

/**
 * Events that will be observed again, or that no person misses. A power cut may take them even after a listener
 * received them.
 */
const observations: ReadonlySet<RecordedEvent["type"]> = new Set<RecordedEvent["type"]>([
  "AppStarted",
  "AppVersionTold",
  "ConnectionChanged",
  "PreferenceObserved",
  "ProfileRead",
  "DevicesRead",
  "DevicesReadFailed",
  "SubAccountsRead",
  "MainAccountsRead",
  "SharingReadFailed",
  "RefreshRequested",
  "RouteOpened",
  "DialogOpened",
  "DialogClosed",
  "ToastShown",
  "InputRejected",
  "FlowMoved",
  "BridgeLinkChanged",
  "LanDevicesTold",
  "ScanStarted",
  "ScanEnded",
  "LanWakeTold",
])

/** True when a read list produced the event: the next reading produces it again. */
const isRead = (event: RecordedEvent): boolean =>
  event.type === "TargetSettled" ||
  event.type === "ActionReopened" ||
  event.type === "ActionContested" ||
  (event.type === "ActionConfirmed" && event.payload.by === "read")

export const isObservation = (event: RecordedEvent): boolean => observations.has(event.type) || isRead(event)
