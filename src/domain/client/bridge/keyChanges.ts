import { Effect } from "effect"
import { canAsk } from "../../features/bridge/feature.ts"
import { reachOf } from "../../features/reach/feature.ts"
import { Bridge } from "../../ports/bridge.ts"
import { Ids } from "../../ports/platform.ts"
import type { BridgeCallback } from "../../wire/bridge.ts"
import { Engine } from "../log/engine.ts"
import { report } from "../sync/reporting.ts"
import { isAskedFor } from "./asking.ts"
import { Viewing } from "./desk.ts"

/** Devices that show another key than before: a person is asked, and the native side learns the decision (SEC-5). */

/** Asks the person, where this browser asked for that device and the native side takes an answer. */
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

/** What the native side is to do with the key in question; the id of its device, null where nothing was asked. */
export const judgeKey = Effect.fnUntraced(function* (isTrusted: boolean) {
  const { tab } = yield* Ids
  const asked = reachOf((yield* Engine).state().reach, tab).key
  if (asked === null) return null
  const { id, offered } = asked
  yield* report({ type: "JudgeKey", id, isTrusted })
  if (isTrusted) yield* Effect.ignore((yield* Bridge).send({ type: "trust_key", id, fingerprint: offered }))
  return id
})
