import { Clock, Effect, Stream } from "effect"
import { type BridgeLink, canAsk } from "../../features/bridge/feature.ts"
import type { LanWakeStage } from "../../features/lan/events.ts"
import type { LanWake } from "../../features/lan/state.ts"
import { Bridge } from "../../ports/bridge.ts"
import { Ids } from "../../ports/platform.ts"
import { LAN_WAKE_CONFIRM_MS, REFRESH_INTERVAL_MS } from "../../values/limits.ts"
import { type Mac, parseMac } from "../../values/mac.ts"
import type { BridgeCallback } from "../../wire/bridge.ts"
import { keyField } from "../bridge/connectMessage.ts"
import { Engine } from "../log/engine.ts"
import { streamOf } from "../streams.ts"
import { report } from "../sync/reporting.ts"
import { onChangeOf, runOnTrigger } from "../triggers.ts"

/**
 * Wakes a computer over the local network, now or never, and records the stages (WAKE-4): asked, sent, seen awake, or
 * not confirmed after a time.
 */

/** `mac` null wakes the computer that is bound to the device. */
export const wakeOverLan = Effect.fnUntraced(function* ({
  id,
  mac,
}: {
  readonly id: string
  readonly mac: string | null
}) {
  const engine = yield* Engine
  const bridge = yield* Bridge
  const device = engine.state().lan.devices.get(id)
  if (device === undefined) return yield* Effect.fail("unknownDevice" as const)
  const to = mac === null ? null : parseMac(mac)
  if (to !== null && !to.ok) return yield* Effect.fail("invalidMac" as const)
  if (!canAsk(engine.state().bridge)) return yield* Effect.fail("bridgeAway" as const)
  if (!canAsk(engine.state().bridge, "wake")) return yield* Effect.fail("bridgeUnable" as const)
  const wake = yield* (yield* Ids).next
  const known: Mac | null = to === null ? null : to.value
  // Nothing is sent before the log has recorded it: its outcome could not be shown.
  const asked = { type: "TellLanWake", wake, id, did: device.did, stage: "asked", mac: known } as const
  yield* Effect.mapError(engine.dispatch(asked), ({ reason }) => (reason === "rejected" ? ("defect" as const) : reason))
  const sent = yield* Effect.result(
    bridge.send({ type: "wake", id, mac: known ?? "", ...keyField(engine.state(), device.did) }),
  )
  if (sent._tag === "Failure")
    yield* report({ type: "TellLanWake", wake, id, did: device.did, stage: "failed", mac: known })
})

type Result = Extract<BridgeCallback, { type: "wake_result" }>

const stageOf = ({ sent, awake }: Result): LanWakeStage => {
  if (!sent) return "failed"
  return awake === undefined ? "sent" : awake ? "awake" : "notConfirmed"
}

const isOpen = ({ stage }: LanWake): boolean => stage === "asked" || stage === "sent"

/**
 * The wake that an answer is about: the latest one of that device, and of that computer if the answer names one. An
 * expired wake may still get an answer, because a person may have typed the passcode for longer than the wait.
 */
export const answeredWake = (wakes: readonly LanWake[], id: string, mac: string): LanWake | undefined => {
  const parsed = parseMac(mac)
  const to = parsed.ok ? parsed.value : null
  const meant = wakes.filter((wake) => wake.id === id && (wake.mac === null || to === null || wake.mac === to))
  const last = meant.at(-1)
  return meant.findLast(isOpen) ?? (last?.stage === "notConfirmed" ? last : undefined)
}

export const followWakes = Effect.gen(function* () {
  const engine = yield* Engine
  const bridge = yield* Bridge
  const tell = (wake: LanWake, stage: LanWakeStage, mac: string | null) =>
    report({ type: "TellLanWake", wake: wake.wake, id: wake.id, did: wake.did, stage, mac: mac ?? wake.mac })
  const hear = (message: BridgeCallback) => {
    const { wakes } = engine.state().lan
    if (message.type === "wake_result") {
      const wake = answeredWake(wakes, message.id, message.mac)
      const mac = parseMac(message.mac)
      return wake === undefined ? Effect.void : tell(wake, stageOf(message), mac.ok ? mac.value : null)
    }
    if (message.type !== "error" || message.about !== "wake") return Effect.void
    const refused = wakes.findLast((wake) => wake.stage === "asked" && (message.id ?? wake.id) === wake.id)
    return refused === undefined ? Effect.void : tell(refused, "failed", null)
  }
  /** Any tab ends a wait that has lasted too long, because the tab that asked may be gone. */
  const turn = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    let next = REFRESH_INTERVAL_MS
    for (const wake of engine.state().lan.wakes.filter(isOpen)) {
      const left = wake.askedAt + LAN_WAKE_CONFIRM_MS - now
      // After the clock was set back, no wait may last for as long as the clock jumped.
      if (left <= 0 || left > LAN_WAKE_CONFIRM_MS) yield* tell(wake, "notConfirmed", null)
      else next = Math.min(next, left)
    }
    return next
  })
  const waits = runOnTrigger([onChangeOf(engine, ({ lan }) => lan.wakes)], turn)
  /**
   * A lost bridge sends no more answers. An answer that another tab still receives over its own connection counts as
   * late.
   */
  let isConnected = false
  const follow = ({ state }: BridgeLink) => {
    const isLost = isConnected && state !== "connected"
    isConnected = state === "connected"
    const open = isLost ? engine.state().lan.wakes.filter(isOpen) : []
    return Effect.forEach(open, (wake) => tell(wake, "notConfirmed", null), { discard: true })
  }
  return yield* Effect.all(
    [Stream.runForEach(streamOf(bridge.onMessage), hear), Stream.runForEach(streamOf(bridge.onLink), follow), waits],
    { concurrency: "unbounded", discard: true },
  )
})
