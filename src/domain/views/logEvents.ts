import type { Intent } from "../actions/table.ts"
import type { EventSign, Origin, StoredEvent } from "../event/event.ts"
import { eventTable } from "../product/events.ts"
import { readEvent } from "./readEvent.ts"

/**
 * The data that the event list shows of one event, without the resulting state (EVENT-6). For an event that this
 * release cannot read, it shows only the type, as an event of the app.
 */

export const originOf = (stored: StoredEvent): Origin => {
  if (stored.type !== "ActionConfirmed") return eventTable[stored.type]?.origin ?? "app"
  const event = readEvent(stored)
  const by = event?.type === "ActionConfirmed" ? event.payload.by : "reply"
  return by === "person" ? "person" : by === "absence" ? "bridge" : "cloud"
}

export const signOf = (type: string): EventSign => eventTable[type]?.sign ?? ["info", "off"]

/** True for events that only trace the person's navigation and the app's routine: no action, outcome or news. */
export const isTrail = (type: string): boolean => {
  const [glyph, tone] = signOf(type)
  return glyph === "info" && tone === "off"
}

/** The action that an event belongs to. */
export const actionOf = (stored: StoredEvent): string | null => {
  const event = readEvent(stored)
  return event !== null && "action" in event.payload ? event.payload.action : null
}

/** The action, firmware update or wake request that an event belongs to, from the request to the outcome. */
export const lifeOf = (stored: StoredEvent): string | null => {
  const event = readEvent(stored)
  if (event === null) return null
  const { payload } = event
  if ("action" in payload) return payload.action
  if ("update" in payload) return payload.update
  return "wake" in payload ? payload.wake : null
}

/** The stage that an event reports; null when its type says all. */
export const stageOf = (stored: StoredEvent): string | null => {
  const event = readEvent(stored)
  return event?.type === "FirmwareUpdateMoved" || event?.type === "LanWakeTold" ? event.payload.stage : null
}

/** The action that an event queued; null for another or unreadable event. */
export const actionIn = (stored: StoredEvent): LoggedAction | null => {
  const event = readEvent(stored)
  if (event?.type !== "ActionQueued") return null
  const { intent, subject, before, from } = event.payload
  return { intent, subject, before, ...(from !== undefined && { from }) }
}

/** The devices that an action is about, by id. */
export const devicesOfIntent = ({ input }: Intent): readonly string[] =>
  "did" in input ? [input.did] : "deviceId" in input ? [input.deviceId] : []

/**
 * The devices that an event is about, by id. Presence ticks are left out, because every reading would then be about all
 * devices.
 */
export const devicesOf = (stored: StoredEvent): readonly string[] => {
  const event = readEvent(stored)
  if (event === null) return []
  switch (event.type) {
    case "DevicesRead": {
      const { added, changed, removed } = event.payload
      return [...[...added, ...changed].map(({ id }) => id), ...removed]
    }
    case "LanDevicesTold":
      return event.payload.added.flatMap(({ did }) => (did === "" ? [] : [did]))
    case "DialogOpened": {
      const { about, among } = event.payload
      return about === null ? among : [about, ...among]
    }
    case "ActionQueued":
      return devicesOfIntent(event.payload.intent)
    case "BatchStarted":
      return [...event.payload.dids, ...event.payload.left.map(({ did }) => did)]
    default:
      return "dids" in event.payload ? event.payload.dids : "did" in event.payload ? [event.payload.did] : []
  }
}

type Named = readonly [id: string, name: string]

/** The names of devices that an event reports. */
export const namesIn = (stored: StoredEvent): readonly Named[] => {
  const event = readEvent(stored)
  return event?.type === "DevicesRead" ? namesOf(event.payload) : []
}

const namesOf = ({ added, changed }: Listed<{ readonly name: string }>): readonly Named[] => [
  ...added.map(({ id, name }): Named => [id, name]),
  ...changed.flatMap(({ id, fields: { name } }): readonly Named[] => (name === undefined ? [] : [[id, name]])),
]
interface Listed<Fields> {
  readonly added: readonly (Fields & { readonly id: string })[]
  readonly changed: readonly { readonly id: string; readonly fields: Partial<Fields> }[]
}

const isNamed = ([, name]: Named): boolean => name !== ""

/**
 * The names of LAN devices that an event reports, by their id on the network. Many events name a device only by that
 * id.
 */
export const nearbyNamesIn = (stored: StoredEvent): readonly Named[] => {
  const event = readEvent(stored)
  switch (event?.type) {
    case "LanDevicesTold":
      return namesOf(event.payload).filter(isNamed)
    case "DeviceOpened":
    case "PasscodeWanted":
    case "DeviceKeyChanged": {
      const { id, name } = event.payload
      return [[id, name] as const].filter(isNamed)
    }
    default:
      return []
  }
}

/** The LAN devices that an event is about, by their id on the network. */
export const nearbyIn = (stored: StoredEvent): readonly string[] => {
  const event = readEvent(stored)
  if (event === null) return []
  if (event.type !== "LanDevicesTold") return "id" in event.payload ? [event.payload.id] : []
  const { added, changed, gone } = event.payload
  return [...[...added, ...changed].map(({ id }) => id), ...gone]
}

/** The `did` of each network id that an event reports. Many events name a device only by its network id. */
export const didsIn = (stored: StoredEvent): readonly (readonly [id: string, did: string])[] => {
  const event = readEvent(stored)
  if (event === null) return []
  const { payload } = event
  const action =
    event.type === "LanDevicesTold"
      ? [...event.payload.added, ...event.payload.changed.map(({ id, fields }) => ({ id, did: fields.did ?? "" }))]
      : "id" in payload && "did" in payload
        ? [payload]
        : []
  return action.flatMap(({ id, did }) => (did === "" ? [] : [[id, did] as const]))
}

/** The data of an action for its sentence. */
export interface LoggedAction {
  readonly intent: Intent
  readonly subject: string
  readonly before: string | null
  readonly from?: number
}

/** A person's search in the log. An empty list means no limit. */
export interface LogQuery {
  /** Leaves out the trace events (see `isTrail`). */
  readonly isMain: boolean
  readonly types: readonly string[]
  readonly origins: readonly Origin[]
  readonly devices: readonly string[]
  readonly accounts: readonly string[]
  /** ms, null for no limit. */
  readonly since: number | null
  /** ms, null for no limit: where the time line has reached it, nothing is looked for. */
  readonly until: number | null
  readonly text: string
}

export const isLimited = ({ isMain, types, origins: by, devices, accounts, since, until, text }: LogQuery): boolean =>
  isMain ||
  types.length + by.length + devices.length + accounts.length > 0 ||
  since !== null ||
  until !== null ||
  text !== ""

/** Data of the whole log for one event. */
export interface EventContext {
  /** The devices of an action. Only the event that queued it names them. */
  readonly deviceOf: (action: string) => readonly string[]
  /** The `did` of an id on the local network. */
  readonly didOf: (id: string) => string
  readonly nameOf: (id: string) => string | undefined
  /** The sentence in the list. */
  readonly said: () => string
}

/** True when an event matches the search. */
export const isWanted = (event: StoredEvent, query: LogQuery, around: EventContext): boolean => {
  if (query.since !== null && event.at < query.since) return false
  if (query.isMain && isTrail(event.type)) return false
  if (query.types.length > 0 && !query.types.includes(event.type)) return false
  if (query.origins.length > 0 && !query.origins.includes(originOf(event))) return false
  if (query.accounts.length > 0 && !query.accounts.includes(event.account ?? "")) return false
  if (query.devices.length > 0) {
    const about = devicesAround(event, around)
    if (!about.some((id) => query.devices.includes(id) || query.devices.includes(around.didOf(id)))) return false
  }
  return query.text === "" || contains(event, query.text.toLowerCase(), around)
}

const devicesAround = (event: StoredEvent, { deviceOf }: EventContext): readonly string[] => {
  const action = actionOf(event)
  return [...devicesOf(event), ...nearbyIn(event), ...(action === null ? [] : deviceOf(action))]
}

/** A search skips the technical words of a payload: the list does not show them, so a match would puzzle the person. */
const contains = (event: StoredEvent, text: string, around: EventContext): boolean => {
  const has = (words: string | null | undefined): boolean => words?.toLowerCase().includes(text) === true
  return (
    has(around.said()) ||
    [event.type, event.id, event.account, event.cause, actionOf(event)].some(has) ||
    [...namesIn(event), ...nearbyNamesIn(event)].some(([, name]) => has(name)) ||
    devicesAround(event, around).some((id) => has(id) || has(around.nameOf(id)))
  )
}
