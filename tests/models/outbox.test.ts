import * as fc from "fast-check"
import { expect, test } from "vitest"
import { checkErasure } from "../../emulator/simulator/audits/erasure.ts"
import type { Known } from "../../emulator/simulator/audits/ruleFacts.ts"
import { checkPanel } from "../../emulator/simulator/checks/panel.ts"
import type { Settled } from "../../emulator/simulator/network/network.ts"
import { type CommandChoice, drawCommand } from "../../emulator/simulator/people/commands.ts"
import { Prng } from "../../emulator/simulator/prng.ts"
import { survivors } from "../../src/domain/client/accounts/keptAfterReset.ts"
import type { AttemptOutcome } from "../../src/domain/outbox/outcome.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { listRead } from "../../src/domain/product/lists.ts"
import { fold, SERVER } from "../domain/recorder.ts"
import { idOf, Outbox } from "./outbox.ts"

/** The outbox, its batches and lists: commands in any order. */

const refusal = (refused: "unknown" | "sessionInvalid" | "tooOften", status: number): Settled => ({
  _tag: "Refused",
  status,
  refusal: refused,
  freshToken: undefined,
})
const ANSWERS: readonly (readonly [Settled, AttemptOutcome])[] = [
  ["done", { kind: "done" }],
  ["done", { kind: "done" }],
  [refusal("unknown", -1), { kind: "refused", reason: "unknown", status: -1 }],
  [refusal("tooOften", -100), { kind: "tooOften" }],
  [refusal("sessionInvalid", -106), { kind: "session" }],
  [{ _tag: "NoReply", kind: "timeout", field: undefined }, { kind: "noReply" }],
  [{ _tag: "NoReply", kind: "timeout", field: undefined }, { kind: "noReply" }],
]
/** Ensures some content to ask for. */
const FIRST_READINGS = 6
const RUNS = 200
const NAMES = ["Atlas", "Borealis"] as const
const DIDS = ["d1", "d2"] as const
const CHOICES: readonly (readonly CommandChoice[])[] = [
  ["RenameDevice", "RenameDevice", "RebootDevice", "WakeDevice"],
  ["RenameAccount", "SendInvitation", "DisconnectMainAccount"],
  ["RenameSubAccount", "EditSubAccountEmail", "ChangeSubAccountState", "AssignDevice"],
  ["CancelAction", "HurryAction", "DismissAction", "ConfirmAction", "SendActionAgain", "DismissSettled"],
]

type Move = (outbox: Outbox, dice: Prng) => void

const signIn: Move = (outbox, dice) => {
  const uid = dice.pick(["u1", "u1", "u2"])
  const fields = { name: uid, email: `${uid}@example.com`, createdAt: 0, serverType: "private" } as const
  const id = `session ${outbox.client.log.length}`
  outbox.do({ type: "CompleteSignIn", session: { id, server: SERVER, uid, ...fields } })
}

/** A list of the server. Some readings began before the latest events. */
const read: Move = (outbox, dice) => {
  const account = outbox.state.session.current?.account
  if (account === undefined) return
  const begunAt = outbox.client.now
  const begunSeq = Math.max(0, outbox.client.log.length - dice.pick([0, 0, 3, 12]))
  const settles = { account, begunAt, begunSeq, outlived: outbox.outlived(account, dice) }
  const fields = { model: 1, lastSeen: begunAt, flags: 4, build: 0, shared: false, owner: "" }
  const devices = DIDS.map((id) => ({ id, name: dice.pick(NAMES), ...fields }))
  const subAccounts = ["s1", "s2"].map((id) => ({
    id,
    name: dice.pick(NAMES),
    email: `${id}@example.com`,
    createdAt: 0,
    status: dice.pick([1, 2, 3]),
    devices: DIDS.filter(() => dice.chance(0.5)),
  }))
  const mainAccounts = [{ id: "m1", name: "Main", email: "main@example.com" }]
  outbox.do(
    dice.pick<Command>([
      { type: "RecordDevices", ...settles, devices },
      { type: "RecordSubAccounts", ...settles, subAccounts },
      { type: "RecordMainAccounts", ...settles, mainAccounts },
    ]),
  )
}

const ask =
  (choices: readonly CommandChoice[]): Move =>
  (outbox, dice) => {
    const drawn = drawCommand(dice.pick(choices), outbox.state, dice)
    if (drawn !== undefined) outbox.do(drawn)
  }

const claim: Move = (outbox, dice) => {
  const unsent = outbox.held.filter(({ stage }) => stage === "unsent")
  if (unsent.length === 0) return
  const events = outbox.do({ type: "ClaimAction", action: idOf(dice.pick(unsent)), epoch: outbox.state.outbox.epoch })
  for (const event of events) if (event.type === "ActionClaimed" && dice.chance(0.95)) outbox.send(event.payload.action)
}

/** May come late, after the attempt was given up. */
const answer: Move = (outbox, dice) => {
  const isLate = dice.chance(0.1)
  const sent = outbox.held.filter(
    ({ stage, attempts, wait }) =>
      attempts > 0 && (stage === "sending" || (isLate && (stage === "unconfirmed" || wait?.reason === "lost"))),
  )
  if (sent.length === 0) return
  const action = dice.pick(sent)
  const [settled, received] = dice.pick(ANSWERS)
  const outcome = outbox.answer(action, settled) ? received : ({ kind: "notSent" } as const)
  const { attempts: attempt } = action
  const { stage, queued } = action
  const { devices, sharing, session } = outbox.state
  const events = outbox.do({ type: "RecordOutcome", action: idOf(action), attempt, outcome, jitter: dice.fraction() })
  // Every late answer leaves an event, and each of them belongs to its own account.
  if (stage === "sending") expect(events).not.toEqual([])
  if (outcome.kind !== "done" || stage === "over") return
  expect(events.map(({ type }) => type)).toContain("ActionConfirmed")
  const { account, intent } = queued.payload
  const now = outbox.state
  if (session.current?.account !== account) expect(now.session).toEqual(session)
  else if (intent.call === "rename_account") expect(now.session.current?.name).toBe(intent.input.newName)
  if (devices.account !== account) expect(now.devices).toEqual(devices)
  else if (intent.call === "rename_device" && devices.bound.has(intent.input.did))
    expect(now.devices.bound.get(intent.input.did)?.name).toBe(intent.input.title)
  if (sharing.account !== account) expect(now.sharing).toEqual(sharing)
}

/** A command for a device that no list names is refused. */
const unknown: Move = (outbox, dice) => {
  const did = "d9"
  const [accountId = "s1"] = outbox.state.sharing.subAccounts.keys()
  const asked = dice.pick<Command>([
    { type: "RenameDevice", did, name: "Atlas" },
    { type: "RebootDevice", did },
    { type: "AssignDevice", accountId, did, isAdd: true },
  ])
  expect(outbox.do(asked)).toEqual([])
}

/**
 * Every operation of a person on an action, even those that the page does not offer. An action that may have happened
 * is never shown as cancelled.
 */
const panel: Move = (outbox, dice) => {
  if (outbox.held.length === 0) return
  const action = dice.pick(outbox.held)
  const isUnsent = action.stage === "unsent"
  const brings = {
    CancelAction: isUnsent && (action.ambiguous ? "ActionUnconfirmed" : "ActionCancelled"),
    HurryAction: isUnsent && "ActionHurried",
    DismissAction: !isUnsent && action.stage !== "sending" && "ActionDismissed",
    ConfirmAction: action.stage === "unconfirmed" && "ActionConfirmed",
  } as const
  const type = dice.pick(["CancelAction", "HurryAction", "DismissAction", "ConfirmAction"] as const)
  // A dismissed action is gone for the person, even while its value has yet to be read back.
  const wanted = !action.isDismissed && brings[type]
  expect(outbox.do({ type, action: idOf(action) }).map((event) => event.type)).toEqual(wanted === false ? [] : [wanted])
}

const batch: Move = (outbox, dice) => {
  const [first] = outbox.state.batches.keys()
  const kind = dice.pick(["reboot", "wake", "assign"] as const)
  const accountId = kind === "assign" ? "s1" : null
  const start = {
    type: "StartBatch",
    kind,
    accountId,
    subject: "",
    dids: DIDS,
    left: [],
    undo: dice.chance(0.3),
  } as const
  const to = dice.pick(["paused", "running", "running", "stopped", "dismissed"] as const)
  const { epoch } = outbox.state.outbox
  if (first === undefined) outbox.do(start)
  else
    outbox.do(
      dice.chance(0.3) ? { type: "MoveBatch", batch: first, to } : { type: "AdvanceBatch", batch: first, epoch },
    )
}

const end: Move = (outbox, dice) => {
  const { current } = outbox.state.session
  if (current === null) return
  if (dice.chance(0.3)) outbox.do({ type: "DiscardActions", account: current.account })
  outbox.do({ type: "EndSession", sessionId: current.id, reason: dice.pick(["person", "refused"]) })
}

const lead: Move = (outbox, dice) => {
  outbox.client.tab = dice.pick(["tab-1", "tab-2"])
  outbox.do({ type: "TakeLeadership" })
}

/** Waits for an unreadable list end. */
const lack: Move = (outbox, dice) => {
  const account = outbox.state.session.current?.account
  const list = dice.pick(["devices", "subAccounts", "mainAccounts"] as const)
  if (account === undefined) return
  if (dice.chance(0.5)) return void outbox.do({ type: "RequestRefresh", account, list })
  outbox.do({ type: "RecordReadFailure", account, list, reason: dice.pick(["connect", "tooOften", "unknown"]) })
  expect(listRead(outbox.state, account, list).requested).toBe(false)
}

/** A batch counts the devices whose latest action is open. */
const checkBatches = ({ state, oracle }: Outbox): void => {
  for (const { id, count } of state.batches.values()) {
    const latest = new Map<string, Known>()
    for (const known of oracle.actions.values()) {
      const { batch: of } = known.queued.payload
      if (of?.id === id) latest.set(of.did, known)
    }
    const open = [...latest.values()].filter(({ stage }) => stage === "unsent" || stage === "sending")
    expect(count.asked).toBe(open.length)
  }
}

const rare: Readonly<Record<string, Move>> = {
  read,
  unknown,
  panel,
  lack,
  batch,
  lead,
  end,
  signIn,
  connection: (outbox, dice) =>
    void outbox.do({ type: "ReportConnection", status: dice.pick(["online", "online", "unreachable", "offline"]) }),
  expire: (outbox) => void outbox.do({ type: "ExpireActions", epoch: outbox.state.outbox.epoch }),
  clock: (outbox, dice) => {
    outbox.client.now += dice.between(-1_200_000, 1_200_000)
  },
  profile: (outbox, dice) => {
    const { current } = outbox.state.session
    const begun = { begunAt: outbox.client.now, begunSeq: Math.max(0, outbox.client.log.length - dice.below(6)) }
    const profile = { name: dice.pick(NAMES) }
    if (current !== null) outbox.do({ type: "RecordProfile", sessionId: current.id, ...begun, profile })
  },
}
const pass: Move = (outbox, dice) => outbox.pass(dice.pick([500, 5_000, 30_000, 120_000, 400_000]))

type Walk = fc.Command<Outbox, Outbox>

const step = (name: string, move: Move): fc.Arbitrary<Walk> =>
  fc.nat().map((seed) => ({
    check: () => true,
    run: (outbox) => {
      move(outbox, new Prng(seed, name))
      checkPanel(outbox.state, outbox.oracle)
      checkBatches(outbox)
    },
    toString: () => `${name} ${seed}`,
  }))

/** Each walk uses only some kinds of moves, so that equal ones meet. */
const walks = fc
  .tuple(fc.subarray(CHOICES.flat(), { minLength: 1 }), fc.subarray(Object.keys(rare)))
  .chain(([choices, names]) => {
    const asked = step("ask", ask(choices))
    const others = names.flatMap((name) => (rare[name] === undefined ? [] : [step(name, rare[name])]))
    const common = [
      asked,
      asked,
      step("claim", claim),
      step("claim", claim),
      step("answer", answer),
      step("pass", pass),
    ]
    return fc.commands([...common, ...others], { maxCommands: 100, size: "max" })
  })

/** Deletes each account in turn: nothing of it stays, and all waiting actions of the others do. */
const checkErasures = ({ state }: Outbox): void => {
  for (const deleted of state.session.emails.keys()) {
    const gone = { ...state, session: { ...state.session, deleted: [deleted] } }
    const kept = survivors(gone)
    checkErasure(gone, kept)
    const again = fold(kept)
    expect(again.outbox.epoch).toBe(state.outbox.epoch)
    const readBack = ({ outbox }: typeof state) =>
      [...outbox.unsettled.values()]
        .flatMap(({ account, action, target }) => (account === deleted || action === null ? [] : [target, action]))
        .sort()
    expect(readBack(again)).toEqual(readBack(state))
  }
}

test("[OFFLINE-3][OFFLINE-5][HOUSE-2] whatever happens, the oracle allows each event, and the panel shows what it knows", () => {
  fc.assert(
    fc.property(walks, (list) => {
      const outbox = new Outbox()
      const dice = new Prng(1, "begin")
      signIn(outbox, dice)
      outbox.do({ type: "TakeLeadership" })
      for (let n = 0; n < FIRST_READINGS; n += 1) read(outbox, dice)
      fc.modelRun(() => ({ model: outbox, real: outbox }), list)
      checkErasures(outbox)
      expect(fold(outbox.client.log)).toEqual(outbox.state)
    }),
    { numRuns: RUNS },
  )
})
