import { expect, test } from "vitest"
import { accounts } from "../../emulator/simulator/imagined/accounts/history.ts"
import { afterSignOut, type DeedTold } from "../../emulator/simulator/imagined/accounts/laws.ts"
import type { Sight } from "../../emulator/simulator/imagined/accounts/sight.ts"
import { episodes } from "../../emulator/simulator/imagined/episodes/part.ts"
import { historyOf } from "./historyOf.ts"

const HISTORIES = 15

test.each([accounts, episodes])(
  "[SIM-2][AUTH-13][SEC-4][OFFLINE-11] histories $title keep their laws, the same ones again each time",
  (part) => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) expect(historyOf(part, seed)).not.toBe("")
    expect(historyOf(part, 1)).toBe(historyOf(part, 1))
  },
)

test("[SIM-2][SEC-4] the laws of accounts see a token, a code and an action that a sign-out should have taken", () => {
  const account = "https://cloud.example u1"
  const current = { id: "s", server: "https://cloud.example", uid: "u1", account }
  const user = { text: "{}", uid: "u1", token: "t", server: current.server, sessionId: "s" }
  const before: Sight = {
    user,
    hasUser: true,
    current,
    codes: new Map([[account, new Set(["a"])]]),
    passcodes: new Set(),
    open: new Map([["a", account]]),
    tags: new Set(),
  }
  const gone: Sight = {
    ...before,
    user: undefined,
    hasUser: false,
    current: undefined,
    codes: new Map(),
    open: new Map(),
  }
  const law = (after: Partial<Sight>) => () =>
    afterSignOut("discard")({
      before,
      after: { ...gone, ...after },
      met: [],
      full: undefined,
      locked: false,
      listed: false,
      ended: new Set(),
      deleted: new Set(),
      holder: () => account,
    } satisfies DeedTold)
  expect(law({})).not.toThrow()
  expect(law({ user, hasUser: true })).toThrow("left the saved user")
  expect(law({ codes: before.codes })).toThrow("left codes")
  expect(law({ open: before.open })).toThrow("what waits")
  expect(law({ current })).toThrow("signed nobody out")
})
