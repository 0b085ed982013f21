import type { SignInForm } from "../../../src/domain/client/accounts/flows/signIn.ts"
import type { ClientRequest } from "../../../src/domain/client/requests.ts"
import type { State } from "../../../src/domain/product/state.ts"
import type { AccountKey } from "../../../src/domain/values/identity.ts"
import type { CallName } from "../../../src/domain/wire/cloud.ts"
import type { SimulatedClient } from "../browser/client.ts"
import type { Prng } from "../prng.ts"
import type { Counts } from "../sweep/counts.ts"
import { type CommandChoice, type Drawn, drawCommand, drawOffered, drawWeights, renamedAgain } from "./commands.ts"
import { drawFlow, drawStep, isEntranceCall, isFlowCall } from "./flowSteps.ts"
import {
  choiceOfCall,
  drawDismissal,
  drawNavigation,
  drawOperations,
  drawPreference,
  operationOfCall,
  type PersonOperation,
} from "./operations.ts"
import type { People } from "./people.ts"

/** Commands given in the same instant. */
const BURST = 5
/** Share of steps towards the aim of the run. "wanted" is the command that makes its call. */
const LOOKS_FOR = 0.4
/**
 * Shares of steps in which a person who is signed out signs in, and in which a person without any action yet starts
 * one.
 */
const SIGNS_IN = 0.8
const BEGINS = 0.9
/** Share of steps in which a person renames the same thing again while the outcome of the last rename is unknown. */
const CHANGES_MIND = 0.3
/** Share of requests from a dialog that was opened earlier: another person may have signed in meanwhile. */
const LONG_OPEN = 0.2
/** Shares of steps in which a person with a batch controls it instead of starting another, and resumes a paused one. */
const CHANGES_BATCH = 0.6
const TAKES_UP = 0.6
/** Share of steps in which a person without a match chooses something else. */
const TURNS = 0.6
/** Share of steps in which a person still without a match has a list read. */
const READS = 0.15
/** Share of steps in which a person has lists read that this account has not seen yet. */
const LOOKS_ROUND = 0.1
/** Share of sign-ins for whose answer a person waits. */
const WAITS = 0.97
/** Share of steps in which a person signs out for a call that is only open to strangers. */
const LEAVES = 0.3
/** Share of steps in which a person continues an open flow. */
const GOES_ON = 0.85

/** The person's knowledge of the run so far. */
export interface Course {
  /** True when an action was queued in the outbox. */
  readonly hasActed: () => boolean
  /** True when the run has reached its aim. From then on all other steps get room. */
  readonly hasMet: () => boolean
}

/** A person at the tabs, who clicks at random and answers the questions of a screen. */
export class SimulatedPerson {
  /** The randomness of the current step. */
  #dice: Prng
  readonly #counts: Counts
  readonly #people: People
  readonly operations: readonly (readonly [PersonOperation, number])[]
  readonly #choices: readonly (readonly [CommandChoice, number])[]
  /** The call that this run aims at. */
  readonly #looksFor: CallName
  readonly #course: Course
  /** The account that each tab showed at its last step. */
  readonly #accountViews = new WeakMap<SimulatedClient, AccountKey | null>()
  /** The last command with a name. */
  #renamed: Drawn | undefined

  constructor(prng: Prng, counts: Counts, people: People, looksFor: CallName, course: Course) {
    this.#dice = prng
    this.#counts = counts
    this.#people = people
    this.#looksFor = looksFor
    this.#course = course
    this.#choices = drawWeights(prng)
    this.operations = drawOperations(prng)
  }

  /** Takes a step at this tab. */
  actAt(client: SimulatedClient, dice: Prng): void {
    this.#dice = dice
    const state = client.engine?.state()
    if (state === undefined) return
    const before = this.#accountViews.get(client)
    this.#accountViews.set(client, state.session.current?.account ?? null)
    const requests = this.#requests(this.#draw(client, state), client, state)
    const asAccount = before !== undefined && dice.chance(LONG_OPEN) ? before : undefined
    for (const request of requests) this.ask(client, asAccount === undefined ? request : { ...request, asAccount })
  }

  /** `undefined`: the next step of this tab's flow. */
  #draw({ tab }: SimulatedClient, state: State): PersonOperation | "wanted" | undefined {
    const dice = this.#dice
    const out = state.session.current === null
    const flow = state.flows.get(tab.name)
    if (!this.#course.hasActed() && dice.chance(BEGINS)) return out ? "switchAccount" : "command"
    // Signing in is one step, with its own operation.
    const isAtFlow = flow !== undefined && flow.flow !== "signIn" && flow.stage !== "done"
    if (isAtFlow && dice.chance(GOES_ON)) return undefined
    const looksFor = dice.chance(LOOKS_FOR) && !this.#course.hasMet()
    if (looksFor && isFlowCall(this.#looksFor))
      return out === isEntranceCall(this.#looksFor) ? "flow" : dice.chance(LEAVES) ? "signOut" : "command"
    if (out && dice.chance(SIGNS_IN)) return "switchAccount"
    const isUnread = state.sharing.subAccountsRead.at === null || state.sharing.mainAccountsRead.at === null
    if (!out && isUnread && dice.chance(LOOKS_ROUND)) return "refreshSharing"
    if (state.outbox.unsettled.size > 0 && dice.chance(CHANGES_MIND)) return "again"
    if (looksFor) return operationOfCall[this.#looksFor] ?? "wanted"
    return dice.weighted(this.operations)
  }

  /** The requests to the page, all in the same instant. */
  #requests(
    operation: PersonOperation | "wanted" | undefined,
    client: SimulatedClient,
    state: State,
  ): readonly ClientRequest[] {
    const dice = this.#dice
    switch (operation) {
      case undefined:
        return this.#step(client, state)
      case "command":
        return this.#command(state)
      case "wanted":
        return this.#command(state, choiceOfCall[this.#looksFor])
      case "commands":
        return Array.from({ length: 1 + dice.below(BURST) }, () => this.#command(state)).flat()
      case "batch":
        return this.#batch(state)
      case "again":
        return this.#again()
      case "refresh":
        return [{ type: "Refresh", list: "devices", asked: true }]
      case "refreshSharing":
        return [this.#refreshSharing()]
      case "hurryAll":
        return [{ type: "HurryAll" }]
      case "flow":
        return [{ type: "StartFlow", flow: drawFlow(state, this.#looksFor, dice) }]
      case "place":
        return [drawNavigation(dice)]
      case "prefer":
        return [drawPreference(dice)]
      case "resetSettings":
        return [drawPreference(dice), { type: "ResetSettings" }]
      case "dismissNotice":
        return [drawDismissal(state, dice)]
      case "guest":
        return [{ type: "EnterAsGuest" }]
      case "signOut":
        return [{ type: "SignOut", unsent: dice.chance(0.7) ? "keep" : "discard" }]
      case "switchAccount":
      case "wrongPassword":
        return this.#signIn(client, state, operation === "wrongPassword")
    }
  }

  signIn(client: SimulatedClient, form: SignInForm): void {
    this.ask(client, { type: "SignIn", form })
  }

  ask(client: SimulatedClient, request: ClientRequest): void {
    client.ask(
      request,
      ({ actions }) => this.#counts.add(`person ${request.type}: ${actions.length > 0 ? "queued" : "done"}`),
      (refused) => this.#counts.add(`person ${request.type}: ${refused}`),
    )
  }

  #signIn({ tab }: SimulatedClient, { flows }: State, wrong: boolean): readonly ClientRequest[] {
    if (flows.get(tab.name)?.stage === "asking" && this.#dice.chance(WAITS)) return []
    const form = this.#people.drawForm(this.#dice, wrong)
    return form === undefined ? [] : [{ type: "SignIn", form }]
  }

  #step({ tab }: SimulatedClient, state: State): readonly ClientRequest[] {
    const current = state.flows.get(tab.name)
    const request = current === undefined ? undefined : drawStep(current, state, this.#people, this.#dice)
    if (request !== undefined) return [request]
    return state.session.current === null ? [] : this.#command(state)
  }

  #command(state: State, looksFor?: CommandChoice): readonly ClientRequest[] {
    const dice = this.#dice
    const wanted = looksFor ?? (dice.chance(LOOKS_FOR) ? choiceOfCall[this.#looksFor] : undefined)
    const first = drawOffered(state, dice) ?? drawCommand(wanted ?? dice.weighted(this.#choices), state, dice)
    const command = first ?? (dice.chance(TURNS) ? drawCommand(dice.weighted(this.#choices), state, dice) : undefined)
    // The page may not know its objects yet: it reads them, and people mostly wait for that.
    if (command === undefined)
      return dice.chance(READS)
        ? [this.#refreshSharing(wanted === "DisconnectMainAccount" ? "mainAccounts" : undefined)]
        : []
    if (renamedAgain(command, dice) !== undefined) this.#renamed = command
    return [command]
  }

  #refreshSharing(wanted?: "mainAccounts"): ClientRequest {
    const list = wanted ?? this.#dice.pick(["subAccounts", "subAccounts", "mainAccounts"] as const)
    return { type: "Refresh", list, asked: this.#dice.chance(0.5) }
  }

  /** One command for many devices at once. */
  #batch({ devices, sharing, batches }: State): readonly ClientRequest[] {
    const dice = this.#dice
    const known = [...batches.values()]
    if (known.length > 0 && dice.chance(CHANGES_BATCH)) {
      const { id, isPaused } = dice.pick(known)
      const isTakenUp = isPaused && dice.chance(TAKES_UP)
      const to = isTakenUp ? "running" : dice.pick(["paused", "running", "stopped", "dismissed"] as const)
      return [{ type: "MoveBatch", batch: id, to }]
    }
    const kind = dice.pick(["reboot", "wake", "assign"] as const)
    const [accountId = null] = kind === "assign" ? sharing.subAccounts.keys() : []
    return [{ type: "BeginBatch", kind, accountId, dids: [...devices.bound.keys()], undo: dice.chance(0.3) }]
  }

  #again(): readonly ClientRequest[] {
    const command = this.#renamed === undefined ? undefined : renamedAgain(this.#renamed, this.#dice)
    return command === undefined ? [] : [command]
  }
}
