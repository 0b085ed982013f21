import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { queuedCalls } from "../../src/domain/actions/table.ts"
import { answerTo } from "../../src/domain/client/answering.ts"
import { runClient } from "../../src/domain/client/client.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { USER_KEY } from "../../src/domain/features/session/savedUser.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { LANE_PATIENCE_ATTEMPTS } from "../../src/domain/values/limits.ts"
import { SERVER } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

const who = { uid: "u1", name: "Owner", email: "owner@example.com", createdAt: 0 }
const deviceOf = ([id, name]: readonly [string, string]) => ({ id, name, model: 1, lastSeen: 0, flags: 4, build: 0 })
const asked: readonly Command[] = [
  { type: "RenameDevice", did: "d1", name: "Bench" },
  { type: "RenameDevice", did: "d2", name: "Desk" },
  { type: "RenameAccount", name: "Studio" },
]
/** The rename of the same device blocks this reboot, until a person asks to hurry. */
const behind: Command = { type: "RebootDevice", did: "d1" }
const calls: ReadonlySet<string> = new Set(queuedCalls)
const inOrder = ["rename_device d1", "rename_device d2", "rename_account", "request_device d1"]

const browserOf = () => {
  const browser = new TestBrowser()
  const user = { ...who, id: "u1", token: "t", type: "main", status: "active", server: SERVER, sessionId: "s1" }
  browser.storage.set(USER_KEY, JSON.stringify({ ...user, loginAt: 0 }))
  // A server that applies what it receives. If a list still showed the old name, the client would send the rename
  // again.
  const names = new Map([
    ["d1", "d1"],
    ["d2", "d2"],
  ])
  let name = who.name
  browser.respond = ({ call, body }) => {
    if (call === "rename_device") names.set(String(body.did), String(body.title))
    if (call === "rename_account") name = String(body.newName)
    const devices = [...names].map(deviceOf)
    return { status: 0, uid: "u1", token: "t", name, devices, subdevices: [] }
  }
  const sent = () =>
    browser.requests.flatMap(({ call, body }) =>
      calls.has(call) ? ["did" in body ? `${call} ${body.did}` : call] : [],
    )
  return { browser, sent }
}

/** A signed-in person whose actions got no reply several times, so that the next attempt is far off. */
const waiting = Effect.gen(function* () {
  const engine = yield* Engine
  yield* engine.dispatch({
    type: "CompleteSignIn",
    session: { ...who, id: "s1", server: SERVER, serverType: "public" },
  })
  yield* answerTo({ type: "Refresh", list: "devices", asked: true }, true)
  for (const command of asked) yield* engine.dispatch(command)
  yield* engine.dispatch({ type: "TakeLeadership" })
  for (let attempt = 1; attempt < LANE_PATIENCE_ATTEMPTS; attempt += 1) {
    yield* TestClock.adjust("1 minute")
    for (const action of engine.state().outbox.actions.keys()) {
      yield* engine.dispatch({ type: "ClaimAction", action, epoch: 1 })
      yield* engine.dispatch({ type: "RecordOutcome", action, attempt, outcome: { kind: "noReply" }, jitter: 0.99 })
    }
  }
  yield* engine.dispatch(behind)
  return engine
})
/** Runs everything that is due at once. The waits under test last longer than this. */
const moment = Effect.repeat(TestClock.adjust("50 millis"), { times: 20 })

test.each(["online", "unreachable"] as const)(
  "[OFFLINE-3][OFFLINE-4] trying all again, %s, sends at once what was to wait for long: in order, and nothing twice",
  (status) => {
    const { browser, sent } = browserOf()
    return browser.gen(function* () {
      const engine = yield* waiting
      yield* engine.dispatch({ type: "ReportConnection", status })
      yield* Effect.forkScoped(runClient)
      yield* moment
      expect(sent()).toEqual([])
      expect(engine.state().outbox.actions.waiting).toHaveLength(asked.length)

      yield* answerTo({ type: "HurryAll" }, true)
      yield* moment
      expect(sent()).toEqual(inOrder)
      for (let minutes = 0; minutes < 10; minutes += 1) yield* TestClock.adjust("1 minute")
      expect(sent()).toEqual(inOrder)
      const ends = [...engine.state().outbox.actions.values()].map((action) => action.status.state)
      expect(ends).toEqual(inOrder.map(() => "confirmed"))
    })
  },
)
