import { createHash } from "node:crypto"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import { definitionOf, type Intent } from "../../../src/domain/actions/table.ts"
import type { StoredEvent } from "../../../src/domain/event/event.ts"
import { registry } from "../../../src/domain/product/events.ts"
import type { State } from "../../../src/domain/product/state.ts"
import { normalEmail } from "../../../src/domain/values/email.ts"
import type { AccountKey } from "../../../src/domain/values/identity.ts"
import { RETRY_BASE_MS, RETRY_CAP_MS } from "../../../src/domain/values/limits.ts"
import { type CloudFailure, noReply, readAnswer } from "../../../src/domain/wire/answer.ts"
import { type CallBody, type CallName, type CallReply, calls } from "../../../src/domain/wire/cloud.ts"
import { STATUS_TOO_OFTEN } from "../../../src/domain/wire/status.ts"
import { DEMO_PASSWORD } from "../../model/scenario/scenario.ts"
import { asLine, BadUse, CommandFailed } from "../flags.ts"

/** An action of the log that was sent, and its outcome. */
export interface SentClaim {
  readonly action: string
  /** The event that queued it: two actions may have the same text. */
  readonly seq: number
  readonly intent: Intent
  readonly subject: string
  readonly account: AccountKey
  /** "done" or "refused -107". Null for an unknown outcome, which cannot be compared. */
  outcome: string | null
}

const REQUEST_TIMEOUT_MS = 15_000
/** Most tries of a call after "too often", within about a minute. Then that is its answer. */
const TOO_OFTEN_TRIES = 6

/** Collects the actions that were sent, in the order of their first sending. */
export const collectSent = () => {
  const queued = new Map<string, Omit<SentClaim, "outcome">>()
  const sent = new Map<string, SentClaim>()
  const receive = (stored: StoredEvent): void => {
    const read = registry.read(stored)
    if (!read.ok) return
    const event = read.value
    if (event.type === "ActionQueued") {
      const { action, intent, subject, account } = event.payload
      queued.set(action, { action, seq: event.seq, intent, subject, account })
    } else if (event.type === "ActionClaimed") {
      const known = queued.get(event.payload.action)
      if (known !== undefined && !sent.has(known.action)) sent.set(known.action, { ...known, outcome: null })
    } else if (event.type === "ActionConfirmed" || event.type === "ActionRefused") {
      const known = sent.get(event.payload.action)
      if (known === undefined) return
      known.outcome =
        event.type === "ActionConfirmed" ? "done" : `refused ${event.payload.status ?? event.payload.reason}`
    }
  }
  return { receive, sent }
}

const md5 = (text: string): string => createHash("md5").update(text).digest("hex")

type Caller = <Name extends CallName>(name: Name, body: CallBody<Name>) => Effect.Effect<CallReply<Name>, CloudFailure>

const callerOf =
  (server: string): Caller =>
  (name, body) =>
    Effect.flatMap(
      Effect.tryPromise({
        try: async () => {
          const response = await fetch(new URL(calls[name].path, server), {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify(body),
            signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
          })
          return { status: response.status, text: response.ok ? await response.text() : undefined }
        },
        catch: () => noReply("network"),
      }),
      (answer) => {
        const read = readAnswer(name, answer)
        return Result.isSuccess(read) ? Effect.succeed(read.success) : Effect.fail(read.failure)
      },
    )

/**
 * Retries a call after "too often". A log is sent again faster than it was written, so this answer says nothing about
 * the action.
 */
export const patient =
  (call: Caller): Caller =>
  (name, body) =>
    Effect.retry(call(name, body), {
      while: (failure) => failure._tag === "Refused" && failure.status === STATUS_TOO_OFTEN,
      schedule: Schedule.min([Schedule.exponential(RETRY_BASE_MS), Schedule.spaced(RETRY_CAP_MS)]),
      times: TOO_OFTEN_TRIES,
    })

const wordOf = (failure: CloudFailure): string =>
  failure._tag === "Refused" ? `refused ${failure.status}` : `no answer (${failure.kind})`

export interface Reissued {
  readonly same: number
  /** Actions with an unknown outcome: sent, but not compared. */
  readonly unknown: number
  readonly differing: readonly { readonly sent: SentClaim; readonly expected: string; readonly found: string }[]
  /** Actions whose accounts could not sign in. */
  readonly unsent: readonly { readonly sent: SentClaim; readonly why: string }[]
}

const serverOf = (url: string): string => {
  try {
    const { protocol, origin } = new URL(url)
    if (protocol === "http:" || protocol === "https:") return origin
  } catch {
    // The line below throws.
  }
  throw new BadUse(`--against takes the address of a cloud, not "${url}"`)
}

/** The session of an account, or the reason why there is none. */
type SignedIn = Result.Result<CallReply<"signin">, string>

/**
 * Signs an account in at its first use. Every account of an emulated cloud has the same password. The address is the
 * last one in the log.
 */
const sessionsOf = (url: string, emails: State["session"]["emails"], call: Caller) => {
  const sessions = new Map<AccountKey, SignedIn>()
  const signIn = async (account: AccountKey): Promise<SignedIn> => {
    const email = emails.get(account)
    if (email === undefined) return Result.fail(`the log tells no e-mail of ${account}`)
    const body = { email: md5(normalEmail(email)), password: md5(DEMO_PASSWORD) }
    const signedIn = await Effect.runPromise(Effect.result(call("signin", body)))
    return Result.mapError(signedIn, (failure) => `${email} cannot sign in at ${url}: ${wordOf(failure)}`)
  }
  return async (account: AccountKey): Promise<SignedIn> => {
    const session = sessions.get(account) ?? (await signIn(account))
    sessions.set(account, session)
    return session
  }
}

/**
 * Sends the actions of a log again, each as its own account, to a cloud that knows them: `emulate --from` makes one. An
 * action whose account cannot sign in says nothing about the cloud, so it is no difference.
 */
export const reissue = async (url: string, { session }: State, sent: Iterable<SentClaim>): Promise<Reissued> => {
  const call = patient(callerOf(serverOf(url)))
  const sessionOf = sessionsOf(url, session.emails, call)
  const differing: { sent: SentClaim; expected: string; found: string }[] = []
  const unsent: { sent: SentClaim; why: string }[] = []
  let [same, unknown] = [0, 0]
  for (const one of sent) {
    const signedIn = await sessionOf(one.account)
    if (Result.isFailure(signedIn)) {
      unsent.push({ sent: one, why: signedIn.failure })
      continue
    }
    const { uid, token } = signedIn.success
    const result = await Effect.runPromise(
      Effect.result(definitionOf(one.intent).send(one.intent, { uid, token }, call)),
    )
    const found = Result.isSuccess(result) ? "done" : wordOf(result.failure)
    if (one.outcome === null) unknown += 1
    else if (one.outcome === found) same += 1
    else differing.push({ sent: one, expected: one.outcome, found })
  }
  const [first] = unsent
  if (first !== undefined && same + unknown + differing.length === 0) throw new CommandFailed(first.why)
  return { same, unknown, differing, unsent }
}

const actionLine = ({ seq, intent, subject }: SentClaim): string => `event ${seq}: ${intent.call} ${subject}`

export const lineOf = ({ sent, expected, found }: Reissued["differing"][number]): string =>
  `${actionLine(sent)}: expected ${expected}, found ${asLine(found)}`

export const unsentLineOf = ({ sent, why }: Reissued["unsent"][number]): string =>
  `${actionLine(sent)}: not sent, because ${asLine(why)}`
