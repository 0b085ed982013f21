import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { answerTo } from "../../src/domain/client/answering.ts"
import { runClient } from "../../src/domain/client/client.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { RETRY_CAP_MS, UNDECODABLE_MAX } from "../../src/domain/values/limits.ts"
import type { CallName } from "../../src/domain/wire/cloud.ts"
import { signInForm } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

/**
 * An action that waited for the connection is sent only after its list was read again, because another client may have
 * set the value.
 */

const session = { status: 0, uid: "u1", token: "token-1" }

/** A server with one sub-account. It can be away. */
const serverWith = (name: string) => {
  const browser = new TestBrowser()
  const world = { isAway: false, returns: false, givesList: true, name }
  const answered: CallName[] = []
  browser.respond = ({ call, body }) => {
    // The server comes back with the list of devices, which says nothing about sub-accounts.
    if (world.returns && call === "loginWithToken") world.isAway = false
    if (world.isAway) return null
    answered.push(call)
    switch (call) {
      case "signin":
        return { ...session, name: "Owner" }
      case "loginWithToken":
        return { ...session, devices: [], subdevices: [] }
      case "get_subaccount_list": {
        const sub = { id: "s1", name: world.name, email: "ann@example.com", createdAt: 1, status: 2, devices: [] }
        return world.givesList ? { status: 0, devices: [], accounts: [sub] } : null
      }
      case "rename_subaccount":
        world.name = String(body.newName)
        return { status: 0 }
      default:
        return null
    }
  }
  return { browser, world, answered }
}

/**
 * Renames the sub-account while the server is away, lets the server come back as `change` says, and returns the later
 * calls.
 */
const renamedAway = (change: (world: ReturnType<typeof serverWith>["world"]) => void) => {
  const { browser, world, answered } = serverWith("Ann")
  return browser.gen(function* () {
    const engine = yield* Engine
    const types: string[] = []
    engine.onPublish((_state, events) => types.push(...events.map(({ type }) => type)))
    yield* Effect.forkScoped(runClient)
    yield* signIn(signInForm())
    yield* answerTo({ type: "Refresh", list: "subAccounts", asked: false }, true)
    yield* TestClock.adjust(1_000)
    world.isAway = true
    for (let times = 0; times < UNDECODABLE_MAX; times += 1)
      yield* answerTo({ type: "Refresh", list: "devices", asked: true }, true)
    expect(engine.state().connection.status).not.toBe("online")
    yield* answerTo({ type: "RenameSubAccount", accountId: "s1", name: "Ours" }, true)
    yield* TestClock.adjust(1_000)
    world.returns = true
    change(world)
    const before = answered.length
    yield* TestClock.adjust(4 * RETRY_CAP_MS)
    expect(engine.state().connection.status).toBe("online")
    const [action] = engine.state().outbox.actions.values()
    return {
      calls: answered.slice(before).filter((call) => call !== "loginWithToken"),
      action,
      types,
      name: world.name,
    }
  })
}

test("[OFFLINE-5] the list of sub-accounts is read once before what waited is sent, and names what another client set", async () => {
  const { calls, action, types, name } = await renamedAway((world) => {
    world.name = "Theirs"
  })
  expect(calls.slice(0, 2)).toEqual(["get_subaccount_list", "rename_subaccount"])
  expect(calls.filter((call) => call === "rename_subaccount")).toHaveLength(1)
  expect(types.indexOf("ActionContested")).toBeGreaterThan(-1)
  expect(types.indexOf("ActionContested")).toBeLessThan(types.indexOf("ActionClaimed"))
  expect(action).toMatchObject({
    status: { state: "confirmed" },
    contest: { theirs: { input: { newName: "Theirs" } } },
  })
  expect(name).toBe("Ours")
})

test("[OFFLINE-5][OFFLINE-4] a server that gives no list holds nothing up: what waited is sent all the same", async () => {
  const { calls, action, types, name } = await renamedAway((world) => {
    world.givesList = false
  })
  expect(calls.slice(0, 2)).toEqual(["get_subaccount_list", "rename_subaccount"])
  expect(calls.filter((call) => call === "rename_subaccount")).toHaveLength(1)
  expect(types).not.toContain("ActionContested")
  expect(action).toMatchObject({ status: { state: "confirmed" } })
  expect(name).toBe("Ours")
})
