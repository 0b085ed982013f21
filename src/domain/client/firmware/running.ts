import { Effect, FiberMap, Stream } from "effect"
import { type CampaignState, laterLots } from "../../features/firmware/campaign.ts"
import { type FirmwareUpdate, isRunning } from "../../features/firmware/state.ts"
import type { Bridge } from "../../ports/bridge.ts"
import { FirmwareImages, type ImageProgress } from "../../ports/firmware.ts"
import { Ids } from "../../ports/platform.ts"
import { firmwareTargetOf } from "../../product/firmwareTargets.ts"
import type { State } from "../../product/state.ts"
import { BUILD_READ_MS, DEVICE_BACK_MS, HEARTBEAT_MS, LATEST_AGAIN_MS, LATEST_READ_MS } from "../../values/limits.ts"
import { incomingOf } from "../bridge/linking.ts"
import { Engine } from "../log/engine.ts"
import { report } from "../sync/reporting.ts"
import { onChangeOf, onStatus, runOnTrigger, until } from "../triggers.ts"
import { converse } from "./conversation.ts"
import { type FirmwareStop, failureOf, ImageKeeper } from "./images.ts"

/** Runs the downloads, updates and campaigns that the log holds, in the leader only. */

type Needs = Engine | Bridge | FirmwareImages | ImageKeeper

/** Waits for a device that is not on the network. Returns false when it stays away. */
const isBack = (device: string): Effect.Effect<boolean, never, Engine> =>
  Effect.flatMap(Engine, (engine) => {
    const isHere = () => firmwareTargetOf(engine.state())(device) !== undefined
    const comes = until([onChangeOf(engine, (state) => state.lan.devices)], isHere)
    return Effect.raceFirst(Effect.as(comes, true), Effect.as(Effect.sleep(DEVICE_BACK_MS), false))
  })

/** Once the native side has the image, it continues without the page and waits for the device. */
const isBegun = ({ stage }: FirmwareUpdate): boolean => stage === "uploading" || stage === "updating"

/** Runs one update to its end, from the stage where another tab, or this one before a reload, has left it. */
const bring = (update: FirmwareUpdate): Effect.Effect<void, never, Needs> => {
  const fail = (failure: FirmwareStop) => report({ type: "FailFirmwareUpdate", update: update.id, ...failure })
  return Effect.flatMap(ImageKeeper, ({ obtain, filling }) => {
    const reportStage = (stage: "checking" | "downloading", percent: number) =>
      report({ type: "MoveFirmwareUpdate", update: update.id, stage, percent })
    const conversing = converse(update, Effect.mapError(obtain(update, reportStage), failureOf), filling)
    if (isBegun(update)) return conversing
    return Effect.flatMap(isBack(update.device), (isHere) =>
      isHere ? conversing : Effect.fail<FirmwareStop>({ reason: "unreachable" }),
    )
  }).pipe(
    Effect.flatMap((end) => (end === null ? Effect.void : fail(end))),
    Effect.catch(fail),
  )
}

const keep = (image: { readonly build: number; readonly hash: string }): Effect.Effect<void, never, Needs> =>
  Effect.flatMap(ImageKeeper, (keeper) => Effect.ignore(keeper.obtain(image, () => Effect.void)))

/** The work in the log, by name. */
const workOf = ({ firmware: { image, updates } }: State): ReadonlyMap<string, Effect.Effect<void, never, Needs>> =>
  new Map([
    ...[...updates.values()].filter(isRunning).map((update) => [`update ${update.id}`, bring(update)] as const),
    ...(image?.status === "wanted" ? [[`image ${image.hash} ${image.at}`, keep(image)] as const] : []),
  ])

/** Records the build that a device runs after its update: the new one, or another one if it stays after a while. */
const readBuilds = (state: State, now: number): Effect.Effect<void, never, Engine> =>
  Effect.forEach(
    [...state.firmware.updates.values()].filter(
      ({ stage, reported, build }) => stage === "completed" && reported !== build,
    ),
    ({ device, build, reported, endedAt }) => {
      const target = firmwareTargetOf(state)(device)
      if (target === undefined || target.build === reported) return Effect.void
      const isDue = target.build === build || now - (endedAt ?? now) > BUILD_READ_MS
      return isDue ? report({ type: "RecordRunningBuild", device, build: target.build }) : Effect.void
    },
    { discard: true },
  )

/** Reads the latest published build (FW-1). */
const learnLatest = Effect.gen(function* () {
  const { build, hash } = yield* (yield* FirmwareImages).latest
  yield* report({ type: "LearnLatestFirmware", build, hash })
})

/** True when it could be read. */
const readLatest = Effect.isSuccess(learnLatest)

/** The same for a person who waits: records a failure. */
export const checkLatest = Effect.catch(learnLatest, ({ reason, httpStatus }) => {
  const why = reason === "wait" || reason === "unreadable" ? { reason } : {}
  return report({ type: "RecordLatestUnread", ...why, ...(httpStatus !== undefined && { httpStatus }) })
})

/** Stores a file that a person has chosen, if it is the latest image. */
export const keepFile = Effect.fnUntraced(function* (file: Blob, progress: ImageProgress) {
  const { latest } = (yield* Engine).state().firmware
  if (latest === null || latest.hash === null) return "connect" as const
  const { build, hash } = latest
  const images = yield* FirmwareImages
  return yield* images.keepFile({ build, hash }, file, progress).pipe(
    Effect.flatMap(({ size }) => report({ type: "RecordImageKept", build, hash, size })),
    Effect.as(null),
    Effect.catch((error) => Effect.succeed(failureOf(error).reason)),
  )
})

/** True while the campaign runs, and after it when devices wait for the next lot. */
const mayAdvance = ({ ended, isPaused, left }: CampaignState): boolean =>
  ended === null ? !isPaused : ended === "done" && laterLots(left).length > 0

const run = Effect.gen(function* () {
  const engine = yield* Engine
  const { tab } = yield* Ids
  const images = yield* FirmwareImages
  const running = yield* FiberMap.make<string, void>()
  let tidied = false
  const leads = (): boolean => engine.works() && engine.state().outbox.leader === tab

  const turn = Effect.gen(function* () {
    const state = engine.state()
    const wanted = leads() ? workOf(state) : new Map<string, Effect.Effect<void, never, Needs>>()
    for (const [name] of [...running]) if (!wanted.has(name)) yield* FiberMap.remove(running, name)
    for (const [name, work] of wanted)
      yield* FiberMap.run(running, name, work, { onlyIfMissing: true, startImmediately: false })
    if (!leads()) return HEARTBEAT_MS
    const { campaign } = state.firmware
    if (campaign !== null && mayAdvance(campaign)) yield* report({ type: "AdvanceCampaign" })
    // Removes images that no work uses, those of a dead tab included.
    if (state.firmware.image !== null || (yield* FiberMap.size(running)) > 0) tidied = false
    else if (!tidied) {
      tidied = true
      yield* images.removeAll
    }
    yield* readBuilds(state, yield* Effect.clockWith((clock) => clock.currentTimeMillis))
    return HEARTBEAT_MS
  })

  let failures = 0
  const latest = Effect.suspend(() =>
    leads()
      ? Effect.map(readLatest, (isRead) => {
          failures = isRead ? 0 : failures + 1
          return isRead ? LATEST_READ_MS : Math.min(LATEST_READ_MS, LATEST_AGAIN_MS * 2 ** (failures - 1))
        })
      : Effect.succeed(LATEST_READ_MS),
  )
  return yield* Effect.all(
    [
      Stream.runForEach(incomingOf("latest_firmware"), ({ build, hash = null }) =>
        report({ type: "LearnLatestFirmware", build, hash }),
      ),
      runOnTrigger([onChangeOf(engine, (state) => state.outbox.leader)], latest),
      runOnTrigger(
        [
          onChangeOf(engine, (state) => state.firmware),
          onChangeOf(engine, (state) => state.outbox.leader),
          onStatus(engine),
        ],
        turn,
      ),
    ],
    { concurrency: "unbounded" },
  ).pipe(Effect.andThen(Effect.never))
})

/** The loop interrupts its work when it ends. The next leader continues from the log. */
export const runFirmware = Effect.provide(Effect.scoped(run), ImageKeeper.layer)
