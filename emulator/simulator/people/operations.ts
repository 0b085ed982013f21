import type { ClientRequest } from "../../../src/domain/client/requests.ts"
import { type PreferenceKey, preferenceKeys } from "../../../src/domain/features/settings/feature.ts"
import type { State } from "../../../src/domain/product/state.ts"
import type { CallName } from "../../../src/domain/wire/cloud.ts"
import type { Prng } from "../prng.ts"
import type { CommandChoice } from "./commands.ts"

/** A person's operations at a page beside commands to the cloud, and their weights. */

const operations = [
  ["command", 60],
  ["commands", 6],
  ["batch", 2],
  ["again", 10],
  ["refresh", 6],
  ["refreshSharing", 6],
  ["hurryAll", 2],
  ["flow", 4],
  ["place", 4],
  ["prefer", 4],
  ["resetSettings", 2],
  ["dismissNotice", 1],
  ["guest", 1],
  ["signOut", 2],
  ["switchAccount", 2],
  ["wrongPassword", 1],
] as const
export type PersonOperation = (typeof operations)[number][0]

/** Share of the seeds with a person who repeats one operation, and the weight added to it. */
const FOND = 0.5
const FONDNESS = 50
/** Share of the seeds with a person who starts many batches: the events of a batch need several steps in a row. */
const BATCHING = 0.1

/** A rare operation meets its like in the seeds that prefer it. */
export const drawOperations = (dice: Prng): readonly (readonly [PersonOperation, number])[] => {
  const favourite = dice.chance(FOND) ? dice.pick(operations)[0] : undefined
  const another = dice.stream("batching").chance(BATCHING) ? "batch" : undefined
  return operations.map(([operation, weight]) => [
    operation,
    operation === favourite || operation === another ? weight + FONDNESS : weight,
  ])
}

const routes = ["/devices", "/account", "/settings", "/devices/network"] as const
const dialogs = ["rename", "wake"] as const

export const drawNavigation = (dice: Prng): ClientRequest => {
  const dialog = dice.pick(dialogs)
  return dice.pick<ClientRequest>([
    { type: "OpenRoute", path: dice.pick(routes) },
    { type: "OpenDialog", dialog, about: null, among: [] },
    { type: "CloseDialog", dialog },
    { type: "ShowToast", kind: "success", message: "copied", params: {} },
  ])
}

/** Values with an effect. All other settings are switches. */
const values: Partial<Record<PreferenceKey, readonly (string | null)[]>> = {
  actionExpiry: ["60000", "120000", "nonsense", null],
  theme: ["dark", "light", null],
  language: ["de", "ar", null],
  recentCommands: ["[]", null],
  subnets: ['["192.168.1.*"]', "[1, null]", null],
  renderType: ["dx9", null],
}
const switches = ["true", "false", null] as const

/** A person chooses `serverType` and `serverUrl` at sign-in. */
const chosen = preferenceKeys.filter((key) => key !== "serverType" && key !== "serverUrl")

/** The settings that people change most. */
const usual = ["theme", "language", "subnets"] as const

export const drawPreference = (dice: Prng): ClientRequest => {
  const key = dice.chance(0.3) ? "actionExpiry" : dice.pick(dice.chance(0.5) ? usual : chosen)
  return { type: "SetPreference", key, value: dice.pick(values[key] ?? switches) }
}

export const drawDismissal = ({ sharing, session }: State, dice: Prng): ClientRequest => {
  const account = session.current?.account
  const acceptedAt = account === undefined ? undefined : sharing.awaiting.get(account)?.[0]
  return account === undefined || acceptedAt === undefined || dice.chance(0.2)
    ? { type: "DismissVersionNotice", version: "9.9.9" }
    : { type: "DismissAwaiting", account, acceptedAt }
}

/** The command that makes a call, when it is a queued one. */
export const choiceOfCall: Partial<Record<CallName, CommandChoice>> = {
  rename_device: "RenameDevice",
  rename_account: "RenameAccount",
  rename_subaccount: "RenameSubAccount",
  update_subaccount_email: "EditSubAccountEmail",
  update_subaccount_state: "ChangeSubAccountState",
  modify_subdevice: "AssignDevice",
  disconnect_main_account: "DisconnectMainAccount",
  send_invitation: "SendInvitation",
  request_device: "RebootDevice",
}

/** The operations behind the other calls that are not part of a flow. */
export const operationOfCall: Partial<Record<CallName, PersonOperation>> = {
  signin: "switchAccount",
  loginWithToken: "refresh",
  get_subaccount_list: "refreshSharing",
  get_main_accounts: "refreshSharing",
}
