import type { AnyCommand, CommandRules } from "../event/command.ts"
import type { Stamp } from "../event/event.ts"
import { isOn } from "../features/settings/feature.ts"
import { invalid, type Parsed } from "../values/parsed.ts"
import type { Event } from "./events.ts"
import { firmwareTargetOf } from "./firmwareTargets.ts"
import { parts } from "./parts.ts"
import type { State } from "./state.ts"

type Part = (typeof parts)[number]
type CommandOf<One> = One extends {
  readonly takes: (command: AnyCommand) => command is infer Command extends AnyCommand
}
  ? Command
  : never
type RejectionOf<One> = One extends { readonly decide: (...asked: never) => Parsed<unknown, infer Reason> }
  ? Reason
  : never
type AskedIn<Rules> = Rules extends unknown
  ? { [Type in keyof Rules]: Rules[Type] extends { readonly asked: string } ? Type : never }[keyof Rules]
  : never

export type Command = CommandOf<Part>
/** A command that a screen may send directly. */
export type AskedCommand = Extract<Command, { readonly type: AskedIn<Part["commands"]> }>
export type Rejection = RejectionOf<Part> | "foreignAccount"

const byCommand = new Map(parts.flatMap((part) => Object.keys(part.commands).map((type) => [type, part] as const)))
const rules = new Map<string, CommandRules>(parts.flatMap(({ commands }) => Object.entries(commands)))

/** The rules of a command; null for one that no feature has. */
export const rulesOf = ({ type }: AnyCommand): CommandRules | null => rules.get(type) ?? null

export const decide = (command: Command, state: State, stamp: Stamp): Parsed<readonly Event[], Rejection> => {
  const part = byCommand.get(command.type)
  if (part === undefined) throw new TypeError(`no feature decides ${command.type}`)
  return rulesOf(command)?.isOwn && isForeign(state, stamp)
    ? invalid("foreignAccount")
    : part.decide(command, state, stamp, aroundOf(state))
}

const isForeign = ({ session }: State, { asAccount }: Stamp): boolean =>
  asAccount !== undefined && asAccount !== (session.current?.account ?? null)

/** The data of other features that deciding in one feature needs. */
const aroundOf = (state: State) => ({
  account: state.session.current?.account ?? null,
  isOwnDevice: isOwnDevice(state),
  targetOf: firmwareTargetOf(state),
  keepsDiagnostics: isOn(state.settings, "diagnostics"),
  isNewLog: state.session.emails.size === 0,
})

/**
 * True for a device on the list of the signed-in account. For a guest, true for one on no account's list; the last
 * device list stays while no account is signed in.
 */
const isOwnDevice =
  ({ session, devices }: State) =>
  (did: string): boolean =>
    session.current === null
      ? !devices.bound.has(did)
      : devices.account === session.current.account && devices.bound.has(did)
