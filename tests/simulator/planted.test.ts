import { Clock, Effect } from "effect"
import { describe, expect, test } from "vitest"
import type { Sabotage } from "../../emulator/simulator/client.ts"
import { failureOf } from "../../emulator/simulator/failure.ts"
import { sweep } from "../../emulator/simulator/sweep.ts"
import type { RecordedEvent } from "../../src/domain/model/events.ts"

/** Clients made wrong on purpose: the simulator is worth what it notices. */

/** Seeds in which the mistake must show. */
const SEEDS = 1_000
const STEPS = 1_000

const violated = (sabotage: Sabotage): number | undefined =>
  sweep({ first: 1, seeds: SEEDS, steps: STEPS, devices: 0, sabotage }).failed?.violation?.invariant

/** After a lost reply it believes that a reboot or wake never left, and sends it again. */
const resendsReboots: Sabotage = {
  engine: (engine) => ({
    ...engine,
    dispatch: (command, cause) => {
      if (command.type !== "RecordOutcome" || command.outcome.kind !== "noReply") return engine.dispatch(command, cause)
      const call = engine.state().outbox.actions.get(command.action)?.intent.call
      const outcome = call === "request_device" ? ({ kind: "notSent" } as const) : command.outcome
      return engine.dispatch({ ...command, outcome }, cause)
    },
  }),
}

/** It sends without asking the log for leave. */
const skipsClaims: Sabotage = {
  engine: (engine) => ({
    ...engine,
    dispatch: (command, cause) =>
      command.type === "ClaimAction"
        ? Effect.map(Clock.currentTimeMillis, (at): readonly RecordedEvent[] => {
            const { action, epoch } = command
            const envelope = { seq: 0, id: "none", v: 1, at, account: null, tab: "none", cause: null }
            return [{ ...envelope, type: "ActionClaimed", payload: { action, epoch, attempt: 1 } }]
          })
        : engine.dispatch(command, cause),
  }),
}

/** It sends what it has under a uid that is not the signed-in one. */
const sendsAsSomebodyElse: Sabotage = {
  cloud: (cloud) => ({
    call: (name, server, body) =>
      cloud.call(name, server, name === "rename_device" ? Object.assign({}, body, { uid: "somebody" }) : body),
  }),
}

/** In a list it finds what it wants to find, so that a lost request that arrived late stays unseen. */
const believesItself: Sabotage = {
  engine: (engine) => ({
    ...engine,
    dispatch: (command, cause) => {
      if (command.type !== "RecordDevices") return engine.dispatch(command, cause)
      const { actions, unsettled } = engine.state().outbox
      const names = new Map<string, string>()
      for (const { action } of unsettled.values()) {
        const intent = actions.get(action ?? "")?.intent
        if (intent?.call === "rename_device") names.set(intent.input.did, intent.input.title)
      }
      const devices = command.devices.map((device) => ({ ...device, name: names.get(device.id) ?? device.name }))
      return engine.dispatch({ ...command, devices }, cause)
    },
  }),
}

/** It never waits for the disk. */
const trustsTheDisk: Sabotage = {
  store: (store) => ({ ...store, append: (cursor, plan) => store.append(cursor, plan, "relaxed") }),
}

/** A refused session of a wake or reboot signs it out. */
const signsOutOnReboot: Sabotage = {
  engine: (engine) => ({
    ...engine,
    dispatch: (command, cause) => {
      const done = engine.dispatch(command, cause)
      const session = engine.state().session.current
      if (command.type !== "RecordOutcome" || command.outcome.kind !== "session" || session === null) return done
      const call = engine.state().outbox.actions.get(command.action)?.intent.call
      if (call !== "request_device") return done
      return Effect.andThen(engine.dispatch({ type: "EndSession", sessionId: session.id, reason: "refused" }), done)
    },
  }),
}

/** It tells of each unreadable reply twice. */
const tellsTwice: Sabotage = {
  engine: (engine) => ({
    ...engine,
    dispatch: (command, cause) => {
      const done = engine.dispatch(command, cause)
      return command.type === "RejectInput" ? Effect.andThen(done, engine.dispatch(command, cause)) : done
    },
  }),
}

/** It does not show what was written. */
const hidesDiagnostics: Sabotage = {
  engine: (engine) => ({
    ...engine,
    state: () => ({ ...engine.state(), diagnostics: [] }),
  }),
}

describe("mistakes planted in the client", () => {
  test("[OFFLINE-5] a reboot sent again after a lost reply is caught", () => {
    expect(violated(resendsReboots)).toBe(5)
  })

  test("[SIM-1] a failed seed says which invariant, what led to it and how to run it again, and then fails the same", () => {
    const asked = { first: 1, seeds: SEEDS, steps: STEPS, devices: 2, sabotage: resendsReboots }
    const { failed } = sweep(asked)
    if (failed === undefined) throw new Error("nothing was caught")
    const failure = failureOf(failed, asked)
    expect(failure).toMatchObject({ seed: failed.seed, invariant: 5, what: failed.violation?.message })
    expect(failure.repeat).toBe(`npm run simulate -- --seed ${failed.seed} --steps ${STEPS} --devices 2`)
    expect(failure.trace.at(-1)).toContain("request_device")
    expect(sweep({ ...asked, first: failed.seed, seeds: 1 }).failed?.violation?.message).toBe(failure.what)
  })

  test("[OFFLINE-7] sending without a claim is caught", () => {
    expect(violated(skipsClaims)).toBe(17)
  })

  test("[OFFLINE-8] sending under another uid is caught", () => {
    expect(violated(sendsAsSomebodyElse)).toBe(9)
  })

  test("[OFFLINE-5] a lost request that arrives late and is not looked for is caught", () => {
    expect(violated(believesItself)).toBe(6)
  })

  test("[OFFLINE-7] acknowledging what a crash can still take is caught", () => {
    expect([1, 17]).toContain(violated(trustsTheDisk))
  })

  test("[REBOOT-1][WAKE-3] signing out because of a wake or reboot is caught", () => {
    expect(violated(signsOutOnReboot)).toBe(10)
  })

  test("[SIM-1] two diagnostic events for one unreadable reply are caught", () => {
    expect(violated(tellsTwice)).toBe(11)
  })

  test("[SIM-1] a tab that shows another state than the log is caught", () => {
    expect(violated(hidesDiagnostics)).toBe(3)
  })
})
