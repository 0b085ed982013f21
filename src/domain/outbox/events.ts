import * as Schema from "effect/Schema"
import { IntentSchema } from "../actions/table.ts"
import { asBefore, type EventOf } from "../event/event.ts"
import { AccountKeySchema } from "../wire/brands.ts"
import { lastingRefusals } from "../wire/status.ts"

const Action = { action: Schema.String }

/**
 * The reason why an attempt brought no result. After `tooOften` and `session` nothing was done, because a decoded reply
 * said so. `undo`: no attempt yet, because the person may still undo. `wait`: the server asked to wait.
 */
const WaitReason = Schema.Literals(["noReply", "lost", "tooOften", "session", "notSent", "undo", "wait"])
export type WaitReason = typeof WaitReason.Type

const RefusedReason = Schema.Literals(lastingRefusals)
export type RefusedReason = typeof RefusedReason.Type

const Away = Schema.Struct({ from: Schema.Finite, to: Schema.Finite })
export type Away = typeof Away.Type

/** The life of an action. Attempts count from 1; every send follows an ActionClaimed of the current epoch (invariant 17). */
export const outboxEvents = {
  LeadershipTaken: { v: 1, origin: "app", sign: ["info", "off"], payload: Schema.Struct({ epoch: Schema.Int }) },
  ActionQueued: {
    v: 1,
    origin: "person",
    sign: ["queued", "acc"],
    payload: Schema.Struct({
      ...Action,
      account: AccountKeySchema,
      intent: IntentSchema,
      /** The shown name of the subject: a device, a sub-account. */
      subject: Schema.String,
      /** The value that was shown before, for absolute intents. */
      before: Schema.NullOr(Schema.String),
      /** Shown status code when the person asked for another: approving and enabling ask for the same one. */
      from: Schema.optionalKey(Schema.Int),
      /** The batch that asked for it, and the device in that batch. */
      batch: Schema.optionalKey(Schema.Struct({ id: Schema.String, did: Schema.String })),
      /** The value of another client that an earlier action was to replace. */
      theirs: Schema.optionalKey(IntentSchema),
      /** ms; null when it never expires. */
      expiresAt: Schema.NullOr(Schema.Finite),
    }),
  },
  ActionSuperseded: {
    v: 1,
    origin: "app",
    sign: ["superseded", "off"],
    payload: Schema.Struct({ ...Action, by: Schema.String }),
  },
  ActionClaimed: {
    v: 1,
    origin: "app",
    sign: ["sending", "acc"],
    payload: Schema.Struct({ ...Action, attempt: Schema.Int, epoch: Schema.Int }),
  },
  /** Back in the queue, not before `until` (ms). `ambiguous` when the server may have applied it. */
  ActionDelayed: {
    v: 2,
    origin: "app",
    sign: ["waiting", "acc"],
    payload: Schema.Struct({
      ...Action,
      reason: WaitReason,
      until: Schema.Finite,
      ambiguous: Schema.Boolean,
      /** The HTTP error with which a reached server answered. */
      httpStatus: Schema.optionalKey(Schema.Int),
    }),
    upcast: { 1: asBefore },
  },
  ActionConfirmed: {
    v: 2,
    origin: "cloud",
    sign: ["confirmed", "ok"],
    payload: Schema.Struct({
      ...Action,
      by: Schema.Literals(["reply", "read", "person", "absence"]),
      /** The time span in which the device was not on the network because of its reboot, ms. */
      away: Schema.optionalKey(Away),
    }),
    upcast: { 1: asBefore },
  },
  ActionRefused: {
    v: 1,
    origin: "cloud",
    sign: ["refused", "bad"],
    payload: Schema.Struct({ ...Action, reason: RefusedReason, status: Schema.NullOr(Schema.Int) }),
  },
  ActionUnconfirmed: {
    v: 2,
    origin: "app",
    sign: ["unconfirmed", "warn"],
    payload: Schema.Struct({ ...Action, reason: WaitReason }),
    upcast: { 1: asBefore },
  },
  ActionExpired: { v: 1, origin: "app", sign: ["expired", "off"], payload: Schema.Struct(Action) },
  ActionCancelled: { v: 1, origin: "person", sign: ["cancelled", "off"], payload: Schema.Struct(Action) },
  /** A person asks for an attempt at once. */
  ActionHurried: { v: 1, origin: "person", sign: ["sending", "acc"], payload: Schema.Struct(Action) },
  /** A late reading shows another value than the confirmed one, because a lost request arrived after it. */
  ActionReopened: { v: 1, origin: "cloud", sign: ["queued", "warn"], payload: Schema.Struct(Action) },
  /**
   * While the action was open, a reading showed another value than the known one. `theirs` is the intent that would set
   * it again. Null when a later reading shows the value that the action sets.
   */
  ActionContested: {
    v: 1,
    origin: "cloud",
    sign: ["warning", "warn"],
    payload: Schema.Struct({ ...Action, theirs: Schema.NullOr(IntentSchema) }),
  },
  /** The target is settled: a late read shows the value, or the client can find out nothing more. */
  TargetSettled: {
    v: 1,
    origin: "app",
    sign: ["info", "off"],
    payload: Schema.Struct({ account: AccountKeySchema, target: Schema.String }),
  },
  /** The server asked the client to wait until then, ms. Nothing of this account is sent or read before. */
  WaitAsked: {
    v: 1,
    origin: "cloud",
    sign: ["info", "off"],
    payload: Schema.Struct({ account: AccountKeySchema, until: Schema.Finite }),
  },
  /** A person removed it from the panel. */
  ActionDismissed: { v: 1, origin: "person", sign: ["info", "off"], payload: Schema.Struct(Action) },
} as const

export type OutboxEvent = EventOf<typeof outboxEvents>
