import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { answerTo } from "../../src/domain/client/answering.ts"
import { MODE_PATIENCE_MS } from "../../src/domain/values/limits.ts"
import type { BridgeCallback, BridgeReason } from "../../src/domain/wire/bridge.ts"
import { played } from "./playedViewing.ts"

const target = { id: "n1", did: "d1", name: "Rack", isUsb: false, cloudType: 0 }
/** The streams that Settings have at first. */
const streams = { render_type: "dx11", audio: true, input: true } as const
const connect = { type: "connect_device", id: "n1", is_usb: false, cloud_type: 0, ...streams } as const
const toUsb = { type: "SwitchMode", id: "n1", mode: "usb" } as const
const set = { type: "set_mode", id: "n1", mode: "usb" } as const
const leave = { type: "disconnect_device", id: "n1" } as const

/** Asks for the switch and lets it run beside the test. Returns an effect that waits for its outcome. */
const begun = Effect.gen(function* () {
  const fiber = yield* Effect.forkChild(Effect.result(answerTo(toUsb, true)))
  const outcome = Effect.map(Fiber.join(fiber), (result) => (result._tag === "Success" ? "done" : result.failure))
  return outcome
})

test("[MODE-1][MODE-2][DEVICE-9] a switch connects first, asks for the passcode, and is done when the device reports the mode", async () => {
  const { browser, sent, say, ask, reach, greet, run, settle } = played()
  await run(function* () {
    yield* greet
    const outcome = yield* begun
    yield* settle
    expect(sent).toEqual([connect])
    yield* say({ type: "auth_device", id: "n1" })
    expect((yield* reach).passcode).toMatchObject({ id: "n1" })
    // A person may search for the passcode for longer than the client waits for any device.
    yield* TestClock.adjust(MODE_PATIENCE_MS * 3)
    yield* ask({ type: "AnswerPasscode", passcode: "1234", keep: false })
    yield* say({ type: "connected", id: "n1" })
    expect(sent.at(-1)).toEqual(set)
    yield* say({ type: "mode_changed", id: "n2", mode: "usb" }, { type: "mode_changed", id: "n1", mode: "usb" })
    expect(yield* outcome).toBe("done")
    expect(sent.at(-1)).toEqual(leave)
  })
  expect(JSON.stringify(browser.log.events)).not.toContain("1234")
})

test("[MODE-1] a device whose picture is looked at is switched in the session at hand, which stays", async () => {
  const { sent, say, ask, reach, greet, run, settle } = played()
  await run(function* () {
    yield* greet
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "connected", id: "n1", viewer: "ws://127.0.0.1:1/viewer/x" })
    const outcome = yield* begun
    yield* settle
    yield* say({ type: "mode_changed", id: "n1", mode: "usb" })
    expect(yield* outcome).toBe("done")
    expect(sent).toEqual([connect, set])
    expect((yield* reach).device).toMatchObject({ phase: "connected", mode: "usb" })
  })
})

const refusedBy = (message: BridgeCallback) => async () => {
  const { say, greet, run, settle } = played()
  return run(function* () {
    yield* greet
    const outcome = yield* begun
    yield* settle
    yield* say({ type: "connected", id: "n1" }, message)
    return yield* outcome
  })
}
const error = (reason: BridgeReason): BridgeCallback => ({ type: "error", reason, about: "set_mode", id: "n1" })

test("[MODE-1] a refusal of the device keeps its reason", async () => {
  expect(await refusedBy(error("busy"))()).toBe("modeBusy")
  expect(await refusedBy(error("refused"))()).toBe("modeRefused")
  expect(await refusedBy(error("vanished"))()).toBe("modeUnreached")
  expect(await refusedBy(error("superseded"))()).toBe("modeGivenUp")
  expect(await refusedBy(error("key_changed"))()).toBe("modeKeyChanged")
  expect(await refusedBy({ type: "mode_changed", id: "n1", mode: "hid" })()).toBe("modeRefused")
  expect(await refusedBy({ type: "disconnected", id: "n1", reason: "timed_out" })()).toBe("modeTimedOut")
})

test("[MODE-1][BRIDGE-4] silence and a lost bridge end the wait, and without a bridge there is none", async () => {
  const { say, cut, greet, run, settle } = played()
  await run(function* () {
    expect(yield* yield* begun).toBe("bridgeAway")
    yield* greet
    const silent = yield* begun
    yield* settle
    yield* say({ type: "connected", id: "n1" })
    yield* TestClock.adjust(MODE_PATIENCE_MS)
    expect(yield* silent).toBe("modeTimedOut")
    const lost = yield* begun
    yield* settle
    yield* cut
    expect(yield* lost).toBe("bridgeAway")
  })
})

test("[MODE-1] a native side that speaks of everything else does not keep a switch waiting", async () => {
  const { say, greet, run, settle } = played()
  await run(function* () {
    yield* greet
    const swallowed = yield* begun
    yield* settle
    yield* say({ type: "connected", id: "n1" })
    for (let waited = 0; waited < MODE_PATIENCE_MS; waited += MODE_PATIENCE_MS / 10) {
      yield* say({ type: "scan_progress", done: 1, total: 2, ended: false })
      yield* TestClock.adjust(MODE_PATIENCE_MS / 10)
    }
    expect(yield* swallowed).toBe("modeTimedOut")
  })
})

test("[MODE-1] whatever the native side says, a switch is answered, and the mode is set only in an open session", async () => {
  const messages = fc.array(
    fc.constantFrom<BridgeCallback>(
      { type: "auth_device", id: "n1" },
      { type: "connected", id: "n1" },
      { type: "connected", id: "n2" },
      { type: "mode_changed", id: "n1", mode: "usb" },
      { type: "mode_changed", id: "n1", mode: "hid" },
      { type: "disconnected", id: "n1", reason: "vanished" },
      { type: "error", reason: "unreachable", about: "connect_device", id: "n1" },
      error("refused"),
    ),
    { maxLength: 8 },
  )
  await fc.assert(
    fc.asyncProperty(messages, async (said) => {
      const { sent, say, ask, greet, run, settle } = played()
      await run(function* () {
        yield* greet
        const outcome = yield* begun
        yield* settle
        let isOpen = false
        for (const message of said) {
          isOpen ||= message.type === "connected" && message.id === "n1"
          yield* say(message)
          if (!isOpen) expect(sent).not.toContainEqual(set)
        }
        yield* ask({ type: "GiveUpPasscode" })
        yield* TestClock.adjust(MODE_PATIENCE_MS * 2)
        expect(yield* outcome).toEqual(expect.any(String))
      })
    }),
    { numRuns: 40 },
  )
})
