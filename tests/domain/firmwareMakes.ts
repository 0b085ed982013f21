import * as fc from "fast-check"
import type { FirmwareCommand } from "../../src/domain/features/firmware/commands.ts"
import type { State } from "../../src/domain/product/state.ts"

/** Firmware commands for generated logs. Their devices may be LAN devices of the state. */

const HASH = "0123456789abcdef0123456789abcdef"
const BUILD = 241_204_091_500

type Make = (state: State) => FirmwareCommand
const always =
  (command: FirmwareCommand): Make =>
  () =>
    command

const imageCommands: readonly FirmwareCommand[] = [
  { type: "KeepFirmware" },
  { type: "RecordImageMove", hash: HASH, percent: 40, size: 3_000_000 },
  { type: "RecordImageKept", build: BUILD, hash: HASH, size: 3_000_000 },
  { type: "RecordImageFailure", hash: HASH, reason: "quota" },
  { type: "RemoveFirmware" },
  { type: "WantImage", build: BUILD, hash: HASH },
  { type: "StopFirmwareDownload" },
  { type: "RecordImageGone", hash: HASH },
]
const campaignCommands: readonly FirmwareCommand[] = [
  { type: "AdvanceCampaign" },
  { type: "PauseCampaign" },
  { type: "ResumeCampaign" },
  { type: "StopCampaign" },
  { type: "DismissCampaign" },
  { type: "RecordLatestUnread" },
]

/** The next event that the state waits for, so that stories reach their ends. */
const next =
  (n: number): Make =>
  ({ lan, firmware: { latest, image, updates, campaign } }) => {
    if (latest === null || latest.hash === null) return { type: "LearnLatestFirmware", build: BUILD, hash: HASH }
    const [isReported, other] = [n % 2 === 0, n % 4 === 1]
    const update = [...updates.values()].findLast(({ isDismissed }) => !isDismissed)
    if (image?.status === "wanted" && n % 3 === 0)
      return isReported
        ? { type: "RecordImageMove", hash: HASH, percent: Math.min(100, image.percent + 40), size: 3_000_000 }
        : { type: "RecordImageFailure", hash: HASH, reason: "quota" }
    if (image?.status === "kept" && n % 6 === 5) return { type: "RemoveFirmware" }
    if (campaign?.isPaused === true) return { type: "ResumeCampaign" }
    if (campaign?.ended !== null && campaign !== null) return { type: "DismissCampaign" }
    const turn = campaign && [...updates.values()].find((one) => one.campaign === campaign.id)
    if (turn && !campaign.postponed.has(turn.device) && n % 3 > 0)
      return { type: "PostponeInCampaign", update: turn.id }
    if (campaign !== null && turn === undefined && n % 3 > 0) return { type: "AdvanceCampaign" }
    if (campaign !== null && n % 5 === 0) return { type: "PauseCampaign" }
    if (campaign !== null && n % 6 === 4) return { type: "RuleCampaign", limit: 3, atOnce: 2 }
    const here = [...lan.devices.values()].filter(({ addr }) => addr !== "").map(({ id }) => id)
    if (campaign === null && n % 4 === 2)
      return { type: "StartCampaign", devices: here, limit: 1 + (n % 3), atOnce: 1 + (n % 2) }
    if (campaign !== null && n % 7 === 3)
      return { type: "SkipInCampaign", device: campaign.devices.at(-1)?.id ?? "none" }
    if (update === undefined)
      return campaign === null
        ? { type: "StartFirmwareUpdate", device: here[0] ?? "none" }
        : { type: "AdvanceCampaign" }
    const { device, id, stage, reported } = update
    if (stage === "completed" && reported === null) return { type: "RecordRunningBuild", device, build: BUILD }
    if (stage === "completed" || stage === "error") return { type: "DismissFirmwareUpdate", device }
    if (other) return { type: "FailFirmwareUpdate", update: id, reason: "vanished" }
    return { type: "RecordNativeProgress", device, state: isReported ? 3 : 1, percent: 60 }
  }

export const firmwareMakes = (lanDevices: readonly string[]): readonly fc.Arbitrary<Make>[] => {
  const device = fc.constantFrom(...lanDevices)
  return [
    ...Array.from({ length: 8 }, () => fc.nat(19).map(next)),
    fc
      .constantFrom(BUILD, BUILD, BUILD, BUILD, BUILD + 1)
      .map((build) => always({ type: "LearnLatestFirmware", build, hash: build === BUILD ? HASH : null })),
    fc.constantFrom(...imageCommands).map(always),
    fc.constantFrom(...campaignCommands).map(always),
    device.map((id) => always({ type: "StartFirmwareUpdate", device: id })),
    device.map((id) => always({ type: "DismissFirmwareUpdate", device: id })),
    device.map((id) => always({ type: "SkipInCampaign", device: id })),
    fc.tuple(fc.nat(9), fc.nat(3)).map(([limit, atOnce]) => always({ type: "RuleCampaign", limit, atOnce })),
    fc.nat(2).map((limit) => always({ type: "StartCampaign", devices: lanDevices, limit, atOnce: 1 })),
    fc
      .tuple(device, fc.constantFrom(-1 as const, 0 as const, 1 as const, 2 as const, 3 as const), fc.nat(100))
      .map(([id, state, percent]) => always({ type: "RecordNativeProgress", device: id, state, percent })),
    fc
      .tuple(device, fc.constantFrom(0, BUILD))
      .map(([id, build]) => always({ type: "RecordRunningBuild", device: id, build })),
    fc.tuple(device, fc.constantFrom("checking" as const, "downloading" as const), fc.nat(100)).map(
      ([id, stage, percent]): Make =>
        ({ firmware }) => ({
          type: "MoveFirmwareUpdate",
          update: firmware.updates.get(id)?.id ?? "none",
          stage,
          percent,
        }),
    ),
    device.map(
      (id): Make =>
        ({ firmware }) => ({
          type: "FailFirmwareUpdate",
          update: firmware.updates.get(id)?.id ?? "none",
          reason: "vanished",
        }),
    ),
  ]
}
