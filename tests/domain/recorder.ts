import { answerOf } from "../../src/domain/client/requests.ts"
import { Draft } from "../../src/domain/event/draft.ts"
import type { StoredEvent } from "../../src/domain/event/event.ts"
import type { Command, Rejection } from "../../src/domain/product/decide.ts"
import { model } from "../../src/domain/product/decider.ts"
import { type RecordedEvent, registry } from "../../src/domain/product/events.ts"
import type { State } from "../../src/domain/product/state.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import { type AccountKey, accountKey } from "../../src/domain/values/identity.ts"
import type { Parsed } from "../../src/domain/values/parsed.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import { parseServerUrl, type ServerUrl } from "../../src/domain/values/serverUrl.ts"

/** The time of a recorder's first command, ms: a day in 2026. */
export const START = 1_790_000_000_000

export const server = (text: string): ServerUrl => {
  const parsed = parseServerUrl(text)
  if (!parsed.ok) throw new Error(`${text} is no server`)
  return parsed.value
}

export const SERVER = server("https://sight.example")

/** The form that a person fills in to sign in. */
export const signInForm = (address = "owner@example.com", word = "sightline") => {
  const [email, password] = [parseEmail(address), parsePassword(word)]
  if (!email.ok || !password.ok) throw new Error("the form is good")
  return { email: email.value, password: password.value, serverType: "private", server: SERVER } as const
}

export const accountOf = (uid: string, at: ServerUrl = SERVER): AccountKey => accountKey({ server: at, uid })

/** A command of a life, with the states before and after it. */
export interface Given {
  readonly command: Command
  readonly before: State
  readonly stamp: { readonly id: string; readonly at: number; readonly tab: string }
  readonly after: State
  readonly events: readonly RecordedEvent[]
}

/**
 * Decides and folds one command after the other, like the engine, on a clock that the test sets. Keeps the log, so that
 * a test can fold it again.
 */
export class Recorder {
  state: State = model.initialState
  readonly log: RecordedEvent[] = []
  now = START
  tab = "tab-1"
  /** The commands that were rejected. */
  readonly rejected: { readonly command: Command; readonly reason: Rejection }[] = []
  #commands = 0
  readonly #given: Given[] = []

  /** The commands that were not rejected. */
  get given(): readonly Given[] {
    return this.#given
  }

  do(command: Command): Parsed<readonly RecordedEvent[], Rejection> {
    this.#commands += 1
    const stamp = { id: `c${this.#commands}`, at: this.now, tab: this.tab }
    const decision = model.decide(command, this.state, stamp)
    if (!decision.ok) {
      this.rejected.push({ command, reason: decision.reason })
      return decision
    }
    const before = this.state
    const recorded = decision.value.map(
      (event, index): RecordedEvent => ({
        ...event,
        seq: this.log.length + index + 1,
        id: `${stamp.id}.${index}`,
        v: registry.version(event.type),
        at: this.now,
        account: before.session.current?.account ?? null,
        tab: this.tab,
        cause: null,
      }),
    )
    for (const event of recorded) {
      const read = registry.read(event)
      if (!read.ok)
        throw new Error(`${command.type} brings an event that cannot be read: ${JSON.stringify(read.reason)}`)
    }
    this.log.push(...recorded)
    const draft = new Draft()
    for (const event of recorded) this.state = model.evolve(this.state, event, draft)
    this.#given.push({ command, before, stamp, after: this.state, events: recorded })
    return { ok: true, value: recorded }
  }

  /** The types of the events of a command, or the reason for its rejection. */
  types(command: Command): readonly string[] | string {
    const done = this.do(command)
    return done.ok ? done.value.map(({ type }) => type) : done.reason
  }

  signIn(
    uid = "u1",
    sessionId = `session of ${uid} ${this.#commands}`,
    at: ServerUrl = SERVER,
    name = "Owner",
  ): AccountKey {
    const fields = { name, email: `${uid}@example.com`, createdAt: this.now, serverType: "public" } as const
    this.do({ type: "CompleteSignIn", session: { id: sessionId, server: at, uid, ...fields } })
    return accountOf(uid, at)
  }
}

/** Does a command that queues one action, and gives the id of that action. */
export const queuedBy = (client: Recorder, command: Command): string => {
  const done = client.do(command)
  const [action] = done.ok ? answerOf(done.value).actions : []
  if (action === undefined) throw new Error(`${command.type} queued nothing`)
  return action
}

/** Reads and folds a log as another tab, a replayer or the next start does. */
export const fold = (log: Iterable<StoredEvent>, from: State = model.initialState): State => {
  const draft = new Draft()
  let state = from
  for (const stored of log) {
    const read = registry.read(stored)
    if (!read.ok) throw new Error(`event ${stored.seq} ${stored.type}: ${JSON.stringify(read.reason)}`)
    state = model.evolve(state, read.value, draft)
  }
  return state
}
