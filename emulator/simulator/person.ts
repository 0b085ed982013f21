import { Effect } from "effect"
import { Engine } from "../../src/domain/engine/engine.ts"
import { setPreference } from "../../src/domain/engine/preferences.ts"
import { Refresher } from "../../src/domain/engine/refresher.ts"
import { type SignInForm, signIn, signOut } from "../../src/domain/engine/sessions.ts"
import type { Command } from "../../src/domain/model/decide.ts"
import type { TellingRead } from "../../src/domain/outbox/policy.ts"
import type { Audit } from "./audit.ts"
import type { Client } from "./client.ts"
import { drawCommand, drawWeights, renamedAgain } from "./commands.ts"
import type { Counts } from "./counts.ts"
import type { Prng } from "./prng.ts"
import { signInForms } from "./servers.ts"

const lists: readonly TellingRead[] = ["devices", "subAccounts", "mainAccounts"]

/** How often a person does what, beside what the page offers. */
const deeds = [
  ["command", 60],
  ["commands", 6],
  ["again", 10],
  ["read", 10],
  ["place", 3],
  ["prefer", 2],
  ["signOut", 2],
  ["switchAccount", 2],
] as const

/** Commands given in the same instant. */
const BURST = 5

const routes = ["/devices", "/account", "/settings"] as const
/** How long wakes and reboots wait, ms; null for what holds unless set otherwise. */
const expiries = ["60000", "120000", null] as const
const ignore = (): void => {}

/** A person in front of the tabs: clicks at random, and remembers what they were told is kept. */
export class Person {
  readonly #prng: Prng
  readonly #counts: Counts
  readonly #audit: Audit
  /** The last thing that was given a name. */
  #renamed: ReturnType<typeof drawCommand>
  readonly #choices: ReturnType<typeof drawWeights>
  /** Accounts this person uses: mostly one, in some runs several, on both servers. */
  readonly #forms: readonly SignInForm[]

  constructor(prng: Prng, counts: Counts, audit: Audit) {
    this.#prng = prng
    this.#counts = counts
    this.#audit = audit
    this.#choices = drawWeights(prng)
    this.#forms = signInForms.slice(0, prng.pick([1, 1, 2, signInForms.length]))
  }

  /** Does something at this tab; a signed-out person mostly signs in. */
  actAt(client: Client): void {
    const state = client.engine?.state()
    if (state === undefined) return
    const signsIn = state.session.current === null && this.#prng.chance(0.8)
    const deed = signsIn ? "switchAccount" : this.#prng.weighted(deeds)
    switch (deed) {
      case "command":
        this.#command(client)
        return
      case "commands":
        for (let i = this.#prng.below(BURST); i >= 0; i--) this.#command(client)
        return
      case "again":
        this.#again(client)
        return
      case "read":
        this.read(client, this.#prng.pick(lists))
        return
      case "place":
        this.#dispatch(client, { type: "OpenRoute", path: this.#prng.pick(routes) }, false)
        return
      case "prefer":
        client.act(setPreference("actionExpiry", this.#prng.pick(expiries)), ignore, ignore)
        return
      case "signOut":
        this.signOut(client, this.#prng.chance(0.7) ? "keep" : "discard")
        return
      case "switchAccount":
        this.signIn(client, this.#prng.pick(this.#forms))
        return
    }
  }

  signIn(client: Client, form: SignInForm): void {
    this.#counts.add("person signIn")
    client.act(signIn(form), ignore, ignore)
  }

  signOut(client: Client, unsent: "keep" | "discard"): void {
    this.#counts.add(`person signOut ${unsent}`)
    client.act(signOut(unsent), ignore, ignore)
  }

  read(client: Client, list: TellingRead): void {
    const reading = Effect.flatMap(Refresher, (refresher) => refresher.read(list))
    client.act(
      reading,
      (result) => this.#counts.add(`person read ${list}: ${result}`),
      () => {},
    )
  }

  #command(client: Client): void {
    const state = client.engine?.state()
    if (state === undefined) return
    const command = drawCommand(this.#prng.weighted(this.#choices), state, this.#prng)
    if (command === undefined) return
    if (renamedAgain(command, this.#prng) !== undefined) this.#renamed = command
    this.#dispatch(client, command, true)
  }

  #again(client: Client): void {
    const command = this.#renamed === undefined ? undefined : renamedAgain(this.#renamed, this.#prng)
    if (command !== undefined) this.#dispatch(client, command, true)
  }

  /** `kept`: what the person asked for, and not merely where they were. */
  #dispatch(client: Client, command: Command, kept: boolean): void {
    const dispatch = Effect.flatMap(Engine, (engine) => engine.dispatch(command))
    client.act(
      dispatch,
      (events) => {
        this.#counts.add(`person ${command.type}: ${events.length === 0 ? "nothing to do" : "accepted"}`)
        if (kept) this.#audit.acknowledged(events)
      },
      ({ kind, detail }) => this.#counts.add(`person ${command.type}: ${kind} ${detail}`),
    )
  }
}
