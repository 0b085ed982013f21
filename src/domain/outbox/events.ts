import * as Schema from "effect/Schema"
import { IntentSchema } from "../actions/table.ts"
import { asBefore, type EventOf } from "../event/event.ts"
import { AccountKeySchema } from "../wire/brands.ts"
import { lastingRefusals } from "../wire/status.ts"

const Action = { action: Schema.String }

/**
 * Why an attempt brought no result; `tooOften` and `session` were decoded, so nothing was done. `undo`: nothing was tried
 * yet, because the person may still think better of it. `wait`: the server asked to wait.
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
      /** What the person saw named when asking: a device, a sub-account. */
      subject: Schema.String,
      /** The value that was shown before, for absolute intents. */
      before: Schema.NullOr(Schema.String),
      /** Status code that was shown when another one was asked for: approving and enabling ask for the same. */
      from: Schema.optionalKey(Schema.Int),
      /** The batch that asked for it, and for which device. */
      batch: Schema.optionalKey(Schema.Struct({ id: Schema.String, did: Schema.String })),
      /** What another client had set before, and an earlier action had still to replace. */
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
  /** Back in the queue, not before `until` (ms); `ambiguous` when the server may have done it. */
  ActionDelayed: {
    v: 2,
    origin: "app",
    sign: ["waiting", "acc"],
    payload: Schema.Struct({
      ...Action,
      reason: WaitReason,
      until: Schema.Finite,
      ambiguous: Schema.Boolean,
      /** Of a server that was reached, and answered with an HTTP error. */
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
      /** Of a reboot: from when to when the device was not on the network, ms. */
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
  /** A person wants it tried at once. */
  ActionHurried: { v: 1, origin: "person", sign: ["sending", "acc"], payload: Schema.Struct(Action) },
  /** A late reading shows another value than the confirmed one: a lost request arrived after it. */
  ActionReopened: { v: 1, origin: "cloud", sign: ["queued", "warn"], payload: Schema.Struct(Action) },
  /**
   * While it was still to be delivered a reading showed another value than was known: `theirs` sets that again. Null when
   * a later reading shows what the action sets.
   */
  ActionContested: {
    v: 1,
    origin: "cloud",
    sign: ["warning", "warn"],
    payload: Schema.Struct({ ...Action, theirs: Schema.NullOr(IntentSchema) }),
  },
  /** A late read shows the value, or nothing more can be found out: the target is settled. */
  TargetSettled: {
    v: 1,
    origin: "app",
    sign: ["info", "off"],
    payload: Schema.Struct({ account: AccountKeySchema, target: Schema.String }),
  },
  /** The server asked to be left alone until then, ms: nothing of this account is sent or read before. */
  WaitAsked: {
    v: 1,
    origin: "cloud",
    sign: ["info", "off"],
    payload: Schema.Struct({ account: AccountKeySchema, until: Schema.Finite }),
  },
  /** Taken off the panel by a person. */
  ActionDismissed: { v: 1, origin: "person", sign: ["info", "off"], payload: Schema.Struct(Action) },
} as const

export type OutboxEvent = EventOf<typeof outboxEvents>
