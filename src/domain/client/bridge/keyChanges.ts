import { Effect } from "effect"
import { canAsk } from "../../features/bridge/feature.ts"
import { tabSessionOf } from "../../features/deviceSession/feature.ts"
import type { KeyDecision } from "../../features/deviceSession/keys.ts"
import { Bridge } from "../../ports/bridge.ts"
import { Ids } from "../../ports/platform.ts"
import type { BridgeCallback } from "../../wire/bridge.ts"
import { Engine } from "../log/engine.ts"
import { report } from "../sync/reporting.ts"
import { isAskedFor } from "./asking.ts"
import { Viewing } from "./desk.ts"

/** When a device shows another key than before, asks a person and sends the decision to the native side (SEC-5). */

/** Asks the person, if this browser requested the device and the native side supports the decision. */
export const asksAboutKey = Effect.fnUntraced(function* ({
  id,
  known,
  offered,
  since,
}: Omit<Extract<BridgeCallback, { type: "error" }>, "type" | "reason" | "about">) {
  const { target, known: named } = yield* Viewing
  if (id === undefined || known === undefined || offered === undefined) return
  if (!canAsk((yield* Engine).state().bridge, "trust_key") || !(yield* isAskedFor(id))) return
  const { did, name } = target?.id === id ? target : (named.get(id) ?? { did: id, name: id })
  yield* report({ type: "AskAboutKey", id, did, name, known, offered, since: since ?? null })
})

/**
 * The id of the device when the decision took effect. Null when that key is no longer in question or the native side
 * did not take the decision; the question then stays open.
 */
export const judgeKey = Effect.fnUntraced(function* ({ id, offered, isTrusted }: KeyDecision) {
  const { tab } = yield* Ids
  const asked = tabSessionOf((yield* Engine).state().reach, tab).key
  if (asked?.id !== id || asked.offered !== offered) return null
  if (isTrusted && !(yield* trusts(id, offered))) return null
  yield* report({ type: "JudgeKey", id, isTrusted })
  return id
})

const trusts = Effect.fnUntraced(function* (id: string, fingerprint: string) {
  const sending = (yield* Bridge).send({ type: "trust_key", id, fingerprint })
  return yield* Effect.match(sending, { onSuccess: () => true, onFailure: () => false })
})
