import type { PersonCommand } from "../../../src/domain/actions/table.ts"
import type { CommandRequest } from "../../../src/domain/client/requests.ts"
import { type TagsCommand, tagsOf } from "../../../src/domain/features/tags/feature.ts"
import type { Action } from "../../../src/domain/outbox/state.ts"
import type { State } from "../../../src/domain/product/state.ts"
import type { Prng } from "../prng.ts"

/** Commands of a person, drawn from the content of the page. */

export type CommandChoice = PersonCommand["type"] | OutboxChoice | TagsCommand["type"]
export type Drawn = CommandRequest
const outboxChoices = [
  "CancelAction",
  "HurryAction",
  "DismissAction",
  "ConfirmAction",
  "SendActionAgain",
  "DismissSettled",
] as const
type OutboxChoice = (typeof outboxChoices)[number]
type PanelChoice = Exclude<OutboxChoice, "DismissSettled">

/** The panel's choices for an action, by its state. */
const offered: Readonly<Partial<Record<Action["status"]["state"], readonly PanelChoice[]>>> = {
  queued: ["CancelAction"],
  waiting: ["CancelAction", "HurryAction"],
  unconfirmed: ["ConfirmAction", "SendActionAgain", "DismissAction"],
  refused: ["SendActionAgain", "DismissAction"],
  expired: ["SendActionAgain", "DismissAction"],
}
/** Shares of commands on an offered choice of the panel, and on one that the panel does not offer. */
const LOOKS = 0.15
const INSISTS = 0.1

/** The weight of each choice. */
const choiceWeights: readonly (readonly [CommandChoice, number])[] = [
  ["RenameDevice", 10],
  ["RebootDevice", 5],
  ["WakeDevice", 4],
  ["RenameAccount", 3],
  ["RenameSubAccount", 6],
  ["EditSubAccountEmail", 5],
  ["ChangeSubAccountState", 8],
  ["AssignDevice", 8],
  ["DisconnectMainAccount", 1],
  ["SendInvitation", 3],
  ["CancelAction", 3],
  ["HurryAction", 2],
  ["DismissAction", 2],
  ["ConfirmAction", 1],
  ["SendActionAgain", 2],
  ["DismissSettled", 1],
  ["TagDevices", 3],
  ["UntagDevices", 2],
]

/** Share of the seeds in which a person ever uses a command. All seeds rename devices. */
const PRESENT = 0.7

/** The commands of this run: with fewer of them, equal ones meet more often. */
export const drawWeights = (prng: Prng): readonly (readonly [CommandChoice, number])[] =>
  choiceWeights.filter(([choice]) => choice === "RenameDevice" || prng.chance(PRESENT))

/** People return to the same few things, so that intents meet. */
const HOT = 0.6
const HOT_COUNT = 2

/** Few names, so that a value often returns to an earlier one. */
const names = ["Atlas", "Borealis", "Cygnus", "Ätna", "  Delphi  ", "放送スタジオ", "", "x".repeat(33)] as const
const macs = ["02:00:00:00:00:01", "02-00-00-00-00-02", "nonsense"] as const
const emails = ["ana@example.com", "ben@example.com", "Sub@Example.com", "nobody"] as const
const tags = ["Studio", "studio ", "Büro", "two\nlines", "", "x".repeat(25)] as const
const transitions = [2, 3, 4] as const

/** A choice for an action of the panel, mostly for one that is not settled. Undefined when none has a choice. */
export const drawOffered = ({ outbox }: State, prng: Prng): Drawn | undefined => {
  if (!prng.chance(LOOKS)) return undefined
  const rows = [...outbox.actions.values()].flatMap(({ id, status }) =>
    (offered[status.state] ?? []).map((type) => ({ type, action: id })),
  )
  return rows.length === 0 ? undefined : prng.pick(rows)
}

/** Undefined when the page offers nothing of this kind. */
export const drawCommand = (choice: CommandChoice, state: State, prng: Prng): Drawn | undefined => {
  const any = <Value>(values: Iterable<Value>): Value | undefined => {
    const list = [...values]
    return list.length === 0 ? undefined : prng.pick(prng.chance(HOT) ? list.slice(0, HOT_COUNT) : list)
  }
  const did = () => any(state.devices.bound.keys())
  const accountId = () => any(state.sharing.subAccounts.keys())
  switch (choice) {
    case "RenameDevice":
      return given(did(), (id) => ({ type: choice, did: id, name: prng.pick(names) }))
    case "RebootDevice":
      return given(did(), (id) => ({ type: choice, did: id }))
    case "WakeDevice":
      return given(did(), (id) => ({ type: choice, did: id, mac: prng.chance(0.5) ? null : prng.pick(macs) }))
    case "RenameAccount":
      return { type: choice, name: prng.pick(names) }
    case "RenameSubAccount":
      return given(accountId(), (id) => ({ type: choice, accountId: id, name: prng.pick(names) }))
    case "EditSubAccountEmail":
      return given(accountId(), (id) => ({ type: choice, accountId: id, email: prng.pick(emails) }))
    case "ChangeSubAccountState":
      return given(accountId(), (id) => ({ type: choice, accountId: id, state: drawTransition(prng) }))
    case "AssignDevice":
      return given(accountId(), (id) =>
        given(did(), (device) => ({ type: choice, accountId: id, did: device, isAdd: prng.chance(0.5) })),
      )
    case "DisconnectMainAccount":
      return given(any(state.sharing.mainAccounts.keys()), (id) => ({ type: choice, accountId: id }))
    case "SendInvitation":
      return { type: choice, name: prng.pick(names), email: prng.pick(emails) }
    case "UntagDevices":
      return given(any(tagsOf(state.tags, state.session.current?.account ?? null)), ([id, [tag = "Studio"]]) => ({
        type: choice,
        dids: [id],
        tag,
      }))
    case "TagDevices":
      return given(did(), (id) => ({
        type: choice,
        dids: prng.chance(0.7) ? [id] : [...state.devices.bound.keys()],
        tag: prng.pick(tags),
      }))
    case "DismissSettled":
      return { type: choice }
    default: {
      const all = [...state.outbox.actions.values()]
      const fit = prng.chance(INSISTS) ? all : all.filter(({ status }) => offered[status.state]?.includes(choice))
      return given(any(fit), ({ id }) => ({ type: choice, action: id }))
    }
  }
}

/** The same command with another name, as from a person with second thoughts. */
export const renamedAgain = (command: Drawn, prng: Prng): PersonCommand | undefined =>
  "name" in command && command.type !== "SendInvitation" ? { ...command, name: prng.pick(names) } : undefined

/** Deletions are rare, because otherwise there would soon be no account left. */
const drawTransition = (prng: Prng): 2 | 3 | 4 =>
  prng.chance(0.8) ? prng.pick([2, 3] as const) : prng.pick(transitions)

const given = <Value, Result>(value: Value | undefined, make: (value: Value) => Result): Result | undefined =>
  value === undefined ? undefined : make(value)
