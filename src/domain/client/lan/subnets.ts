import { Effect } from "effect"
import { Preferences } from "../../ports/platform.ts"
import { parseLanTarget } from "../../values/address.ts"
import { SUBNETS_KEY, type SubnetRejection, storedSubnets, subnetsIn, withSubnet } from "../../values/subnets.ts"
import { setPreference } from "../preferences.ts"

/** Local storage is read at once before it is written: another tab may have added one (LAN-4). */
export const addSubnet = Effect.fnUntraced(function* (text: string) {
  const subnets = subnetsIn(yield* (yield* Preferences).get(SUBNETS_KEY))
  const next = withSubnet(subnets, text)
  if (!next.ok) return yield* Effect.fail<SubnetRejection>(next.reason)
  yield* setPreference(SUBNETS_KEY, storedSubnets(next.value))
})

export const removeSubnet = Effect.fnUntraced(function* (text: string) {
  const parsed = parseLanTarget(text)
  const gone = parsed.ok ? parsed.value : text
  const subnets = subnetsIn(yield* (yield* Preferences).get(SUBNETS_KEY))
  yield* setPreference(SUBNETS_KEY, storedSubnets(subnets.filter((subnet) => subnet !== gone)))
})
