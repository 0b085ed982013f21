import type { EngineStatus } from "../../domain/engine/engine.ts"
import type { SignUpForm } from "../../domain/engine/flows/entrance.ts"
import type { SignInForm } from "../../domain/engine/sessions.ts"
import type { FlowName } from "../../domain/flows/feature.ts"
import type { Command, Rejection } from "../../domain/model/decide.ts"
import type { RecordedEvent } from "../../domain/model/events.ts"
import type { PersonCommand } from "../../domain/model/intents.ts"
import type { State } from "../../domain/model/state.ts"
import type { OutboxCommand } from "../../domain/outbox/decide.ts"
import type { PlacesCommand } from "../../domain/places/feature.ts"
import type { PreferenceKey } from "../../domain/settings/feature.ts"
import type { TagsCommand } from "../../domain/tags/feature.ts"
import type { Code } from "../../domain/values/code.ts"
import type { Email } from "../../domain/values/email.ts"
import type { Password } from "../../domain/values/password.ts"
import type { ServerUrl } from "../../domain/values/serverUrl.ts"

/** What a person may ask of the outbox; claims and outcomes are the runner's. */
type OutboxRequest = Extract<
  OutboxCommand,
  {
    type: "CancelAction" | "HurryAction" | "DismissAction" | "DismissSettled" | "ConfirmAction" | "SendActionAgain"
  }
>

/** Requests that are one command for the log. */
export type CommandRequest =
  | PersonCommand
  | OutboxRequest
  | PlacesCommand
  | TagsCommand
  | Extract<Command, { type: "DismissVersionNotice" | "DismissAwaiting" }>

/** Steps of the flows of S 4; each works on what the flow opened last in this tab remembers. */
export type FlowRequest =
  | { readonly type: "SignUp"; readonly form: SignUpForm }
  | { readonly type: "ResendSignUp" }
  | { readonly type: "ConfirmSignUp"; readonly code: Code }
  | { readonly type: "RequestReset"; readonly email: Email; readonly server: ServerUrl }
  | { readonly type: "ResendReset" }
  | { readonly type: "SubmitReset"; readonly code: Code; readonly password: Password }
  | { readonly type: "RequestEmailChange"; readonly email: Email }
  | { readonly type: "ResendEmailChange" }
  | { readonly type: "ConfirmEmailChange"; readonly code: Code }
  | { readonly type: "RequestDeletion" }
  | { readonly type: "ResendDeletion" }
  | { readonly type: "ConfirmDeletion"; readonly code: Code }
  | { readonly type: "AcceptInvitation"; readonly code: Code }

/** Everything a screen may ask for. */
export type Request =
  | CommandRequest
  | FlowRequest
  | { readonly type: "SignIn"; readonly form: SignInForm }
  | { readonly type: "SignOut"; readonly unsent: "keep" | "discard" }
  | { readonly type: "EnterAsGuest" }
  /** Reads the lists again; while the server is away, asks it at once. */
  | { readonly type: "Refresh" }
  | { readonly type: "SetPreference"; readonly key: PreferenceKey; readonly value: string | null }
  /** Reads sub-accounts or main accounts again. */
  | { readonly type: "RefreshSharing"; readonly list: "subAccounts" | "mainAccounts"; readonly asked: boolean }
  | { readonly type: "StartFlow"; readonly flow: FlowName }
  /** Clears local storage but for the saved user; takes a second (S 9). */
  | { readonly type: "ResetSettings" }
  /** Tries every waiting action of the account again at once. */
  | { readonly type: "HurryAll" }
  /** Writes the log to a file of the person's choice. */
  | { readonly type: "ExportLog" }

/** `insecure`: this page lacks what a queue that can be trusted needs (locks), so nothing is queued. */
export type Refused = Rejection | "insecure" | "storage" | "outdated" | "defect"

/** The engine as the screens see it, once its chunk has loaded. */
export interface ClientHandle {
  readonly tab: string
  readonly secure: boolean
  readonly state: () => State
  readonly status: () => EngineStatus
  /** Calls back after every change of state or status; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
  /** Calls back with the events of each commit and the state just before them. */
  readonly onEvents: (listener: (events: readonly RecordedEvent[], before: State) => void) => () => void
  /** Asks; what comes of it is seen in the state. A refusal is told to `refused`, the end to `done`. */
  readonly send: (request: Request, refused?: (reason: Refused) => void, done?: () => void) => void
  /** The code of an invitation this account sent, shown to its owner alone; null when it was lost or erased. */
  readonly invitationCode: (action: string, told: (code: string | null) => void) => void
  /** Whether the domain would refuse this command now; for messages beside a field, before anything is recorded. */
  readonly check: (command: CommandRequest) => Refused | null
}
