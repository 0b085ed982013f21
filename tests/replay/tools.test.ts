import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { expect, test } from "vitest"
import { partingOf } from "../../emulator/cli/log/difference.ts"
import { seenAt } from "../../emulator/cli/log/regression.ts"
import { worldOf } from "../../emulator/cli/log/world.ts"
import { FaultRequest } from "../../emulator/node/faults.ts"
import { MAXIMUM_LINES } from "../house/layers.ts"
import { collectProofs } from "../house/requirements.ts"
import { exported, withoutSums } from "./exports.ts"
import { device, openFolder, recorded } from "./recordedFile.ts"

/**
 * Further operations of the command line on a log: find the first difference of two, keep one as a test, make a world
 * of one.
 */

const { file, folder, replay } = openFolder()

const ROOT = join(import.meta.dirname, "../..")

/**
 * The test that --to-test has written below the folder. The project must accept it unchanged: style, length,
 * requirements.
 */
const keptTest = (name: string): string => {
  const path = `tests/replay/kept/${name}`
  const source = readFileSync(join(folder, path), "utf8")
  // The folder is in no repository, so there is nothing to ignore.
  const { $schema: _, vcs: __, ...rules } = JSON.parse(readFileSync(join(ROOT, "biome.json"), "utf8"))
  writeFileSync(join(folder, "biome.json"), JSON.stringify(rules))
  const args = ["check", "--error-on-warnings", path]
  const styled = spawnSync(join(ROOT, "node_modules/.bin/biome"), args, { cwd: folder, encoding: "utf8" })
  expect(styled.status, styled.stdout + styled.stderr).toBe(0)
  expect(source.split("\n").length).toBeLessThanOrEqual(MAXIMUM_LINES.tests)
  expect([...collectProofs([{ path, source }])]).toEqual([])
  return source
}

test("[REPLAY-5] --diff names the first event at which two logs part, and where in it", async () => {
  const { log } = recorded()
  const one = file("one.ndjson", exported(log.log))
  // A release without sums has the same events.
  const early = file("early.ndjson", withoutSums(exported(log.log)))
  expect(await partingOf(one, early)).toBe(log.log.length)
  const other = log.log.map((event) => (event.seq === 4 ? { ...event, tab: "another" } : event))
  const parted = await replay(one, "--diff", file("other.ndjson", exported(other)), "--json")
  expect(JSON.parse(parted.out)).toMatchObject({ ok: false, seq: 4, path: "/tab", expected: "tab-1", found: "another" })
  expect(parted).toMatchObject({ code: 1, err: expect.stringContaining("event 4 differs at /tab") })
  expect(await partingOf(one, file("shorter.ndjson", exported(log.log.slice(0, 3))))).toMatchObject({
    seq: 4,
    path: "/",
  })
  expect(await replay(one, "--diff", join(folder, "none"))).toMatchObject({ code: 2 })
  expect(await replay(one, "--diff", one)).toMatchObject({ code: 0, err: "" })
})

test("[REPLAY-4][REPLAY-5] --diff says of a file that is no log, that nests without end or is damaged, on which line", async () => {
  const log = exported(recorded().log.log)
  const good = file("good.ndjson", log)
  const lines = log.split("\n")
  const [head = "", ...events] = lines
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
  const bad: readonly (readonly [text: string, problem: string])[] = [
    ["", "line 1: the file is empty"],
    ['{"format":"another"}\n', "line 1: not a Sightline log"],
    [events.join("\n"), "line 1: the log does not begin with its first line"],
    [`${head}\n{"seq":1,"payload":${deep}}\n`, "line 2: the line is nested too deeply"],
    [`${head}\n[]x\n`, "line 2: the line is not JSON"],
    [log.replace('"pseudonyms":false', '"pseudonyms":true'), "line 1: this line was altered"],
    [log.replace(/"events":"[0-9a-f]{64}"/, `"events":"${"0".repeat(64)}"`), `line ${lines.length - 1}: checkpoint`],
  ]
  for (const [text, problem] of bad) {
    const path = file("bad.ndjson", text)
    for (const [one, other] of [
      [good, path],
      [path, good],
      [path, path],
    ] as const)
      await expect(partingOf(one, other)).rejects.toThrow(`${path}: ${problem}`)
  }
  const path = file("bad.ndjson", "")
  const result = await replay(good, "--diff", path, "--json")
  expect(result).toMatchObject({ code: 1, err: `replay: ${path}: line 1: the file is empty\n` })
  expect(JSON.parse(result.out)).toEqual({ ok: false, file: path, line: 1, problem: "the file is empty" })
})

test("[REPLAY-5] --to-test keeps the log and a test of what was seen at its end, and never overwrites one", async () => {
  const { log } = recorded()
  const path = file("lost reply.ndjson", exported(log.log))
  const written = await replay(path, "--to-test")
  expect(written).toMatchObject({ code: 0, err: "" })
  const kept = join(folder, "tests/replay/kept")
  expect(readFileSync(join(kept, "lost-reply.ndjson"), "utf8")).toBe(exported(log.log))
  const text = keptTest("lost-reply.test.ts")
  expect(text).toContain('test("lost-reply folds to what was seen at its end"')
  for (const words of seenAt(log.state).outbox) expect(text).toContain(words)
  expect(await replay(path, "--to-test")).toMatchObject({ code: 1, err: expect.stringContaining("is there already") })
})

test("[REPLAY-5] the test of a log with hundreds of devices and any name keeps the rules of the house", async () => {
  const { log } = recorded()
  const account = log.state.session.current?.account
  if (account === undefined) throw new Error("no account is signed in")
  const names = [
    `$${"{name}"}`,
    "\u202eturned",
    'a "quoted" \\ one',
    ...Array.from({ length: 600 }, (_, n) => `Device ${n}`),
  ]
  const devices = names.map((name, n) => device(`x${n}`, name))
  log.do({ type: "RecordDevices", account, begunAt: log.now, devices })
  const path = file("many.ndjson", exported(log.log))
  expect(await replay(path, "--to-test")).toMatchObject({ code: 0, err: "" })
  const text = keptTest("many.test.ts")
  expect(text).not.toContain("\u202e")
  const object = /toEqual\((\{.*\})\)\n\}\)\n$/s.exec(text)?.[1] ?? ""
  expect(JSON.parse(object)).toEqual(seenAt(log.state))
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
  if (account === undefined) throw new Error("no account is signed in")
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
  if (account === undefined) throw new Error("no account is signed in")
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
