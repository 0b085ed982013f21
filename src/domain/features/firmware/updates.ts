import { FIRMWARE_PROGRESS_STEP } from "../../values/limits.ts"
import { invalid, valid } from "../../values/parsed.ts"
import type { BridgeReason } from "../../wire/bridge.ts"
import { endedWith } from "./campaignEnd.ts"
import {
  type FirmwareCommand,
  type FirmwareDecision,
  type FirmwareTarget,
  type Ineligible,
  NOTHING,
  type TargetOf,
} from "./commands.ts"
import { type FirmwareEvent, type FirmwareFailure, type RunningStage, runningStages } from "./events.ts"
import { type FirmwareState, type FirmwareUpdate, isRunning } from "./state.ts"

/** FW-2: offered when the build is below the latest known one. Build 0 is unknown and counts as older. */
export const hindranceOf = (
  target: FirmwareTarget | undefined,
  { latest, updates }: Pick<FirmwareState, "latest" | "updates">,
): Ineligible | null => {
  if (target === undefined) return "notOnNetwork"
  if (target.never !== null) return target.never
  if (latest === null || latest.hash === null) return "latestUnknown"
  if (target.build >= latest.build) return "upToDate"
  const update = updates.get(target.device)
  return update !== undefined && isRunning(update) ? "updating" : null
}

/** Also finds a device that left the network after its update broke off: it is retried when it is back. */
export const orBroken =
  ({ updates }: FirmwareState, targetOf: TargetOf): TargetOf =>
  (device) => {
    const target = targetOf(device)
    if (target !== undefined) return target
    const update = updates.get(device)
    if (update?.stage !== "error") return undefined
    const { did, from } = update
    return { device, did, name: "", build: from, never: null }
  }

export const started = (
  device: string,
  state: FirmwareState,
  id: string,
  campaign: string | null,
  targetOf: TargetOf,
): FirmwareDecision => {
  const target = targetOf(device)
  const hindrance = hindranceOf(target, state)
  if (hindrance !== null) return invalid(hindrance)
  const { latest } = state
  if (target === undefined || latest === null || latest.hash === null) return invalid("latestUnknown")
  const payload = {
    update: id,
    id: target.device,
    did: target.did,
    from: target.build,
    build: latest.build,
    hash: latest.hash,
    campaign,
  }
  return valid([{ type: "FirmwareUpdateStarted", payload }])
}

export const dismissed = (device: string, { updates }: FirmwareState): FirmwareDecision => {
  const update = updates.get(device)
  if (update === undefined || isRunning(update) || update.isDismissed) return NOTHING
  return valid([{ type: "FirmwareUpdateDismissed", payload: { id: device, update: update.id } }])
}

export const ofUpdate = (
  { updates }: FirmwareState,
  id: string,
  decide: (update: FirmwareUpdate) => readonly FirmwareEvent[],
): readonly FirmwareEvent[] => {
  for (const update of updates.values()) if (update.id === id && isRunning(update)) return decide(update)
  return []
}

const order = (stage: RunningStage | "completed"): number =>
  stage === "completed" ? runningStages.length : runningStages.indexOf(stage)

/**
 * The events up to a stage and a percent of it. A message may be lost or come twice: the steps between are added, and
 * nothing ever goes back (invariant 12).
 */
export const stepsTo = (
  { id: update, device, stage, percent: before }: FirmwareUpdate,
  to: RunningStage | "completed",
  percent: number,
): readonly FirmwareEvent[] => {
  if (stage === "error" || stage === "completed" || order(to) < order(stage)) return []
  if (to === stage) {
    const isStep = percent >= before + FIRMWARE_PROGRESS_STEP || (percent === 100 && before < 100)
    return isStep ? [{ type: "FirmwareUpdateMoved", payload: { id: device, update, stage, percent } }] : []
  }
  const between = runningStages.slice(order(stage) + 1, order(to))
  return [
    ...between.map((passed) => ({ stage: passed, percent: 0 })),
    { stage: to, percent: to === "completed" ? 100 : percent },
  ].map((payload) => ({ type: "FirmwareUpdateMoved", payload: { id: device, update, ...payload } }))
}

export const failed = (
  { id: update, device, campaign }: FirmwareUpdate,
  reason: FirmwareFailure,
  state: FirmwareState,
  httpStatus?: number,
): readonly FirmwareEvent[] => [
  {
    type: "FirmwareUpdateFailed",
    payload: { id: device, update, reason, ...(httpStatus !== undefined && { httpStatus }) },
  },
  ...endedWith(state, campaign, device, "failed"),
]

/** The failure for each reason with which the native side gave up. */
const failures: Readonly<Partial<Record<BridgeReason, FirmwareFailure>>> = {
  wrong_hash: "wrongHash",
  download_failed: "connect",
  download_timed_out: "noAnswer",
  download_unreadable: "unreadable",
  download_too_large: "tooLarge",
  download_cut: "truncated",
  download_wait: "wait",
  storage_failed: "bridgeStorage",
  unknown_device: "unreachable",
  unreachable: "unreachable",
  timed_out: "timedOut",
  vanished: "vanished",
  busy: "busy",
  refused: "refused",
  wrong_passcode: "wrongPasscode",
  key_changed: "keyChanged",
  superseded: "cancelled",
  closed: "bridgeLost",
  unsupported: "unsupported",
}
const isKnownReason = (reason: string): reason is keyof typeof failures => Object.hasOwn(failures, reason)
export const failureOf = (reason: string | undefined): FirmwareFailure =>
  (reason !== undefined && isKnownReason(reason) ? failures[reason] : undefined) ?? "unknown"

const stageOfNative = { 0: "downloading", 1: "uploading", 2: "updating", 3: "completed" } as const

export const nativeProgress = (
  { device, state: native, percent, error, httpStatus }: Extract<FirmwareCommand, { type: "RecordNativeProgress" }>,
  state: FirmwareState,
): readonly FirmwareEvent[] => {
  const update = state.updates.get(device)
  if (update === undefined || !isRunning(update)) return []
  if (native === -1) return failed(update, failureOf(error), state, httpStatus)
  const steps = stepsTo(update, stageOfNative[native], percent)
  return native === 3 ? [...steps, ...endedWith(state, update.campaign, device, "completed")] : steps
}

export const buildRead = (
  { device, build }: Extract<FirmwareCommand, { type: "RecordRunningBuild" }>,
  { updates }: FirmwareState,
): readonly FirmwareEvent[] => {
  const update = updates.get(device)
  if (update?.stage !== "completed" || update.reported === build || update.reported === update.build) return []
  return [{ type: "FirmwareBuildRead", payload: { id: device, update: update.id, build } }]
}
