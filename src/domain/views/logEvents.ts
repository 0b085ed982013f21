import type { Intent } from "../actions/table.ts"
import type { EventSign, Origin, StoredEvent } from "../event/event.ts"
import { eventTable } from "../product/events.ts"

/** What the event list shows of one event, without knowing the state it led to (EVENT-6). One of a later release is the app's. */

export const originOf = ({ type, payload }: Pick<StoredEvent, "type" | "payload">): Origin => {
  if (type === "ActionConfirmed") return field(payload, "by") === "person" ? "person" : "cloud"
  return eventTable[type]?.origin ?? "app"
}

export const signOf = (type: string): EventSign => eventTable[type]?.sign ?? ["info", "off"]

export const field = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined

export const textField = (value: unknown, key: string): string | null => {
  const found = field(value, key)
  return typeof found === "string" ? found : null
}

const listField = (value: unknown, key: string): readonly unknown[] => {
  const found = field(value, key)
  return Array.isArray(found) ? found : []
}

/** The action whose life an event is part of. */
export const actionOf = ({ payload }: Pick<StoredEvent, "payload">): string | null => textField(payload, "action")

/** The action, firmware update or wake request whose life an event is part of: from what was asked for to its outcome. */
export const lifeOf = ({ payload }: Pick<StoredEvent, "payload">): string | null =>
  textField(payload, "action") ?? textField(payload, "update") ?? textField(payload, "wake")

/** The stage of that life which an event tells of; null when its type says all. */
export const stageOf = ({ type, payload }: Pick<StoredEvent, "type" | "payload">): string | null =>
  type === "FirmwareUpdateMoved" || type === "LanWakeTold" ? textField(payload, "stage") : null

const isText = (value: unknown): value is string => typeof value === "string"

/** The devices that an event is about, by id. Presence ticks are left out: they would make every reading about all. */
export const devicesOf = ({ type, payload }: Pick<StoredEvent, "type" | "payload">): readonly string[] => {
  if (type === "DevicesRead") {
    const ids = [...listField(payload, "added"), ...listField(payload, "changed")].map((item) => textField(item, "id"))
    return [...ids, ...listField(payload, "removed")].filter(isText)
  }
  if (type === "LanDevicesTold")
    return listField(payload, "added")
      .map((item) => textField(item, "did"))
      .filter(isText)
      .filter((did) => did !== "")
  if (type === "DialogOpened") return [textField(payload, "about"), ...listField(payload, "among")].filter(isText)
  const intent = field(payload, "intent")
  const named = [payload, field(intent, "input")].flatMap((of) => [
    textField(of, "did"),
    textField(of, "deviceId"),
    ...listField(of, "dids"),
    ...listField(of, "devices"),
    ...listField(of, "left").map((item) => textField(item, "did")),
  ])
  return named.filter(isText)
}

/** What devices are called, as far as an event tells. */
export const namesIn = ({
  type,
  payload,
}: Pick<StoredEvent, "type" | "payload">): readonly (readonly [string, string])[] => {
  if (type !== "DevicesRead") return []
  const added = listField(payload, "added").map((item) => [textField(item, "id"), textField(item, "name")] as const)
  const changed = listField(payload, "changed").map(
    (item) => [textField(item, "id"), textField(field(item, "fields"), "name")] as const,
  )
  return [...added, ...changed].flatMap(([id, name]) => (id === null || name === null ? [] : [[id, name] as const]))
}

/** What devices of the local network are called there, by their id on it; an event of a device often tells no more. */
export const nearbyNamesIn = ({
  type,
  payload,
}: Pick<StoredEvent, "type" | "payload">): readonly (readonly [string, string])[] => {
  const told =
    type === "LanDevicesTold"
      ? [
          ...listField(payload, "added").map((item) => [textField(item, "id"), textField(item, "name")] as const),
          ...listField(payload, "changed").map(
            (item) => [textField(item, "id"), textField(field(item, "fields"), "name")] as const,
          ),
        ]
      : type === "DeviceOpened" || type === "PasscodeWanted" || type === "DeviceKeyChanged"
        ? [[textField(payload, "id"), textField(payload, "name")] as const]
        : []
  return told.flatMap(([id, name]) => (id === null || name === null || name === "" ? [] : [[id, name] as const]))
}

/** The devices of the local network that an event is about, by their id on it. */
export const nearbyIn = ({ type, payload }: Pick<StoredEvent, "type" | "payload">): readonly string[] =>
  type === "LanDevicesTold"
    ? [
        ...[...listField(payload, "added"), ...listField(payload, "changed")].map((item) => textField(item, "id")),
        ...listField(payload, "gone"),
      ].filter(isText)
    : [textField(payload, "id")].filter(isText)

/** Which device an id on the local network is, everywhere: the events of one often tell no more than that id. */
export const didsIn = ({
  type,
  payload,
}: Pick<StoredEvent, "type" | "payload">): readonly (readonly [id: string, did: string])[] => {
  const told =
    type === "LanDevicesTold"
      ? [
          ...listField(payload, "added").map((item) => [textField(item, "id"), textField(item, "did")] as const),
          ...listField(payload, "changed").map(
            (item) => [textField(item, "id"), textField(field(item, "fields"), "did")] as const,
          ),
        ]
      : [[textField(payload, "id"), textField(payload, "did")] as const]
  return told.flatMap(([id, did]) => (id === null || did === null || did === "" ? [] : [[id, did] as const]))
}

/** An action as its sentence needs it. */
export interface ToldAction {
  readonly intent: Intent
  readonly subject: string
  readonly before: string | null
  readonly from?: number
}

/** What a person looks for in the log; an empty list means no limit. */
export interface LogQuery {
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

export const isLimited = ({ types, origins: by, devices, accounts, since, until, text }: LogQuery): boolean =>
  types.length + by.length + devices.length + accounts.length > 0 || since !== null || until !== null || text !== ""

/** What the log as a whole tells of one event. */
export interface Surroundings {
  /** The devices that an action is about: only the event that queued it says so. */
  readonly deviceOf: (action: string) => readonly string[]
  /** Which device an id on the local network is. */
  readonly didOf: (id: string) => string
  readonly nameOf: (id: string) => string | undefined
  /** The sentence that the list shows. */
  readonly said: () => string
}

/** Whether an event is looked for. */
export const isWanted = (event: StoredEvent, query: LogQuery, around: Surroundings): boolean => {
  if (query.since !== null && event.at < query.since) return false
  if (query.types.length > 0 && !query.types.includes(event.type)) return false
  if (query.origins.length > 0 && !query.origins.includes(originOf(event))) return false
  if (query.accounts.length > 0 && !query.accounts.includes(event.account ?? "")) return false
  if (query.devices.length > 0) {
    const about = devicesAround(event, around)
    if (!about.some((id) => query.devices.includes(id) || query.devices.includes(around.didOf(id)))) return false
  }
  return query.text === "" || contains(event, query.text.toLowerCase(), around)
}

const devicesAround = (event: StoredEvent, { deviceOf }: Surroundings): readonly string[] => {
  const action = actionOf(event)
  return [...devicesOf(event), ...nearbyIn(event), ...(action === null ? [] : deviceOf(action))]
}

/** Words of machines in a payload are not looked through: nobody sees why an event with one of them was found. */
const contains = (event: StoredEvent, text: string, around: Surroundings): boolean => {
  const has = (words: string | null | undefined): boolean => words?.toLowerCase().includes(text) === true
  return (
    has(around.said()) ||
    [event.type, event.id, event.account, event.cause, actionOf(event)].some(has) ||
    [...namesIn(event), ...nearbyNamesIn(event)].some(([, name]) => has(name)) ||
    devicesAround(event, around).some((id) => has(id) || has(around.nameOf(id)))
  )
}
