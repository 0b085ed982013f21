import type { AttemptOutcome } from "../../../src/domain/outbox/outcome.ts"
import type { Command } from "../../../src/domain/product/decide.ts"
import type { Settled } from "../network/network.ts"
import type { Prng } from "../prng.ts"
import type { History } from "./history.ts"

/** Several moves in a row that belong together, and seldom follow one another by chance. */

const ACTION_MS = 1_000
const lost: Settled = { _tag: "NoReply", kind: "timeout", field: undefined }
/** What may become of one value of several: it is done, its reply is lost and it is done later, or it is given up. */
const fates = ["done", "lost, then done", "lost, then taken back", "lost"] as const

const pass = (history: History): void => {
  history.at += ACTION_MS
  history.now += ACTION_MS
}

/** Asks for a thing; undefined when there is nothing to do. */
const ask = (history: History, command: Command): string | undefined => {
  pass(history)
  const queued = history.do(command)?.find(({ type }) => type === "ActionQueued")
  return queued?.type === "ActionQueued" ? queued.payload.action : undefined
}

/** One attempt, as soon as it may be; false when it may not be now. */
const attempt = (history: History, action: string, settled: Settled, outcome: AttemptOutcome): boolean => {
  pass(history)
  const claimed = history.do({ type: "ClaimAction", action, epoch: history.state.outbox.epoch }) ?? []
  const claim = claimed.find(({ type }) => type === "ActionClaimed")
  if (claim?.type !== "ActionClaimed") return false
  history.send(claim)
  pass(history)
  history.hear(action, settled)
  history.do({ type: "RecordOutcome", action, attempt: claim.payload.attempt, outcome, jitter: 0.5 })
  return true
}

const isDone = (history: History, action: string): boolean => attempt(history, action, "done", { kind: "done" })

/** One name gets several values in turn, and the replies to some of them are lost. */
export const mislay = (history: History, dice: Prng): void => {
  const did = dice.chance(0.5) ? dice.pick([...history.state.devices.bound.keys(), "d1"]) : undefined
  for (const value of ["Lyra", "Mensa", "Norma"]) {
    const name = `${value} ${history.seq}`
    const action = ask(
      history,
      did === undefined ? { type: "RenameAccount", name } : { type: "RenameDevice", did, name },
    )
    const fate = dice.pick(fates)
    if (action === undefined) continue
    if (fate === "done" ? !isDone(history, action) : !attempt(history, action, lost, { kind: "noReply" })) continue
    if (fate === "lost, then done") {
      history.do({ type: "HurryAction", action })
      isDone(history, action)
    }
    if (fate === "lost, then taken back") history.do({ type: "CancelAction", action })
    if (dice.chance(0.3)) history.do({ type: "ConfirmAction", action })
  }
}

/** As many devices are renamed, and for each a reply is lost before it is done: all these values are to be read back. */
export const mislayMany = (history: History, devices: number): void => {
  const account = history.state.session.current?.account
  if (account === undefined) return
  const fields = { name: "Orion", model: 1, lastSeen: history.at, flags: 4, build: 0, shared: false, owner: "" }
  const list = Array.from({ length: devices }, (_, n) => ({ id: `m${n}`, ...fields }))
  history.do({ type: "RecordDevices", account, begunAt: history.at, begunSeq: history.seq, devices: list })
  for (const { id } of list) {
    const action = ask(history, { type: "RenameDevice", did: id, name: "Pavo" })
    if (action === undefined || !attempt(history, action, lost, { kind: "noReply" })) continue
    history.do({ type: "HurryAction", action })
    isDone(history, action)
  }
}

/** Things are renamed, claimed and done, again and again: the panel lets go of what ended first. */
export const fill = (history: History, dice: Prng, times: number): void => {
  const dids = [...history.state.devices.bound.keys()]
  if (dids.length === 0) return
  for (let n = 0; n < times; n += 1) {
    const action = ask(history, { type: "RenameDevice", did: dice.pick(dids), name: `Name ${n}` })
    if (action !== undefined) isDone(history, action)
  }
}
