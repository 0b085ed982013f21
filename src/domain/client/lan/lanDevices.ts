import { Effect, Stream } from "effect"
import type { BridgeLink } from "../../features/bridge/feature.ts"
import type { LanDeviceFields } from "../../features/lan/events.ts"
import { Bridge } from "../../ports/bridge.ts"
import {
  DISCOVERED_MAX,
  LAN_REPORTED_WITHIN_MS,
  LAN_REPORTS_BURST,
  LAN_REPORTS_REFILL_MS,
  REFRESH_INTERVAL_MS,
  RETRY_CAP_MS,
} from "../../values/limits.ts"
import { Rate } from "../../values/rate.ts"
import type { BridgeCallback, DiscoveryItem } from "../../wire/bridge.ts"
import { nothingLeftOut, ODD_NAMED_MAX, type OddItem } from "../../wire/items.ts"
import { Engine } from "../log/engine.ts"
import { monotonicMillis } from "../monotonic.ts"
import { streamOf } from "../streams.ts"
import { supervised } from "../supervision.ts"
import { TabPresence } from "../tabPresence.ts"
import { ManualTrigger, onStatus, runOnTrigger } from "../triggers.ts"

/**
 * Records the native side's reports about LAN devices, as events only for real changes (LAN-6). Each tab receives them
 * and visible tabs record them. The log skips those that another tab recorded first.
 */

type Discovered = Extract<BridgeCallback, { type: "devices_discovered" }>

export const fieldsOf = ({ cloud_type, is_usb, is_hid, ...item }: DiscoveryItem): LanDeviceFields => ({
  ...item,
  cloudType: cloud_type,
  isUsb: is_usb,
  isHid: is_hid,
})

/** The reports that one tab has received since the native side greeted it. */
interface Received {
  readonly reported: Map<string, LanDeviceFields>
  /** Ids of devices whose latest report may not be in the log yet. */
  readonly fresh: Set<string>
  /**
   * Devices whose last report was unreadable, by id, with the odd field; and the number of items without an id in the
   * last message.
   */
  readonly unread: Map<string, OddItem>
  unnamed: number
  /** The first few items without an id. */
  unnamedOdd: readonly OddItem[]
  /**
   * The time when LAN devices without a report count as gone, monotonic ms. Null when that has been done, or there is
   * no native side.
   */
  settlesAt: number | null
  /** The rate limit of records. */
  readonly rate: Rate
}

const receive = (all: Received, { devices, gone = [], unread }: Discovered): void => {
  const { count, ids, odd = [] } = unread?.leftOut ?? nothingLeftOut
  const byId = new Map(odd.map((one) => [one.item, one]))
  all.unnamed = count - ids.length
  all.unnamedOdd = odd.filter(({ item }) => !ids.includes(item))
  for (const id of ids) all.unread.set(id, byId.get(id) ?? { item: id, field: "" })
  for (const item of devices) {
    all.reported.set(item.id, fieldsOf(item))
    all.unread.delete(item.id)
    all.fresh.add(item.id)
  }
  for (const id of gone) {
    all.reported.delete(id)
    all.unread.delete(id)
    all.fresh.add(id)
  }
}

/** Another greeting starts over, because the native side then reports all that it knows. */
const greet = (all: Received, link: BridgeLink, now: number): void => {
  all.reported.clear()
  all.fresh.clear()
  all.unread.clear()
  all.unnamed = 0
  all.unnamedOdd = []
  all.settlesAt = link.state === "connected" ? now + LAN_REPORTED_WITHIN_MS : null
}

/** Input from the native side, in order. */
type News = { readonly link: BridgeLink } | { readonly message: BridgeCallback }

/**
 * Receives the reports. A report that makes the code throw is skipped alone, because a new subscription would miss the
 * reports before it. Link and messages are subscribed in one step: a page that freezes between two would miss the first
 * reports.
 */
const listen = Effect.fnUntraced(function* (all: Received, signal: ManualTrigger) {
  const bridge = yield* Bridge
  const alone = (name: string, note: (now: number) => void) =>
    Effect.andThen(
      Effect.flatMap(monotonicMillis, (now) => Effect.sync(() => note(now))).pipe(
        Effect.catchDefect((defect) => Effect.logError(`${name} could not be heard`, defect)),
      ),
      signal.fire,
    )
  const news = streamOf<News>((listener) =>
    Effect.map(
      Effect.all([bridge.onLink((link) => listener({ link })), bridge.onMessage((message) => listener({ message }))]),
      (stops) => () => {
        for (const stop of stops) stop()
      },
    ),
  )
  return yield* Stream.runForEach(news, (one) => {
    if ("link" in one) return alone("the link to the native side", (now) => greet(all, one.link, now))
    const { message } = one
    return message.type === "devices_discovered"
      ? alone("reports of LAN devices", () => receive(all, message))
      : Effect.void
  })
})

const oddOf = ({ unread, unnamedOdd }: Received): readonly OddItem[] =>
  [...unread.values(), ...unnamedOdd].slice(0, ODD_NAMED_MAX)

const unreadOf = ({ unread, unnamed }: Received): number => unread.size + unnamed

/** Records what was received. Returns the wait until the next time, ms. */
const recordTurn = Effect.fnUntraced(function* (all: Received) {
  const engine = yield* Engine
  const now = yield* monotonicMillis
  if (!engine.works() || !(yield* TabPresence).shouldLead()) return REFRESH_INTERVAL_MS
  if (all.settlesAt !== null && all.settlesAt <= now) {
    // A device with an unreadable report is still present.
    for (const id of engine.state().lan.devices.keys())
      if (!all.reported.has(id) && !all.unread.has(id) && all.unnamed === 0) all.fresh.add(id)
    all.settlesAt = null
  }
  if (all.fresh.size > 0 || unreadOf(all) !== engine.state().lan.unread) {
    if (!all.rate.take(now)) return Math.ceil(all.rate.wait(now))
    if (!(yield* record(all))) return RETRY_CAP_MS
    if (all.fresh.size > 0) return 0
  }
  return all.settlesAt === null ? REFRESH_INTERVAL_MS : Math.max(1, all.settlesAt - now)
})

/**
 * The received reports survive a failure of the recording loop: the native side reports a silent device once per
 * greeting, so a restart without another greeting would take it for gone.
 */
export const followLanDevices = Effect.gen(function* () {
  const engine = yield* Engine
  const presence = yield* TabPresence
  const all: Received = {
    reported: new Map(),
    fresh: new Set(),
    unread: new Map(),
    unnamed: 0,
    unnamedOdd: [],
    settlesAt: null,
    rate: new Rate(LAN_REPORTS_BURST, LAN_REPORTS_REFILL_MS),
  }
  const signal = new ManualTrigger()
  const recording = runOnTrigger([signal.trigger, onStatus(engine), presence.onChange], recordTurn(all))
  return yield* Effect.all([listen(all, signal), supervised("LAN devices", recording)], {
    concurrency: "unbounded",
    discard: true,
  })
})

const record = Effect.fnUntraced(function* (all: Received) {
  const devices: LanDeviceFields[] = []
  const gone: string[] = []
  for (const id of all.fresh) {
    if (devices.length + gone.length === DISCOVERED_MAX) break
    all.fresh.delete(id)
    const device = all.reported.get(id)
    if (device === undefined) gone.push(id)
    else devices.push(device)
  }
  const engine = yield* Engine
  const done = yield* Effect.result(
    engine.dispatch({ type: "RecordLanDevices", devices, gone, unread: unreadOf(all), odd: oddOf(all) }),
  )
  // Changes that could not be written are recorded once the log is writable.
  if (done._tag === "Failure") for (const id of [...devices.map((device) => device.id), ...gone]) all.fresh.add(id)
  return done._tag === "Success"
})
