import { Deferred, Effect, Option, Queue } from "effect"
import { canAsk } from "../../features/bridge/feature.ts"
import { tabSessionOf } from "../../features/deviceSession/feature.ts"
import { Bridge } from "../../ports/bridge.ts"
import { Ids } from "../../ports/platform.ts"
import { MODE_PATIENCE_MS } from "../../values/limits.ts"
import type { BridgeCallback, BridgeMessage, BridgeReason, Mode } from "../../wire/bridge.ts"
import { Engine } from "../log/engine.ts"
import { monotonicMillis } from "../monotonic.ts"
import { connectMessage, keyField } from "./connectMessage.ts"
import { type ModeRefused, type ModeRequest, Viewing } from "./desk.ts"

/**
 * Switches a device between HID and USB stream mode (MODE-1). A device accepts that only in a device session that it
 * has opened. So this connects to it first, which may ask for its passcode, and disconnects afterwards unless the tab
 * shows its picture.
 */

const refusals: Partial<Readonly<Record<BridgeReason, ModeRefused>>> = {
  superseded: "modeGivenUp",
  closed: "modeGivenUp",
  wrong_passcode: "modeGivenUp",
  timed_out: "modeTimedOut",
  busy: "modeBusy",
  unreachable: "modeUnreached",
  unknown_device: "modeUnreached",
  vanished: "modeUnreached",
  unsupported: "bridgeUnable",
  key_changed: "modeKeyChanged",
}
const refusedBy = (reason: BridgeReason): ModeRefused => refusals[reason] ?? "modeRefused"

type Settled = "done" | ModeRefused | null
type Callbacks = Queue.Queue<BridgeCallback>

/** True while the person is being asked for the passcode of this device. */
const isAsked = Effect.fnUntraced(function* (id: string) {
  const { tab } = yield* Ids
  return tabSessionOf((yield* Engine).state().reach, tab).passcode?.id === id
})

/**
 * Waits for the message that settles a step, for a fixed time whatever else arrives. The time starts again while a
 * person is being asked for the passcode.
 */
const settled = Effect.fnUntraced(function* (
  callbacks: Callbacks,
  id: string,
  settles: (message: BridgeCallback) => Settled,
) {
  let since = yield* monotonicMillis
  for (;;) {
    const left = since + MODE_PATIENCE_MS - (yield* monotonicMillis)
    const message = left > 0 ? yield* Effect.timeoutOption(Queue.take(callbacks), left) : Option.none<BridgeCallback>()
    if (message._tag === "None") {
      if (yield* isAsked(id)) {
        since = yield* monotonicMillis
        continue
      }
      return yield* Effect.fail<ModeRefused>("modeTimedOut")
    }
    const outcome = settles(message.value)
    if (outcome === null) continue
    return outcome === "done" ? undefined : yield* Effect.fail(outcome)
  }
})

const isAbout = (message: Extract<BridgeCallback, { type: "error" }>, about: BridgeMessage["type"], id: string) =>
  message.about === about && (message.id === undefined || message.id === id)

const connects =
  (id: string) =>
  (message: BridgeCallback): Settled => {
    if (message.type === "connected") return message.id === id ? "done" : null
    return message.type === "error" && isAbout(message, "connect_device", id) ? refusedBy(message.reason) : null
  }

const switches =
  (id: string, mode: Mode) =>
  (message: BridgeCallback): Settled => {
    if (message.type === "mode_changed" && message.id === id) return message.mode === mode ? "done" : "modeRefused"
    if (message.type === "disconnected" && message.id === id) return refusedBy(message.reason)
    return message.type === "error" && isAbout(message, "set_mode", id) ? refusedBy(message.reason) : null
  }

const tell = Effect.fnUntraced(function* (message: BridgeMessage) {
  const bridge = yield* Bridge
  yield* Effect.mapError(
    bridge.send(message),
    ({ reason }): ModeRefused => (reason === "away" ? "bridgeAway" : "bridgeUnable"),
  )
})

const switching = Effect.fnUntraced(function* ({ id, mode }: ModeRequest) {
  const engine = yield* Engine
  const viewing = yield* Viewing
  if (!canAsk(engine.state().bridge)) return yield* Effect.fail<ModeRefused>("bridgeAway")
  if (!canAsk(engine.state().bridge, "set_mode")) return yield* Effect.fail<ModeRefused>("bridgeUnable")
  const callbacks = yield* Queue.unbounded<BridgeCallback>()
  const { onMessage, onLink } = yield* Bridge
  const isViewed = () => viewing.target?.id === id
  const steps = Effect.gen(function* () {
    const did = engine.state().lan.devices.get(id)?.did ?? id
    if (!isViewed() || viewing.viewer === null) {
      yield* tell(connectMessage(engine.state(), { id, did, isUsb: false, cloudType: 0 }))
      yield* settled(callbacks, id, connects(id))
    }
    yield* tell({ type: "set_mode", id, mode, ...keyField(engine.state(), did) })
    yield* settled(callbacks, id, switches(id, mode))
  })
  const leave = Effect.suspend(() =>
    isViewed() ? Effect.void : Effect.ignore(tell({ type: "disconnect_device", id })),
  )
  const lost = yield* Deferred.make<void, ModeRefused>()
  const listening = Effect.all([
    Effect.acquireRelease(
      onMessage((message) => Queue.offerUnsafe(callbacks, message)),
      (stop) => Effect.sync(stop),
    ),
    Effect.acquireRelease(
      onLink(({ state }) => {
        if (state !== "connected") Deferred.doneUnsafe(lost, Effect.fail("bridgeAway"))
      }),
      (stop) => Effect.sync(stop),
    ),
  ])
  yield* Effect.scoped(Effect.andThen(listening, Effect.ensuring(Effect.raceFirst(steps, Deferred.await(lost)), leave)))
})

/** While a device is being switched it may ask for its passcode. */
const counted = <A, E, R>(id: string, switched: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Viewing, ({ switching }) => {
    const count = (by: number) => {
      const now = (switching.get(id) ?? 0) + by
      if (now > 0) switching.set(id, now)
      else switching.delete(id)
    }
    return Effect.acquireUseRelease(
      Effect.sync(() => count(1)),
      () => switched,
      () => Effect.sync(() => count(-1)),
    )
  })

/** Several devices may be switched at once. Each request gets an outcome, even when the page goes. */
export const followModes = Effect.gen(function* () {
  const { modes } = yield* Viewing
  yield* Effect.forever(
    Effect.flatMap(modes.take, (request) =>
      Effect.forkScoped(Deferred.into(counted(request.id, switching(request)), request.came)),
    ),
  )
}).pipe(Effect.scoped)
