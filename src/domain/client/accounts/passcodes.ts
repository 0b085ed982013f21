import { Effect } from "effect"
import { Preferences } from "../../ports/platform.ts"
import type { AccountKey } from "../../values/identity.ts"
import { PASSCODE_KEY_PREFIX } from "../../values/limits.ts"
import { Engine } from "../log/engine.ts"

/**
 * Forgets the passcodes of the devices on this account's list, before the log forgets the list (SEC-4). The passcodes
 * of other LAN devices stay, because a guest uses them too.
 */
export const forgetPasscodes = Effect.fnUntraced(function* (account: AccountKey) {
  const { devices } = (yield* Engine).state()
  if (devices.account !== account) return
  const preferences = yield* Preferences
  const isOfDevice = (key: string) =>
    key.startsWith(PASSCODE_KEY_PREFIX) && devices.bound.has(key.slice(PASSCODE_KEY_PREFIX.length))
  yield* Effect.forEach((yield* preferences.keys).filter(isOfDevice), preferences.remove, { discard: true })
})
