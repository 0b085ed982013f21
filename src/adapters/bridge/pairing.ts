import { Effect, Result, Schema } from "effect"
import { PairingError } from "../../domain/ports/bridge.ts"
import { ANSWER_MS, keepPaired, PAIRED_EVENT, USUAL_URL } from "./access.ts"

/** Gets a token for a page of another origin, with the code that the bridge shows in its terminal (BRIDGE-5). */

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Shown = Schema.Struct({ expires_ms: Count })
const Given = Schema.Struct({ token: Schema.String })
const Failure = Schema.Struct({
  error: Schema.String,
  wait_ms: Schema.optionalKey(Count),
  tries_left: Schema.optionalKey(Count),
})
const decodeShown = Schema.decodeUnknownResult(Shown)
const decodeGiven = Schema.decodeUnknownResult(Given)
const decodeFailure = Schema.decodeUnknownResult(Failure)

const reasons: Readonly<Record<string, PairingError["reason"]>> = {
  wait: "wait",
  wrong_code: "wrongCode",
  no_code: "noCode",
}

const failed = (reason: PairingError["reason"], waitMs = 0, triesLeft: number | null = null) =>
  new PairingError({ reason, waitMs, triesLeft })

const post = (url: string, path: string, body: object) =>
  Effect.flatMap(
    Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(`${url.replace(/^ws/, "http")}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
          credentials: "omit",
          cache: "no-store",
          signal,
        })
        const answer: unknown = await response.json()
        return { ok: response.ok, answer }
      },
      catch: () => failed("away"),
    }).pipe(Effect.timeoutOrElse({ duration: ANSWER_MS, orElse: () => Effect.fail(failed("away")) })),
    ({ ok, answer }) => {
      if (ok) return Effect.succeed(answer)
      const read = decodeFailure(answer)
      if (Result.isFailure(read)) return Effect.fail(failed("failed"))
      const { error, wait_ms, tries_left } = read.success
      return Effect.fail(failed(reasons[error] ?? "failed", wait_ms, tries_left ?? null))
    },
  )

export const pairingAt = (own: string | null) => {
  const url = own ?? USUAL_URL
  return {
    askPairing: Effect.flatMap(post(url, "/pairing", {}), (answer) => {
      const read = decodeShown(answer)
      return Result.isSuccess(read) ? Effect.succeed(read.success.expires_ms) : Effect.fail(failed("failed"))
    }),
    pair: (code: string) =>
      Effect.flatMap(post(url, "/pairing/code", { code }), (answer) => {
        const read = decodeGiven(answer)
        if (Result.isFailure(read)) return Effect.fail(failed("failed"))
        return Effect.sync(() => {
          keepPaired(read.success.token)
          window.dispatchEvent(new Event(PAIRED_EVENT))
        })
      }),
  }
}
