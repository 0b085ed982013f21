import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { AnyCommand } from "../event/command.ts"
import type { ListName } from "../event/listRead.ts"
import type { Unsharable } from "../features/devices/sharing.ts"
import type { Parsed } from "../values/parsed.ts"
import type { CallBody, CallName, CallReply } from "../wire/cloud.ts"
import type { AccountView, Listing, SubAccountFields } from "./accountView.ts"

/** A person's request as data in the log: a call of the cloud without the session's credentials. */
export interface AnyIntent {
  readonly call: CallName
  readonly input: object
}

/** An intent with the values that the person saw when asking, all that its sentence needs. */
export interface SeenIntent<Intent> {
  readonly intent: Intent
  /** The shown name of the subject: a device, a sub-account. */
  readonly subject: string
  /** The value that was shown before, for absolute intents. */
  readonly before: string | null
  /** The shown status code of a sub-account, for a change of status (SUB-3). */
  readonly from?: number
}

export type AskRejection =
  | "signedOut"
  | "unknownDevice"
  | "unknownAccount"
  | "nameEmpty"
  | "nameTooLong"
  | "invalidMac"
  | "noBoundMac"
  | "invalidEmail"
  | "ownEmail"
  | "notAllowed"
  | Unsharable

/**
 * `absolute`: the intent says a final value. The outbox may send it again, and a newer unsent intent of the same target
 * replaces an older one. `atMostOnce`: after it was sent, the outbox never sends it again automatically.
 */
export type Delivery = "absolute" | "atMostOnce"

/** The subject of an intent. Order is kept within one device, one sub-account, and the own account (OFFLINE-4). */
export type Subject =
  | { readonly kind: "device"; readonly id: string }
  | { readonly kind: "subAccount"; readonly id: string }
  | { readonly kind: "mainAccount"; readonly id: string }
  | { readonly kind: "ownAccount" }

/** The changes of an intent once it is done. Screens show the same changes while it is open. */
export interface IntentChanges<Input> {
  readonly deviceName?: (input: Input) => string
  readonly ownName?: (input: Input) => string
  /** Null when the sub-account is gone. */
  readonly subAccount?: <Sub extends SubAccountFields>(sub: Sub, input: Input) => Sub | null
  readonly mainAccount?: "removed"
}

/** A value that an absolute intent sets: a text from outside, or a word below `layout.outbox.value`. */
export type SetValue =
  | { readonly text: string }
  | { readonly word: "pending" | "accepted" | "active" | "disabled" | "removed" | "assigned" | "unassigned" }

/** How to name a value that another client set instead, and to set it again (OFFLINE-5). */
export interface Restoring<Command, Intent> {
  /**
   * The intent that would set the value that a list shows of this target. Null when the list does not show it, or no
   * person can ask for it.
   */
  readonly shown: (intent: Intent, listing: Listing) => Intent | null
  /** Null where a person cannot ask for it. */
  readonly command: (intent: Intent) => Command | null
  readonly value: (intent: Intent) => SetValue
}

/** Sends a call of the cloud. */
export type SendCall<E, R> = <Name extends CallName>(
  name: Name,
  body: CallBody<Name>,
) => Effect.Effect<CallReply<Name>, E, R>
export interface Credentials {
  readonly uid: string
  readonly token: string
}

/** A key below `layout.outbox.action`, and the names and values that fill its text. */
export interface ActionWords<Key extends string> {
  readonly key: Key
  readonly params: Readonly<Partial<Record<"subject" | "before" | "after" | "device", string>>>
}

/** Messages of an action; names are keys below `common.success` and `common.toast`. */
export interface Messages {
  /** The message after a confirmation, null for none. `sent` names the subject. */
  readonly confirmed:
    | { readonly kind: "success"; readonly message: "deviceRenamed" | "accountRenamed" | "invitationSentNotCopied" }
    | { readonly kind: "sent"; readonly message: "wakeSent" | "rebootSent" }
    | null
  /** Shown when the action has to wait for the connection. */
  readonly queued: "renameQueued" | "wakeQueued" | "rebootQueued" | null
  /** Replaces the text of the refusal (ACCOUNT-1). */
  readonly refused?: "disconnectFailed"
  /**
   * A key below `layout.outbox.stateLine`. It replaces the outbox's sentence for an action whose outcome is unknown.
   */
  readonly unconfirmed?: "unconfirmedInvitation"
  /**
   * The dialog, by its name in the log, that says more of the outcome. While it is open, no toast shows the outcome.
   */
  readonly shownIn?: "invitation"
  /** The word for the action on the card of a device. */
  readonly cardNotice?: "rename" | "wake" | "reboot"
}

/** How an intent is delivered, and the list that shows whether it took effect. */
type Delivered<Command, Intent> =
  | {
      readonly delivery: "absolute"
      /** Never null: after a lost reply only a list settles the target. */
      readonly confirmedBy: ListName
      readonly restoring: Restoring<Command, Intent>
    }
  | {
      readonly delivery: "atMostOnce"
      /** Null when no list can show it. */
      readonly confirmedBy: ListName | null
      readonly restoring?: undefined
    }

/** The complete definition of one kind of queued action. */
export type ActionSpec<Command extends AnyCommand, Intent extends AnyIntent, Key extends string> = Delivered<
  Command,
  Intent
> & {
  /** The command by which a person asks for it. */
  readonly command: Command["type"]
  readonly channel: "cloud"
  readonly call: Intent["call"]
  readonly schema: Schema.ConstraintDecoder<Intent>
  readonly is: (intent: AnyIntent) => intent is Intent
  readonly about: (input: Intent["input"]) => Subject
  /** The target that an absolute intent sets, after the name of its call. Intents of one target replace each other. */
  readonly target: (input: Intent["input"]) => readonly string[]
  /**
   * Wake and reboot: at most once and expiring, because a stale one must not be sent. When one fails with a session
   * error, the person stays signed in (OFFLINE-6, MSG-2).
   */
  readonly isDeviceCommand?: true
  /** An intent like this supersedes an unsent one only where the server's status allows the result (SUB-3). */
  readonly followsStatus?: (input: Intent["input"]) => { readonly accountId: string; readonly to: number }
  readonly changes: IntentChanges<Intent["input"]>
  /** Overrides the result that follows from `changes`. Null when the list cannot show it. */
  readonly shownBy?: (input: Intent["input"], listing: Listing, claimedSeq: number) => boolean | null
  /** The list that the action changes in a way that the reply does not show. */
  readonly alsoChanges?: ListName
  /** The list that can show the outcome only if it was read before sending. The action waits for that reading. */
  readonly needsList?: ListName
  /** True when its reply holds a secret (SUB-2), which a person can reach only through the action. */
  readonly givesSecret?: true
  /** Null when nothing would change: an empty name, or the current one (RENAME-1). */
  readonly ask: (command: Command, view: AccountView) => Parsed<SeenIntent<Intent> | null, AskRejection>
  /** Makes the call. Returns a secret for the vault (SUB-2), or null. */
  readonly send: <E, R>(
    input: Intent["input"],
    credentials: Credentials,
    call: SendCall<E, R>,
  ) => Effect.Effect<string | null, E, R>
  readonly words: (seen: SeenIntent<Intent>) => ActionWords<Key>
  readonly messages: Messages
  /** The kind of each field that can identify a person or a device, for exports (EVENT-5). */
  readonly personal: Readonly<Record<string, "name" | "email" | "mac" | "url">>
}

/** A definition as the rest of the domain uses it. It takes any intent of its kind. */
export interface ActionDefinition<Key extends string = string> {
  readonly command: string
  readonly channel: "cloud"
  readonly call: CallName
  readonly delivery: Delivery
  readonly isDeviceCommand: boolean
  readonly confirmedBy: ListName | null
  readonly alsoChanges: ListName | null
  readonly needsList: ListName | null
  readonly givesSecret: boolean
  readonly messages: Messages
  readonly personal: ActionSpec<AnyCommand, AnyIntent, Key>["personal"]
  readonly is: (intent: AnyIntent) => boolean
  readonly ask: (command: AnyCommand, view: AccountView) => Parsed<SeenIntent<AnyIntent> | null, AskRejection>
  readonly about: (intent: AnyIntent) => Subject
  readonly target: (intent: AnyIntent) => string
  readonly followsStatus: (intent: AnyIntent) => { readonly accountId: string; readonly to: number } | null
  /** The new name of the device, if the intent is a rename. */
  readonly deviceName: (intent: AnyIntent) => string | null
  readonly ownName: (intent: AnyIntent) => string | null
  readonly subAccount: <Sub extends SubAccountFields>(sub: Sub, intent: AnyIntent) => Sub | null
  readonly removesMainAccount: boolean
  readonly shownBy: (intent: AnyIntent, listing: Listing, claimedSeq: number) => boolean | null
  readonly shownInstead: (intent: AnyIntent, listing: Listing) => AnyIntent | null
  /** The command that asks for the intent; null where no person can ask for it. */
  readonly restore: (intent: AnyIntent) => AnyCommand | null
  readonly value: (intent: AnyIntent) => SetValue | null
  readonly send: <E, R>(
    intent: AnyIntent,
    credentials: Credentials,
    call: SendCall<E, R>,
  ) => Effect.Effect<string | null, E, R>
  readonly words: (seen: SeenIntent<AnyIntent>) => ActionWords<Key>
}
