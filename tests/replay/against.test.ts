import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { expect, onTestFinished, test } from "vitest"
import { patient } from "../../emulator/cli/log/reissue.ts"
import type { CloudFailure } from "../../src/domain/wire/answer.ts"
import type { Recorder } from "../domain/recorder.ts"
import { exported } from "./exports.ts"
import { openFolder, recorded } from "./recordedFile.ts"

/** Sends the actions of a log again, to a cloud with the world of that log. */

const { begin, file, replay } = openFolder()

const emulated = async (path: string, at: number) => {
  const { child, said, ended } = begin("emulate", ["--port", "0", "--seed", "7", "--from", path, "--at", String(at)])
  onTestFinished(() => void child.kill("SIGKILL"))
  const ready = () => said.out.split("\n").find((line) => line.startsWith("ready "))
  await expect.poll(ready, { timeout: 60_000 }).toBeDefined()
  const { cloud }: { readonly cloud: string } = JSON.parse((ready() ?? "").slice("ready ".length))
  return { cloud, child, ended }
}

const confirmLast = (log: Recorder): void => {
  const queued = log.log.findLast(({ type }) => type === "ActionQueued")
  const action = queued?.type === "ActionQueued" ? queued.payload.action : ""
  log.do({ type: "ClaimAction", action, epoch: log.state.outbox.epoch })
  log.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
}

test("[EMU-7][REPLAY-3][REPLAY-5] a log makes a world, whose answers are compared when its actions are sent again", async () => {
  const { log, beginning } = recorded()
  const path = file("world.ndjson", exported(log.log))
  const { cloud, child, ended } = await emulated(path, beginning)
  const state = await (await fetch(`${cloud}/emulator/api/state`)).json()
  expect(state.devices.map(({ name }: { readonly name: string }) => name).sort()).toEqual(["Bench", "Desk"])
  // A server that once answers "too often" has not answered differently.
  const busy = { match: { path: "rename_device" }, fault: "status:-100", times: 1 }
  const headers = { "content-type": "application/json" }
  await fetch(`${cloud}/emulator/api/faults`, { method: "POST", headers, body: JSON.stringify(busy) })
  const same = await replay(path, "--against", cloud, "--json")
  expect(JSON.parse(same.out)).toEqual({ ok: true, same: 1, unknown: 1, differing: [], unsent: [] })
  expect(same).toMatchObject({ code: 0, err: "" })

  // The server of the recording refused an action that this server does.
  const { log: refused, send } = recorded()
  const seqs = ["Refused once", "Refused again"].map((name) => {
    refused.do({ type: "RenameDevice", did: "d2", name })
    const { seq } = refused.log.at(-1) ?? { seq: 0 }
    send("refused")
    return seq
  })
  const differs = await replay(file("refused.ndjson", exported(refused.log)), "--against", cloud)
  expect(differs.code).toBe(1)
  const lines = seqs.map((seq) => `event ${seq}: rename_device Bench: expected refused -108, found done`)
  expect(differs.out.split("\n").slice(1, -1)).toEqual(lines.map((line) => `  ${line}`))
  expect(differs.err).toBe(`replay: ${lines[0]}\n`)
  expect(await replay(path, "--against", "nowhere")).toMatchObject({ code: 2 })
  child.kill("SIGTERM")
  expect(await ended).toBe(0)
})

test("[REPLAY-3] each action is sent as its own account, and one whose account cannot sign in is no difference", async () => {
  const { log } = recorded()
  const owner = log.state.session.current?.account
  if (owner === undefined) throw new Error("no account is signed in")
  const sub = { id: "s1", name: "Ines", email: "u2@example.com", createdAt: 0, status: 2, devices: ["d1"] }
  log.do({ type: "RecordSubAccounts", account: owner, begunAt: log.now, subAccounts: [sub] })
  const beginning = log.log.length
  const rename = (did: string, name: string) => {
    log.do({ type: "RenameDevice", did, name })
    confirmLast(log)
  }
  const signOut = () => {
    const sessionId = log.state.session.current?.id ?? ""
    log.do({ type: "EndSession", sessionId, reason: "person" })
  }
  rename("d2", "Window bench")
  signOut()
  for (const uid of ["u2", "u3"]) {
    log.signIn(uid)
    log.do({ type: "TakeLeadership" })
    log.do({ type: "RenameAccount", name: `New name of ${uid}` })
    confirmLast(log)
    if (uid === "u2") signOut()
  }
  const queued = log.log.findLast(({ type }) => type === "ActionQueued")
  const path = file("accounts.ndjson", exported(log.log))
  const { cloud } = await emulated(path, beginning)

  const said = await replay(path, "--against", cloud, "--json")
  const why = `u3@example.com cannot sign in at ${cloud}: refused -101`
  expect(JSON.parse(said.out)).toEqual({
    ok: true,
    same: 3,
    unknown: 1,
    differing: [],
    unsent: [`event ${queued?.seq}: rename_account Owner: not sent, because ${why}`],
  })
  expect(said).toMatchObject({ code: 0, err: "" })
  const state = await (await fetch(`${cloud}/emulator/api/state`)).json()
  expect(state.accounts.find(({ email }: { readonly email: string }) => email === sub.email)).toMatchObject({
    name: "New name of u2",
  })
  const names = state.devices.map(({ name }: { readonly name: string }) => name)
  expect(names.sort()).toEqual(["Lectern", "Window bench"])
})

test("[REPLAY-3] a call that came too often is made again after growing waits, until another answer comes or a minute is over", async () => {
  const refused = (status: number) =>
    ({ _tag: "Refused", status, refusal: "unknown", freshToken: undefined }) satisfies CloudFailure
  /** A server that refuses this many calls as too frequent, and then for another reason. */
  const responding = (refusals: number) => {
    const madeAt: number[] = []
    const call = patient(() =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        madeAt.push(now)
        return Effect.fail(refused(madeAt.length <= refusals ? -100 : -108))
      }),
    )
    const program = Effect.gen(function* () {
      const calling = yield* Effect.forkChild(Effect.flip(call("signin", { email: "", password: "" })))
      yield* TestClock.adjust("2 minutes")
      return { answer: yield* Fiber.join(calling), madeAt }
    })
    return Effect.runPromise(Effect.provide(program, TestClock.layer()))
  }
  expect(await responding(0)).toEqual({ answer: refused(-108), madeAt: [0] })
  expect(await responding(3)).toEqual({ answer: refused(-108), madeAt: [0, 1_000, 3_000, 7_000] })
  const { answer, madeAt } = await responding(Number.POSITIVE_INFINITY)
  expect(answer).toEqual(refused(-100))
  expect(madeAt.at(-1)).toBe(63_000)
})
