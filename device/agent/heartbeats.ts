import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Name, parseName } from "../../src/domain/values/name.ts"
import {
  type Beat,
  HEARTBEAT_INTERVAL_MS,
  HEARTBEAT_PATH,
  HEARTBEAT_TIMEOUT_MS,
  HeartbeatAnswer,
} from "../../src/domain/wire/device/heartbeat.ts"

/** Reports the device to the account's server, and learns a new name from the answers (AGENT-1). */

const ANSWER_MAX_BYTES = 4_096

export interface HeartbeatOptions {
  /** The origin of the server. */
  readonly cloud: string
  readonly beat: () => Beat
  /** Receives the name that the owner gave it. */
  readonly named: (name: Name) => void
  readonly say: (line: string) => void
  readonly everyMs?: number
}

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(HeartbeatAnswer))

/** Throws when the body is longer than any answer. */
const textOf = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > ANSWER_MAX_BYTES) throw new Error("its answer is too long")
    parts.push(part)
  }
  return Buffer.concat(parts).toString("utf8")
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error.name === "TimeoutError") return "it does not answer"
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return "code" in cause ? String(cause.code) : cause.message
}

/** The name for this device in the answer. Undefined when there is none. Throws the reason of a failure. */
const sendBeat = async (url: URL, beat: Beat, ended: AbortSignal): Promise<Name | undefined> => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ beats: [beat] }),
    // A redirect could lead from an encrypted address to one that is not.
    redirect: "manual",
    signal: AbortSignal.any([ended, AbortSignal.timeout(HEARTBEAT_TIMEOUT_MS)]),
  })
  const text = await textOf(response)
  if (!response.ok) throw new Error(`it answers with HTTP ${response.status}`)
  const answer = decode(text)
  if (Result.isFailure(answer)) throw new Error("its answer is none to a heartbeat")
  const own = answer.success.names?.find(({ did }) => did === beat.did)
  const name = own === undefined ? undefined : parseName(own.name)
  return name?.ok === true ? name.value : undefined
}

/** Sends a heartbeat at once and then regularly, one at a time. Returns the function that ends this. */
export const startHeartbeats = (options: HeartbeatOptions): (() => void) => {
  const { cloud, beat, named, say, everyMs = HEARTBEAT_INTERVAL_MS } = options
  const url = new URL(HEARTBEAT_PATH, cloud)
  const ended = new AbortController()
  let problem: string | undefined = "nothing was sent yet"
  let timer: NodeJS.Timeout | undefined

  const note = (found: string | undefined): void => {
    if (found === problem) return
    problem = found
    say(found === undefined ? `Heartbeats reach ${cloud}.` : `A heartbeat to ${cloud} was lost: ${found}.`)
  }
  const send = async (): Promise<void> => {
    try {
      const name = await sendBeat(url, beat(), ended.signal)
      if (ended.signal.aborted) return
      note(undefined)
      if (name !== undefined) named(name)
    } catch (error) {
      if (!ended.signal.aborted) note(reasonOf(error))
    }
    if (!ended.signal.aborted) timer = setTimeout(() => void send(), everyMs)
  }
  void send()
  return () => {
    ended.abort()
    clearTimeout(timer)
  }
}
