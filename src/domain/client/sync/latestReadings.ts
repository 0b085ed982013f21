import { Context, Effect, Layer } from "effect"
import type { ListName, ListRead } from "../../event/listRead.ts"
import type { Device, DevicesState } from "../../features/devices/state.ts"
import { type LatestReading, Readings } from "../../ports/readings.ts"
import type { State } from "../../product/state.ts"
import type { AccountKey } from "../../values/identity.ts"
import { Listeners } from "../../values/listeners.ts"
import { PersistentMap } from "../../values/persistentMap.ts"
import { Engine } from "../log/engine.ts"

type Latest = ReadonlyMap<ListName, LatestReading>
const nothingYet: Latest = new Map()

/**
 * Data of the latest readings that the log does not hold: when each list was read and when each device was last seen.
 * The state stays a fold of the log; the screens see it through `shown`.
 */
export class LatestReadings extends Context.Service<
  LatestReadings,
  {
    readonly note: (reading: LatestReading) => Effect.Effect<void>
    /** Erases the readings of a deleted account. Returns true when nothing of it is left. */
    readonly erase: (account: AccountKey) => Effect.Effect<boolean>
    /** The state as the screens show it; the same object while neither the state nor the readings change. */
    readonly shown: (state: State) => State
    /** Calls back when readings have changed. Returns a function that unsubscribes. */
    readonly onChange: (listener: () => void) => () => void
  }
>()("sightline/Sightings") {
  static readonly layer = Layer.effect(
    LatestReadings,
    Effect.gen(function* () {
      const engine = yield* Engine
      const readings = yield* Readings
      const context = yield* Effect.context<never>()
      const listeners = new Listeners()
      let latest = nothingYet
      const keep = (next: Latest) => {
        latest = next
        listeners.call()
      }
      const accountNow = () => engine.state().session.current?.account
      const load = Effect.suspend(() => {
        const account = accountNow()
        if (account === undefined) return Effect.sync(() => keep(nothingYet))
        return Effect.map(readings.get(account), (all) => {
          if (accountNow() === account) keep(new Map(all.map((reading) => [reading.list, reading])))
        })
      })
      const loadSoon = () => void Effect.runForkWith(context)(load)
      let account = accountNow()
      const stopEngine = engine.onPublish(() => {
        if (accountNow() === account) return
        account = accountNow()
        loadSoon()
      })
      const stopReadings = yield* readings.onForeignPut(loadSoon)
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          stopEngine()
          stopReadings()
        }),
      )
      yield* load
      const show = makeShown()
      return LatestReadings.of({
        note: (reading) =>
          Effect.suspend(() => {
            if (reading.account !== accountNow()) return Effect.void
            keep(new Map([...latest, [reading.list, reading]]))
            return readings.put(reading)
          }),
        erase: (account) =>
          Effect.suspend(() => {
            if ([...latest.values()].some((reading) => reading.account === account)) keep(nothingYet)
            return readings.erase(account)
          }),
        shown: (state) => show(state, latest),
        onChange: listeners.add,
      })
    }),
  )
}

/** True unless the reading began before the recorded one: then it says nothing new. */
const isLater = (reading: LatestReading | undefined, account: string | null, { seq }: ListRead) =>
  reading !== undefined && reading.account === account && reading.seq >= seq

/** Returns the last result while its inputs stay the same. */
const makeShown = () => {
  let last: { readonly state: State; readonly latest: Latest; readonly shown: State } | undefined
  const devicesShown = makeDevicesShown()
  return (state: State, latest: Latest): State => {
    if (last?.state === state && last.latest === latest) return last.shown
    const devices = devicesShown(state.devices, latest.get("devices"))
    const sharing = sharingShown(state.sharing, latest)
    const isSame = devices === state.devices && sharing === state.sharing
    last = { state, latest, shown: isSame ? state : { ...state, devices, sharing } }
    return last.shown
  }
}

const sharingCache = new WeakMap<State["sharing"], { readonly latest: Latest; readonly shown: State["sharing"] }>()

const sharingShown = (sharing: State["sharing"], latest: Latest): State["sharing"] => {
  const known = sharingCache.get(sharing)
  if (known?.latest === latest) return known.shown
  const { account, subAccountsRead, mainAccountsRead } = sharing
  const [subs, mains] = [latest.get("subAccounts"), latest.get("mainAccounts")]
  const readOf = (reading: LatestReading | undefined, read: ListRead): ListRead =>
    reading !== undefined && isLater(reading, account, read) ? { ...read, at: reading.readAt } : read
  const [subsRead, mainsRead] = [readOf(subs, subAccountsRead), readOf(mains, mainAccountsRead)]
  const isSame = subsRead === subAccountsRead && mainsRead === mainAccountsRead
  const shown = isSame ? sharing : { ...sharing, subAccountsRead: subsRead, mainAccountsRead: mainsRead }
  sharingCache.set(sharing, { latest, shown })
  return shown
}

/** After a change of the log, computes only the changed devices again. */
const makeDevicesShown = () => {
  let last: { readonly of: DevicesState; readonly reading: LatestReading; readonly shown: DevicesState } | undefined
  return (devices: DevicesState, reading: LatestReading | undefined): DevicesState => {
    if (reading?.lastSeen === undefined || !isLater(reading, devices.account, devices.read)) return devices
    if (last?.of === devices && last.reading === reading) return last.shown
    const { lastSeen } = reading
    const seen = (device: Device): Device => {
      const at = lastSeen.get(device.id)
      return at === undefined || at === device.lastSeen ? device : { ...device, lastSeen: at }
    }
    let bound = new PersistentMap<Device>()
    if (last?.reading === reading && last.of.account === devices.account) {
      bound = last.shown.bound.fork()
      devices.bound.differences(last.of.bound, (did, device) => {
        if (device === undefined) bound.delete(did)
        else bound.set(did, seen(device))
      })
    } else for (const [did, device] of devices.bound) bound.set(did, seen(device))
    const shown = { ...devices, bound, read: { ...devices.read, at: reading.readAt } }
    last = { of: devices, reading, shown }
    return shown
  }
}
