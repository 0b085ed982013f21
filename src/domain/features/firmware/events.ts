import * as Schema from "effect/Schema"
import { asBefore, type EventOf } from "../../event/event.ts"

/** The stages between the beginning and the end of an update, in this order (FW-3). `initial` is before it. */
export const runningStages = ["checking", "downloading", "uploading", "updating"] as const
export type RunningStage = (typeof runningStages)[number]
const MovedStage = Schema.Literals([...runningStages, "completed"])

/** The reason why an image is not available, or an update ended without its new build. */
export const firmwareFailures = [
  /** The update server was not reached. */
  "connect",
  /** The server took the request, or sent a part of the image, and then nothing more. */
  "noAnswer",
  /** The reply holds no image. */
  "unreadable",
  /** The reply is longer than an image can be. */
  "tooLarge",
  /** The update server asked for a longer wait than a download makes. */
  "wait",
  /** The image repeatedly ended before its announced length. */
  "truncated",
  /** The image is not the announced one. Nothing of it reaches a device. */
  "wrongHash",
  /** There is no room on this computer. */
  "quota",
  "storage",
  "cancelled",
  "bridgeLost",
  "bridgeStorage",
  /** The device does not answer on the network. */
  "unreachable",
  /** The device answered before, and is gone now. */
  "vanished",
  "timedOut",
  "busy",
  "refused",
  "wrongPasscode",
  /** The device shows another key than before, about which a person has to decide. */
  "keyChanged",
  "unsupported",
  "unknown",
] as const
const Failure = Schema.Literals(firmwareFailures)
export type FirmwareFailure = typeof Failure.Type

/** The HTTP error with which a reached update server answered. */
const Answered = { httpStatus: Schema.optionalKey(Schema.Int) }

/** The reason why the latest build could not be read. Without reason and status, the update server was not reached. */
const LatestUnread = Schema.Struct({ reason: Schema.optionalKey(Schema.Literals(["wait", "unreadable"])), ...Answered })
export type LatestUnread = typeof LatestUnread.Type

const Hash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/))
const Percent = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
const Size = Schema.Int.check(Schema.isGreaterThan(0))

/** `name` is its name at that time: a restarting device is on no list for a while. */
const CampaignDevice = Schema.Struct({ id: Schema.String, did: Schema.String, name: Schema.String })
export type CampaignDevice = typeof CampaignDevice.Type

/** `id` may belong to a device that is on no network. */
const LeftOutDevice = Schema.Struct({
  id: Schema.String,
  reason: Schema.Literals(["notOnNetwork", "usbOnly", "upToDate", "updating", "tooMany"]),
})
export type LeftOutDevice = typeof LeftOutDevice.Type

const Rules = {
  /** This many failures end it. */
  limit: Schema.Int,
  /** This many devices are updated side by side. */
  atOnce: Schema.Int,
}

/** Version 1 held only ids of devices, and updated one after the other. */
const startedInTurn = (payload: unknown): unknown => {
  const { devices, ...rest } = decodeStartedInTurn(payload)
  return { ...rest, devices: devices.map((id) => ({ id, did: "", name: "" })), left: [], atOnce: 1 }
}
const decodeStartedInTurn = Schema.decodeUnknownSync(
  Schema.Struct({
    campaign: Schema.String,
    build: Schema.Int,
    devices: Schema.Array(Schema.String),
    limit: Schema.Int,
  }),
)

const imageEvents = {
  /** The latest published build. The native side may know it without the hash. */
  LatestFirmwareTold: {
    v: 1,
    origin: "cloud",
    sign: ["update", "off"],
    payload: Schema.Struct({ build: Schema.Int, hash: Schema.NullOr(Hash) }),
  },
  LatestFirmwareUnread: { v: 1, origin: "app", sign: ["warning", "warn"], payload: LatestUnread },
  /** A person or an update needs this image on this computer. */
  FirmwareImageWanted: {
    v: 1,
    origin: "person",
    sign: ["update", "acc"],
    payload: Schema.Struct({ build: Schema.Int, hash: Hash }),
  },
  FirmwareImageMoved: {
    v: 1,
    origin: "app",
    sign: ["pending", "acc"],
    payload: Schema.Struct({ hash: Hash, percent: Percent, size: Size }),
  },
  /** The whole image is here, and its MD5 is the announced one. */
  FirmwareImageKept: {
    v: 1,
    origin: "app",
    sign: ["confirmed", "ok"],
    payload: Schema.Struct({ build: Schema.Int, hash: Hash, size: Size }),
  },
  FirmwareImageFailed: {
    v: 2,
    origin: "app",
    sign: ["warning", "warn"],
    payload: Schema.Struct({ hash: Hash, reason: Failure, ...Answered }),
    upcast: { 1: asBefore },
  },
  FirmwareImageDropped: { v: 1, origin: "person", sign: ["cancelled", "off"], payload: Schema.Struct({ hash: Hash }) },
} as const

/** `id` is the id of a device on the local network. */
const updateEvents = {
  FirmwareUpdateStarted: {
    v: 1,
    origin: "person",
    sign: ["update", "acc"],
    payload: Schema.Struct({
      update: Schema.String,
      id: Schema.String,
      did: Schema.String,
      /** The build before; 0 when unknown. */
      from: Schema.Int,
      build: Schema.Int,
      hash: Hash,
      campaign: Schema.NullOr(Schema.String),
    }),
  },
  FirmwareUpdateMoved: {
    v: 1,
    origin: "bridge",
    sign: ["pending", "acc"],
    payload: Schema.Struct({ id: Schema.String, update: Schema.String, stage: MovedStage, percent: Percent }),
  },
  FirmwareUpdateFailed: {
    v: 2,
    origin: "bridge",
    sign: ["refused", "bad"],
    payload: Schema.Struct({ id: Schema.String, update: Schema.String, reason: Failure, ...Answered }),
    upcast: { 1: asBefore },
  },
  /** After the update the device was read again and reports this build. */
  FirmwareBuildRead: {
    v: 1,
    origin: "bridge",
    sign: ["confirmed", "ok"],
    payload: Schema.Struct({ id: Schema.String, update: Schema.String, build: Schema.Int }),
  },
  /** The person has dismissed the end of the update. */
  FirmwareUpdateDismissed: {
    v: 1,
    origin: "person",
    sign: ["cancelled", "off"],
    payload: Schema.Struct({ id: Schema.String, update: Schema.String }),
  },
} as const

export const campaignEvents = {
  FirmwareCampaignStarted: {
    v: 2,
    origin: "person",
    sign: ["update", "acc"],
    payload: Schema.Struct({
      campaign: Schema.String,
      build: Schema.Int,
      devices: Schema.Array(CampaignDevice),
      /** The other requested devices, each with the reason why it takes no part. */
      left: Schema.Array(LeftOutDevice),
      ...Rules,
    }),
    upcast: { 1: startedInTurn },
  },
  /** A person has changed the rules. */
  FirmwareCampaignRuled: {
    v: 1,
    origin: "person",
    sign: ["update", "off"],
    payload: Schema.Struct({ campaign: Schema.String, ...Rules }),
  },
  FirmwareCampaignPaused: {
    v: 1,
    origin: "person",
    sign: ["held", "warn"],
    payload: Schema.Struct({ campaign: Schema.String }),
  },
  FirmwareCampaignResumed: {
    v: 1,
    origin: "person",
    sign: ["update", "acc"],
    payload: Schema.Struct({ campaign: Schema.String }),
  },
  /** A device is left out after the start. */
  FirmwareDeviceSkipped: {
    v: 1,
    origin: "app",
    sign: ["superseded", "off"],
    payload: Schema.Struct({
      campaign: Schema.String,
      id: Schema.String,
      reason: Schema.Literals(["person", "notOnNetwork", "usbOnly", "upToDate", "unknown"]),
    }),
  },
  /** Its passcode was not given, so the others go first. Its update counts as not begun. */
  FirmwareDevicePostponed: {
    v: 1,
    origin: "app",
    sign: ["waiting", "off"],
    payload: Schema.Struct({ campaign: Schema.String, id: Schema.String, update: Schema.String }),
  },
  FirmwareCampaignEnded: {
    v: 1,
    origin: "app",
    sign: ["confirmed", "off"],
    payload: Schema.Struct({ campaign: Schema.String, reason: Schema.Literals(["done", "limit", "person"]) }),
  },
  FirmwareCampaignDismissed: {
    v: 1,
    origin: "person",
    sign: ["cancelled", "off"],
    payload: Schema.Struct({ campaign: Schema.String }),
  },
} as const

export const firmwareEvents = { ...imageEvents, ...updateEvents, ...campaignEvents } as const
export type FirmwareEvent = EventOf<typeof firmwareEvents>
export type UpdateEvent = EventOf<typeof updateEvents>
export type CampaignEvent = EventOf<typeof campaignEvents>

/** True for an event of the table. */
const isIn =
  <Table extends object>(table: Table) =>
  <Event extends { readonly type: string }>(event: Event): event is Extract<Event, { readonly type: keyof Table }> =>
    Object.hasOwn(table, event.type)

export const isUpdateEvent = isIn(updateEvents)
export const isCampaignEvent = isIn(campaignEvents)
export type SkipReason = Extract<FirmwareEvent, { type: "FirmwareDeviceSkipped" }>["payload"]["reason"]
