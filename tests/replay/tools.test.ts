import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Clock, Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { seenAt } from "../../emulator/cli/log/regression.ts"
import { patient } from "../../emulator/cli/log/reissue.ts"
import { worldOf } from "../../emulator/cli/log/world.ts"
import { FaultRequest } from "../../emulator/node/faults.ts"
import type { CloudFailure } from "../../src/domain/wire/answer.ts"
import { Recorder } from "../domain/recorder.ts"
import { exported } from "./exports.ts"

/** What else the command line does with a log: find where two part, keep one as a test, make a world of one, send it again. */

const folder = mkdtempSync(join(tmpdir(), "replay-tools-"))
afterAll(() => rmSync(folder, { recursive: true }))

const script = (name: string) => join(import.meta.dirname, `../../emulator/cli/${name}.ts`)

const begin = (name: string, args: readonly string[]) => {
  const child = spawn(process.execPath, [script(name), ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
  const said = { out: "", err: "" }
  child.stdout.on("data", (data) => {
    said.out += String(data)
  })
  child.stderr.on("data", (data) => {
    said.err += String(data)
  })
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  return { child, said, ended }
}
const replay = async (...args: readonly string[]) => {
  const { said, ended } = begin("replay", args)
  return { code: await ended, ...said }
}

const device = (id: string, name: string) => ({
  id,
  name,
  model: 1,
  lastSeen: 0,
  flags: 4,
  build: 241_204_091_500,
  shared: false,
  owner: "",
})

/** A session in which one rename was confirmed, one refused, and the reply to a reboot was lost. */
const recorded = () => {
  const log = new Recorder()
  const account = log.signIn()
  const seen = { lastSeen: log.now }
  log.do({
    type: "RecordDevices",
    account,
    begunAt: log.now,
    devices: [
      { ...device("d1", "Desk"), ...seen },
      { ...device("d2", "Bench"), ...seen },
    ],
  })
  const beginning = log.log.length
  const send = (outcome: "done" | "refused" | "silent") => {
    const action = log.log.findLast(({ type }) => type === "ActionQueued")
    const id = action?.type === "ActionQueued" ? action.payload.action : ""
    log.do({ type: "ClaimAction", action: id, epoch: log.state.outbox.epoch })
    const told = {
      done: { kind: "done" as const },
      refused: { kind: "refused" as const, reason: "unknown" as const, status: -108 },
      silent: { kind: "noReply" as const },
    }
    log.do({ type: "RecordOutcome", action: id, attempt: 1, outcome: told[outcome], jitter: 0 })
  }
  log.do({ type: "TakeLeadership" })
  log.do({ type: "RenameDevice", did: "d1", name: "Lectern" })
  send("done")
  log.do({ type: "RebootDevice", did: "d2" })
  send("silent")
  return { log, beginning, send }
}

const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test("[REPLAY-5] --diff names the first event at which two logs part, and where in it", async () => {
  const { log } = recorded()
  const [one, same] = [file("one.ndjson", exported(log.log)), file("same.ndjson", exported(log.log))]
  // A release that wrote no sums has the same events.
  const early = file("early.ndjson", exported(log.log).replaceAll(/[ \t]+$/gm, ""))
  expect(await replay(one, "--diff", early)).toMatchObject({ code: 0, err: "" })
  const other = log.log.map((event) => (event.seq === 4 ? { ...event, tab: "another" } : event))
  const parted = await replay(one, "--diff", file("other.ndjson", exported(other)), "--json")
  expect(JSON.parse(parted.out)).toMatchObject({ ok: false, seq: 4, path: "/tab", expected: "tab-1", found: "another" })
  expect(parted).toMatchObject({ code: 1, err: expect.stringContaining("event 4 differs at /tab") })
  const shorter = await replay(one, "--diff", file("shorter.ndjson", exported(log.log.slice(0, 3))))
  expect(shorter).toMatchObject({ code: 1, err: expect.stringContaining("event 4") })
  expect(await replay(one, "--diff", join(folder, "none"))).toMatchObject({ code: 2 })
  expect(await replay(one, "--diff", same, "--to-test")).toMatchObject({ code: 2 })
})

test("[REPLAY-5] --to-test keeps the log and a test of what was seen at its end, and never overwrites one", async () => {
  const { log } = recorded()
  const path = file("lost reply.ndjson", exported(log.log))
  const written = await replay(path, "--to-test")
  expect(written).toMatchObject({ code: 0, err: "" })
  const kept = join(folder, "tests/replay/kept")
  expect(readFileSync(join(kept, "lost-reply.ndjson"), "utf8")).toBe(exported(log.log))
  const text = readFileSync(join(kept, "lost-reply.test.ts"), "utf8")
  expect(text).toContain('test("[REPLAY-5] lost-reply folds to what was seen at its end"')
  for (const words of seenAt(log.state).outbox) expect(text).toContain(words)
  expect(await replay(path, "--to-test")).toMatchObject({ code: 1, err: expect.stringContaining("is there already") })
})

test("[EMU-7][REPLAY-3][REPLAY-5] a log makes a world, whose answers are compared when its actions are sent again", async () => {
  const { log, beginning } = recorded()
  const path = file("world.ndjson", exported(log.log))
  const { child, said, ended } = begin("emulate", [
    "--port",
    "0",
    "--seed",
    "7",
    "--from",
    path,
    "--at",
    String(beginning),
  ])
  onTestFinished(() => void child.kill("SIGKILL"))
  const ready = () => said.out.split("\n").find((line) => line.startsWith("ready "))
  await expect.poll(ready, { timeout: 20_000 }).toBeDefined()
  const { cloud } = JSON.parse((ready() ?? "").slice("ready ".length))
  const state = await (await fetch(`${cloud}/emulator/api/state`)).json()
  expect(state.devices.map(({ name }: { readonly name: string }) => name).sort()).toEqual(["Bench", "Desk"])
  // A server that asks for patience once has not answered differently.
  const busy = { match: { path: "rename_device" }, fault: "status:-100", times: 1 }
  const headers = { "content-type": "application/json" }
  await fetch(`${cloud}/emulator/api/faults`, { method: "POST", headers, body: JSON.stringify(busy) })
  const same = await replay(path, "--against", cloud, "--json")
  expect(JSON.parse(same.out)).toEqual({ ok: true, same: 1, unknown: 1, differing: [] })
  expect(same).toMatchObject({ code: 0, err: "" })

  // The server of the recording refused what this one does.
  const { log: refused, send } = recorded()
  refused.do({ type: "RenameDevice", did: "d2", name: "Refused once" })
  send("refused")
  const differs = await replay(file("refused.ndjson", exported(refused.log)), "--against", cloud)
  expect(differs.code).toBe(1)
  expect(differs.err).toMatch(/rename_device .*: expected refused -108, found done/)
  expect(await replay(path, "--against", "nowhere")).toMatchObject({ code: 2 })
  child.kill("SIGTERM")
  expect(await ended).toBe(0)
})

test("[REPLAY-3] a call that came too often is made again after growing waits, until another answer comes or a minute is over", async () => {
  const refused = (status: number) =>
    ({ _tag: "Refused", status, refusal: "unknown", freshToken: undefined }) satisfies CloudFailure
  /** Of a server that refuses so many calls as too frequent, and then for another reason. */
  const heard = (refusals: number) => {
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
  expect(await heard(0)).toEqual({ answer: refused(-108), madeAt: [0] })
  expect(await heard(3)).toEqual({ answer: refused(-108), madeAt: [0, 1_000, 3_000, 7_000] })
  const { answer, madeAt } = await heard(Number.POSITIVE_INFINITY)
  expect(answer).toEqual(refused(-100))
  expect(madeAt.at(-1)).toBe(63_000)
})

test("[EMU-7] the world of a log meets what is asked again with the refusals and faults that were seen, in their order", async () => {
  const { log, send } = recorded()
  log.do({ type: "RenameDevice", did: "d2", name: "Refused" })
  send("refused")
  log.do({ type: "RenameDevice", did: "d2", name: "Refused again" })
  send("refused")
  log.do({ type: "RenameDevice", did: "d2", name: "Lost" })
  send("silent")
  const account = log.state.session.current?.account
  if (account === undefined) throw new Error("nobody is signed in")
  log.do({ type: "RecordReadFailure", account, list: "mainAccounts", reason: "tooOften" })
  const path = file("faults.ndjson", exported(log.log))
  const { faults } = await worldOf(path, undefined, 7, log.now)
  const rename = { path: "rename_device", did: "d2" }
  expect(faults).toEqual([
    { match: { path: "request_device", did: "d2" }, fault: "drop-reply", times: 1 },
    { match: rename, fault: "status:-108", times: 2 },
    { match: rename, fault: "drop-reply", times: 1 },
    { match: { path: "get_main_accounts" }, fault: "status:-100", times: 1 },
  ])
  for (const fault of faults) expect(Schema.decodeUnknownSync(FaultRequest)(fault)).toEqual(fault)
})

test("[EMU-7] who shares with a person and is shared with as well is one account, and finds the devices of both sides", async () => {
  const { log } = recorded()
  const account = log.state.session.current?.account
  if (account === undefined) throw new Error("nobody is signed in")
  const noor = { name: "Noor Haddad", email: "noor@example.com" }
  const shared = { ...device("d9", "Theirs"), shared: true, owner: noor.name }
  log.do({ type: "RecordDevices", account, begunAt: log.now, devices: [device("d1", "Desk"), shared] })
  const sub = { id: "s1", ...noor, createdAt: 0, status: 2, devices: ["d1"] }
  log.do({ type: "RecordSubAccounts", account, begunAt: log.now, subAccounts: [sub] })
  log.do({ type: "RecordMainAccounts", account, begunAt: log.now, mainAccounts: [{ id: "a9", ...noor }] })
  const { snapshot } = await worldOf(file("both.ndjson", exported(log.log)), undefined, 7, log.now)
  expect(snapshot.accounts.filter(({ email }) => email === noor.email).map(({ uid }) => uid)).toEqual(["a9"])
  expect(snapshot.subAccounts.find(({ id }) => id === "s1")).toMatchObject({ invitee: "a9", devices: ["d1"] })
  const uids = new Set(snapshot.accounts.map(({ uid }) => uid))
  for (const { owner, invitee } of snapshot.subAccounts)
    expect([uids.has(owner), invitee === null || uids.has(invitee)]).toEqual([true, true])
})
