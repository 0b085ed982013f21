import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { settleReboots } from "../../src/domain/client/lan/absences.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { Refresher } from "../../src/domain/client/sync/refresher.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import { deviceCard } from "../../src/domain/views/devices.ts"
import { originOf } from "../../src/domain/views/logEvents.ts"
import { CONNECTED } from "./playedBridge.ts"
import { SERVER } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

const DESK = { id: "d1", name: "Desk", model: 1, lastSeen: 0, flags: 4, build: 0 }

const near = (id: string, did = "d1") => ({
  ...{ id, did, name: "Desk", model: 1, cloudType: 0, timestamp: 1, isUsb: false, isHid: true, flags: 0 },
  ...{ addr: `10.0.7.${id.length}`, build: 0 },
})

const form = () => {
  const [email, password] = [parseEmail("owner@example.com"), parsePassword("sightline")]
  if (!email.ok || !password.ok) throw new Error("the form is good")
  return { email: email.value, password: password.value, serverType: "private", server: SERVER } as const
}

/** One step after the reboot of the device was sent, and the seconds before that step. */
type Step = readonly [
  seconds: number,
  what: "noReply" | "gone" | "back" | "bridgeAway" | "bridgeBack" | "otherGone" | "otherBack",
]

const played = (steps: readonly Step[], ways: readonly string[] = ["n1"]) => {
  const browser = new TestBrowser()
  browser.respond = ({ call }) => {
    if (call === "signin") return { status: 0, name: "Owner", uid: "u1", token: "t1" }
    return call === "loginWithToken"
      ? { status: 0, uid: "u1", token: "t2", devices: [DESK], subdevices: [] }
      : { status: 0 }
  }
  const all = [...ways.map((id) => near(id)), near("other", "d2")]
  return browser.gen(function* () {
    const engine = yield* Engine
    yield* signIn(form())
    yield* (yield* Refresher).read("devices")
    yield* Effect.forkScoped(settleReboots)
    yield* engine.dispatch({ type: "ReportBridge", link: CONNECTED })
    yield* engine.dispatch({ type: "RecordLanDevices", devices: all, gone: [] })
    yield* TestClock.adjust(60_000)
    yield* engine.dispatch({ type: "TakeLeadership" })
    yield* engine.dispatch({ type: "RebootDevice", did: "d1" })
    const [{ id: action } = { id: "" }] = engine.state().outbox.actions.values()
    const [claim] = yield* engine.dispatch({ type: "ClaimAction", action, epoch: 1 })
    const tell = (devices: typeof all, gone: readonly string[]) =>
      engine.dispatch({ type: "RecordLanDevices", devices, gone })
    const take = (what: Step[1]) => {
      switch (what) {
        case "noReply":
          return engine.dispatch({
            type: "RecordOutcome",
            action,
            attempt: 1,
            outcome: { kind: "noReply" },
            jitter: 0,
          })
        case "gone":
          return tell([], ways)
        case "back":
          return tell(
            all.filter(({ did }) => did === "d1"),
            [],
          )
        case "otherGone":
          return tell([], ["other"])
        case "otherBack":
          return tell(
            all.filter(({ did }) => did === "d2"),
            [],
          )
        case "bridgeAway":
          return engine.dispatch({ type: "ReportBridge", link: { state: "away" } })
        case "bridgeBack":
          return engine.dispatch({ type: "ReportBridge", link: CONNECTED })
      }
    }
    for (const [seconds, what] of steps) {
      yield* TestClock.adjust(seconds * 1_000)
      yield* take(what)
      yield* TestClock.adjust(1)
    }
    const status = engine.state().outbox.actions.get(action)?.status
    const away = status?.state === "confirmed" ? status.away : undefined
    const sentAt = claim?.at ?? 0
    const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
    return {
      state: status?.state,
      by: status?.state === "confirmed" ? status.by : undefined,
      away: away === undefined ? undefined : [away.from, away.to].map((at) => Math.round((at - sentAt) / 1_000)),
      outcome: deviceCard(engine.state(), "d1", now)?.notice?.outcome ?? null,
    }
  })
}

test("[PICTURE-6][DEVICE-20] a reboot without a reply whose device went and came back is confirmed by that, with its times", async () => {
  const settled = await played([
    [10, "noReply"],
    [13, "gone"],
    [30, "back"],
  ])
  expect(settled).toMatchObject({ state: "confirmed", by: "absence", away: [23, 53], outcome: { stage: "back" } })
})

test("[PICTURE-6] a device that was back before the reply was given up is evidence as well", async () => {
  const settled = await played([
    [2, "gone"],
    [5, "back"],
    [20, "noReply"],
  ])
  expect(settled).toMatchObject({ state: "confirmed", by: "absence", away: [2, 7] })
})

test.each<readonly [string, readonly Step[]]>([
  [
    "was never away",
    [
      [10, "noReply"],
      [100, "back"],
    ],
  ],
  [
    "is still away",
    [
      [10, "noReply"],
      [5, "gone"],
    ],
  ],
  [
    "left too late for it",
    [
      [10, "noReply"],
      [150, "gone"],
      [30, "back"],
    ],
  ],
  [
    "left while nothing could be seen",
    [
      [10, "noReply"],
      [5, "bridgeAway"],
      [20, "bridgeBack"],
      [1, "gone"],
      [30, "back"],
    ],
  ],
  [
    "was seen by a native side that went away meanwhile",
    [
      [10, "noReply"],
      [5, "gone"],
      [2, "bridgeAway"],
      [20, "bridgeBack"],
      [20, "back"],
    ],
  ],
  [
    "is another one",
    [
      [10, "noReply"],
      [5, "otherGone"],
      [20, "otherBack"],
    ],
  ],
])("[PICTURE-6] the question stays open while the device %s", async (_, steps) => {
  expect(await played(steps)).toMatchObject({ state: "unconfirmed" })
})

test("[PICTURE-6] a device with two ways to this computer is away when both are gone", async () => {
  const settled = await played(
    [
      [1, "noReply"],
      [3, "gone"],
      [9, "back"],
    ],
    ["n1", "n22"],
  )
  expect(settled).toMatchObject({ state: "confirmed", by: "absence", away: [4, 13] })
})

test("[PICTURE-6] the log names the native side as source", () => {
  const payload = { action: "a1", by: "absence", away: { from: 1, to: 2 } }
  const event = {
    seq: 1,
    id: "e1",
    type: "ActionConfirmed",
    v: 2,
    at: 3,
    account: null,
    tab: "t",
    cause: null,
    payload,
  }
  expect(originOf(event)).toBe("bridge")
})
