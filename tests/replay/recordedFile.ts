import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { Recorder } from "../domain/recorder.ts"

/** A recorded session, a folder for its files, and the commands for them. */

const script = (name: string) => join(import.meta.dirname, `../../emulator/cli/${name}.ts`)

/** A folder for the calling test file, as long as its tests run: files of a worker share their imports. */
export const openFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "replay-tools-"))
  afterAll(() => rmSync(folder, { recursive: true }))
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
  return {
    folder,
    begin,
    replay: async (...args: readonly string[]) => {
      const { said, ended } = begin("replay", args)
      return { code: await ended, ...said }
    },
    file: (name: string, text: string) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      return path
    },
  }
}

export const device = (id: string, name: string) => ({
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
export const recorded = () => {
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
    const fields = {
      done: { kind: "done" as const },
      refused: { kind: "refused" as const, reason: "unknown" as const, status: -108 },
      silent: { kind: "noReply" as const },
    }
    log.do({ type: "RecordOutcome", action: id, attempt: 1, outcome: fields[outcome], jitter: 0 })
  }
  log.do({ type: "TakeLeadership" })
  log.do({ type: "RenameDevice", did: "d1", name: "Lectern" })
  send("done")
  log.do({ type: "RebootDevice", did: "d2" })
  send("silent")
  return { log, beginning, send }
}
