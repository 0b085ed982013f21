import { Effect, Layer } from "effect"
import { Cloud, CloudError } from "../../domain/ports/cloud.ts"
import { retryAfterMs, servedAtIn } from "../../domain/values/httpTime.ts"
import { REPLY_MAX_BYTES, REQUEST_TIMEOUT_MS } from "../../domain/values/limits.ts"
import type { ServerUrl } from "../../domain/values/serverUrl.ts"
import { type CloudFailure, type HttpAnswer, noReply, readAnswer } from "../../domain/wire/answer.ts"
import { type CallBody, type CallName, calls } from "../../domain/wire/cloud.ts"

/**
 * The cloud over HTTP: one POST for each call (CALL-1), with one timeout for all of it, the reading of the body
 * included.
 */
export const cloudLayer: Layer.Layer<Cloud> = Layer.sync(Cloud, () => {
  const waits = new Map<ServerUrl, number>()
  const call = <Name extends CallName>(name: Name, server: ServerUrl, body: CallBody<Name>) =>
    Effect.suspend(() => {
      const left = Math.ceil((waits.get(server) ?? 0) - performance.now())
      return left > 0 ? Effect.fail(heldBack(left)) : send(name, server, body)
    }).pipe(
      Effect.tapError((reason) => Effect.sync(() => noteWait(waits, server, reason))),
      Effect.mapError((reason) => new CloudError({ call: name, reason })),
    )
  return Cloud.of({ call })
})

const send = <Name extends CallName>(name: Name, server: ServerUrl, body: CallBody<Name>) =>
  post(`${server}${calls[name].path}`, JSON.stringify(body)).pipe(
    Effect.timeoutOrElse({ duration: REQUEST_TIMEOUT_MS, orElse: () => Effect.fail(noReply("timeout")) }),
    Effect.flatMap((answer) => Effect.fromResult(readAnswer(name, answer))),
  )

/** Nothing was sent, because the server asked for a wait of so long, ms. */
const heldBack = (ms: number): CloudFailure => ({ ...noReply("http"), wait: { ms, isUndone: true } })

/** Notes the end of the wait that each server asked for, on the clock of this page, ms. */
const noteWait = (waits: Map<ServerUrl, number>, server: ServerUrl, reason: CloudFailure): void => {
  const ms = reason._tag === "NoReply" ? (reason.wait?.ms ?? null) : null
  if (ms !== null) waits.set(server, Math.max(waits.get(server) ?? 0, performance.now() + ms))
}

/**
 * Only the body identifies the account: no cookies, no referrer. Redirects are not followed, because that would send
 * session and hashes to a server that the person did not choose.
 */
const post = (url: string, body: string): Effect.Effect<HttpAnswer, CloudFailure> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        signal,
        credentials: "omit",
        cache: "no-store",
        redirect: "manual",
        referrerPolicy: "no-referrer",
      })
      // A page may not see the target, but a redirect is a reply: of a captive portal, or of a server at another
      // address.
      if (response.type === "opaqueredirect") throw new Unreadable("notJson")
      const { status, ok } = response
      const times = timesOf(response.headers)
      if (ok) return { status, text: await readText(response), ...times }
      await response.body?.cancel()
      return { status, text: undefined, ...times }
    },
    catch: (cause) => noReply(cause instanceof Unreadable ? cause.kind : "network"),
  })

/** The times in the headers, as far as the server lets a page of another origin read them. */
const timesOf = (headers: Headers): Pick<HttpAnswer, "waitMs" | "servedAt"> => {
  const [date, retryAfter] = [headers.get("date"), headers.get("retry-after")]
  const servedAt = date === null ? null : servedAtIn(date)
  return { servedAt, waitMs: retryAfter === null ? null : retryAfterMs(retryAfter, servedAt ?? Date.now()) }
}

/** The reason why a received body cannot be used. */
class Unreadable extends Error {
  readonly kind: "tooLarge" | "notJson"
  constructor(kind: "tooLarge" | "notJson") {
    super(kind)
    this.kind = kind
  }
}

/** Reads at most REPLY_MAX_BYTES. The rest of a longer body is never received. */
const readText = async (response: Response): Promise<string> => {
  const reader = response.body?.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (value === undefined) break
    bytes += value.byteLength
    if (bytes > REPLY_MAX_BYTES) {
      await reader?.cancel()
      throw new Unreadable("tooLarge")
    }
    chunks.push(value)
  }
  // Bytes that are not UTF-8 damage only the text that contains them.
  return new TextDecoder().decode(await new Blob(chunks).arrayBuffer())
}
