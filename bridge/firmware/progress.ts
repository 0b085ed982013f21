import type { BridgeReason, FirmwareProgress } from "../../src/domain/wire/bridge.ts"
import type { FirmwareStage } from "../../src/domain/wire/device/message.ts"

/**
 * The progress of each update. Neither the state nor its percentage ever goes back, however many tries an update takes.
 */

/** The reason for which an update ended. `httpStatus`: the HTTP error of the update server. */
export interface UpdateFailure {
  readonly reason: BridgeReason
  readonly httpStatus?: number
}

export interface ProgressBoard {
  /** Reports the progress to the pages when it has changed. */
  report(id: string, state: 0 | 1 | 2, percent: number): void
  staged(id: string, stage: FirmwareStage, percent: number): void
  completed(id: string): void
  failed(id: string, failure: UpdateFailure): void
  /** The progress of all updates that have not ended. */
  all(): readonly FirmwareProgress[]
  of(id: string): FirmwareProgress | undefined
  forget(id: string): void
}

const WHOLE = 100

/** The part of state 2 that each stage of the device covers, in percent. */
const stageSpans: Readonly<Record<FirmwareStage, readonly [from: number, to: number]>> = {
  idle: [0, 0],
  receiving: [0, 0],
  verifying: [0, 20],
  installing: [20, 80],
  rebooting: [80, 99],
}

const installPercent = (stage: FirmwareStage, percent: number): number => {
  const [from, to] = stageSpans[stage]
  return from + ((to - from) * percent) / WHOLE
}

const isAhead = (before: FirmwareProgress | undefined, after: FirmwareProgress): boolean =>
  before === undefined || after.state > before.state || (after.state === before.state && after.percent > before.percent)

export const createProgressBoard = (tell: (progress: FirmwareProgress) => void): ProgressBoard => {
  const board = new Map<string, FirmwareProgress>()

  const report = (id: string, state: 0 | 1 | 2, percent: number): void => {
    const now: FirmwareProgress = { type: "fw_progress", id, state, percent: Math.floor(percent) }
    if (!isAhead(board.get(id), now)) return
    board.set(id, now)
    tell(now)
  }
  const end = (last: FirmwareProgress): void => {
    board.delete(last.id)
    tell(last)
  }

  return {
    report,
    staged: (id, stage, percent) => report(id, 2, installPercent(stage, percent)),
    completed: (id) => end({ type: "fw_progress", id, state: 3, percent: WHOLE }),
    failed: (id, { reason, ...answered }) =>
      end({ type: "fw_progress", id, state: -1, percent: 0, error: reason, ...answered }),
    all: () => [...board.values()],
    of: (id) => board.get(id),
    forget: (id) => void board.delete(id),
  }
}
