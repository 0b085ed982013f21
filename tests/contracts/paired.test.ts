import { expect, test } from "vitest"
import { isPairedElsewhere } from "../../src/adapters/bridge/access.ts"
import { PAIRED_KEY } from "../../src/adapters/browser/localStorage.ts"

test("[BRIDGE-5] another tab's pairing is noticed as it comes, not as it changes or goes", () => {
  for (const key of [PAIRED_KEY, "theme", null])
    for (const oldValue of [null, "", "before"])
      for (const newValue of [null, "", "token"]) {
        const isNew = key === PAIRED_KEY && oldValue === null && newValue !== null
        expect(isPairedElsewhere({ key, oldValue, newValue }), `${key} ${oldValue} ${newValue}`).toBe(isNew)
      }
})
