import { describe, expect, test } from "vitest"
import * as limits from "../../src/domain/values/limits.ts"

/** The values of `limits.ts`, as requirements, design and the documents of device and bridge state them. */

const all = Object.entries(limits).filter((entry): entry is [string, number] => typeof entry[1] === "number")

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 3_600_000
const DAY = 86_400_000
const KIB = 1_024
const MIB = 1_048_576

/**
 * Limits that requirements, design or a document of device or bridge state in their own words. A change here changes
 * those documents too. Other limits are tested by their effect.
 */
const stated: Readonly<Record<string, number>> = {
  // Specification, "Exact values".
  ONLINE_WINDOW_MS: 30 * MINUTE,
  FIRMWARE_FETCH_TIMEOUT_MS: 10 * SECOND,
  COPY_CONFIRMATION_MS: 2 * SECOND,
  RESET_SETTINGS_MS: SECOND,
  TOAST_MS: 4 * SECOND,
  TOAST_SUCCESS_MS: 2 * SECOND,
  TOAST_MAX: 20,
  NAME_MAX_BYTES: 32,
  CODE_DIGITS: 6,
  PASSWORD_MIN_LENGTH: 6,
  SHARING_MIN_BUILD: 241_129_184_309,
  DEVICE_PORT: 36_459,
  // Requirements and design.
  UNDO_MS: 4 * SECOND,
  ACTION_EXPIRY_MS: 5 * MINUTE,
  ACTION_EXPIRY_MIN_MS: MINUTE,
  ACTION_EXPIRY_MAX_MS: DAY,
  RETRY_BASE_MS: SECOND,
  RETRY_CAP_MS: MINUTE,
  LEADER_SILENCE_MS: MINUTE,
  PAIRING_CODE_DIGITS: 6,
  // DEVICE-15: two ticks an hour, for one day.
  PRESENCE_TICK_MS: HOUR / 2,
  PRESENCE_TICKS: 48,
  FIRST_DAY_MS: 2 * HOUR,
  // EVENT-4.
  LOG_KEPT_EVENTS: 1_000_000,
  LOG_KEPT_MS: 400 * DAY,
  LOG_KEPT_WHEN_FULL_EVENTS: 100_000,
  LOG_KEPT_WHEN_FULL_MS: 30 * DAY,
  // The frames that docs/bridge.md grants a page.
  BRIDGE_FRAME_MAX_BYTES: MIB,
  FIRMWARE_CHUNK_MAX_BYTES: 256 * KIB,
  FIRMWARE_CHUNK_HEAD_MAX_BYTES: KIB,
  FIRMWARE_IMAGE_MAX_BYTES: 512 * MIB,
}

/** The values that are sensible for a limit, by the end of its name. */
const kinds: readonly (readonly [RegExp, (value: number) => boolean])[] = [
  [/_MS$/, (ms) => ms === limits.TURN_GAP_MS || (ms >= 100 && ms % 100 === 0)],
  [/_BYTES$/, (bytes) => bytes === limits.NAME_MAX_BYTES || (bytes >= KIB && Math.log2(bytes) % 1 === 0)],
  [/_(?:KEPT|MAX|ATTEMPTS|TRIES|DIGITS|EVENTS|BURST|STEP|TICKS|SUGGESTED|HOSTS|ONCE)$/, (count) => count >= 2],
]

/** Pairs whose first value must be below the second, because otherwise the second limit is never reached. */
const lessThan: readonly (readonly [keyof typeof limits, keyof typeof limits])[] = [
  ["RETRY_BASE_MS", "RETRY_CAP_MS"],
  ["TOO_OFTEN_BASE_MS", "TOO_OFTEN_CAP_MS"],
  ["CONNECT_BASE_MS", "CONNECT_CAP_MS"],
  ["REQUEST_TIMEOUT_MS", "REQUEST_LONGEST_LIFE_MS"],
  ["REQUEST_TIMEOUT_MS", "HANDOVER_MAX_MS"],
  ["SILENT_AFTER_MS", "REQUEST_TIMEOUT_MS"],
  ["HEARTBEAT_MS", "LEADER_SILENCE_MS"],
  ["AWAITED_INTERVAL_MS", "REFRESH_INTERVAL_MS"],
  ["USER_SETTLES_MS", "USER_RECORDED_MS"],
  ["OUTCOME_SHOWN_MS", "NOT_BACK_SHOWN_MS"],
  ["CONNECT_PATIENCE_MS", "CONNECT_NAT_PATIENCE_MS"],
  ["PASSCODE_NEXT_TURN_MS", "PASSCODE_TURN_MS"],
  ["LATEST_AGAIN_MS", "LATEST_READ_MS"],
  ["DEVICE_BACK_MS", "UPDATE_PATIENCE_MS"],
  ["BRIDGE_PATIENCE_MS", "UPDATE_PATIENCE_MS"],
  ["SCAN_LAST_WORD_MS", "SCAN_SILENCE_MS"],
  ["SUBNETS_MAX", "SCANNED_TARGETS_KEPT"],
  ["CHECKPOINT_EVERY_EVENTS", "LONG_FILE_CHECKPOINT_EVERY_EVENTS"],
  ["LONG_FILE_CHECKPOINT_EVERY_EVENTS", "LONG_FILE_EVENTS"],
  ["RETENTION_STEP_EVENTS", "LOG_KEPT_WHEN_FULL_EVENTS"],
  ["LOG_LINE_MAX_BYTES", "LOG_FILE_MAX_BYTES"],
  ["CAMPAIGN_FAILURES", "CAMPAIGN_FAILURES_MAX"],
  ["CAMPAIGN_DEVICES_MAX", "FIRMWARE_UPDATES_KEPT"],
  ["BATCH_AT_ONCE", "SETTLED_ACTIONS_KEPT"],
]

describe("limits", () => {
  test.each(Object.entries(stated))(
    "[DEVICE-5][MSG-4][RENAME-1][SUB-5][FW-1][OFFLINE-6] have the value that the requirements state: %s",
    (name, value) => {
      expect(Reflect.get(limits, name)).toBe(value)
    },
  )

  test("[SIM-4] are whole and of a size that their unit allows", () => {
    const odd = all.filter(([name, value]) => kinds.some(([kind, fits]) => kind.test(name) && !fits(value)))
    expect(odd).toEqual([])
    expect(all.filter(([, value]) => !Number.isInteger(value))).toEqual([])
  })

  test.each(lessThan)("[SIM-4] leave room for each other: %s is less than %s", (less, more) => {
    expect(Reflect.get(limits, less)).toBeLessThan(Number(Reflect.get(limits, more)))
  })

  test("[SIM-4] of ranges and frames hold whole chunks", () => {
    expect(limits.FIRMWARE_RANGE_BYTES % limits.FIRMWARE_CHUNK_MAX_BYTES).toBe(0)
    expect(limits.REPLY_MAX_BYTES).toBeGreaterThan(limits.BRIDGE_FRAME_MAX_BYTES)
  })
})
