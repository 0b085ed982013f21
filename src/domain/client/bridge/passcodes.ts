import { Clock, Effect, Stream } from "effect"
import { tabSessionOf } from "../../features/deviceSession/feature.ts"
import { goingOn } from "../../features/firmware/campaign.ts"
import { Bridge } from "../../ports/bridge.ts"
import { Ids, Preferences } from "../../ports/platform.ts"
import type { State } from "../../product/state.ts"
import { CONNECT_PATIENCE_MS } from "../../values/limits.ts"
import { typedSecret } from "../../values/typedValue.ts"
import type { BridgeCallback } from "../../wire/bridge.ts"
import { Engine } from "../log/engine.ts"
import { changes } from "../streams.ts"
import { report } from "../sync/reporting.ts"
import { isAskedFor } from "./asking.ts"
import { awaitWord, keyOf, stopAwaiting, unreached } from "./connecting.ts"
import { Viewing } from "./desk.ts"

/** Answers the devices' requests for a passcode (DEVICE-9). */

/** Sends the passcode that a person has typed. With `keep` it is stored once it has opened the device. */
export const answerPasscode = Effect.fnUntraced(function* (passcode: string, keep: boolean) {
  const viewing = yield* Viewing
  const { tab } = yield* Ids
  const asked = tabSessionOf((yield* Engine).state().reach, tab).passcode
  if (asked === null || typedSecret(passcode) === "") return
  viewing.given = { id: asked.id, by: "typed", passcode: typedSecret(passcode), keep }
  yield* report({ type: "SettlePasscode", id: asked.id })
  yield* giveAnswer(asked.id, typedSecret(passcode))
})

/**
 * Sets the passcode for the running campaign; "" for none. It stays in the memory of this tab, which asks the person
 * where it opens no device. A later leader asks for each device.
 */
export const offerPasscode = Effect.fnUntraced(function* (typed: string, keep: boolean) {
  const passcode = typedSecret(typed)
  const campaign = goingOn((yield* Engine).state().firmware.campaign)
  ;(yield* Viewing).offered = passcode === "" || campaign === null ? null : { campaign, passcode, keep, to: new Set() }
})

/** Forgets that passcode as soon as its campaign is over. */
export const forgetOffered = Effect.gen(function* () {
  const viewing = yield* Viewing
  const over = ({ firmware: { campaign } }: State): true | null =>
    viewing.offered !== null && viewing.offered.campaign !== goingOn(campaign) ? true : null
  yield* Stream.runForEach(changes(over), () =>
    Effect.sync(() => {
      viewing.offered = null
    }),
  )
})

/** The offered passcode, if this device is in the campaign and has not received it yet. */
const offeredTo = Effect.fnUntraced(function* (id: string) {
  const { offered } = yield* Viewing
  const { campaign, updates } = (yield* Engine).state().firmware
  const isOf = campaign !== null && updates.get(id)?.campaign === campaign.id && goingOn(campaign) === offered?.campaign
  return isOf && offered?.to.has(id) === false ? offered : null
})

/** Sends a passcode and waits for the device's reaction. */
const giveAnswer = Effect.fnUntraced(function* (id: string, password: string) {
  const viewing = yield* Viewing
  const isGiven = yield* Effect.isSuccess((yield* Bridge).send({ type: "auth_device", password }))
  if (!isGiven) viewing.given = null
  if (viewing.target?.id !== id) return
  yield* isGiven ? awaitWord(CONNECT_PATIENCE_MS) : unreached("away")
})

/** The native side that waited for the passcode is gone. It asks again when it is back. */
export const forgetQuestion = Effect.gen(function* () {
  const { tab } = yield* Ids
  const asked = tabSessionOf((yield* Engine).state().reach, tab).passcode
  if (asked !== null) yield* report({ type: "SettlePasscode", id: asked.id })
})

/**
 * Tries a stored passcode first, then the one for a campaign. Asks a person when there is none, or it was wrong
 * (DEVICE-9).
 */
export const asksPasscode = Effect.fnUntraced(function* ({
  id,
  error,
  wait_ms = 0,
}: Extract<BridgeCallback, { type: "auth_device" }>) {
  const viewing = yield* Viewing
  const preferences = yield* Preferences
  const { given, target } = viewing
  if (!(yield* isAskedFor(id)))
    return yield* report({ type: "RejectInput", source: "bridge", subject: "auth_device", problem: "unasked" })
  if (target?.id === id) yield* stopAwaiting
  const { did, name } = target?.id === id ? target : (viewing.known.get(id) ?? { did: id, name: id })
  const refused = given?.id === id && error !== undefined ? given : null
  viewing.given = null
  const stored = yield* preferences.get(keyOf(did))
  if (stored !== null && refused === null && wait_ms === 0) {
    viewing.given = { id, by: "stored", passcode: stored, keep: true }
    return yield* giveAnswer(id, stored)
  }
  if (refused !== null && error === "wrong_passcode" && refused.passcode === stored)
    yield* preferences.remove(keyOf(did))
  const offered = refused?.by === "typed" || wait_ms > 0 ? null : yield* offeredTo(id)
  if (offered !== null) {
    const { passcode, keep } = offered
    offered.to.add(id)
    viewing.given = { id, by: "typed", passcode, keep }
    return yield* giveAnswer(id, passcode)
  }
  const until = (yield* Clock.currentTimeMillis) + wait_ms
  yield* report({ type: "WantPasscode", id, did, name, tried: refused?.by ?? "none", until })
})
