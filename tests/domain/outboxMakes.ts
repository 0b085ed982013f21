import * as fc from "fast-check"
import { isOver } from "../../src/domain/features/batches/state.ts"
import type { AttemptOutcome } from "../../src/domain/outbox/outcome.ts"
import { sendable } from "../../src/domain/outbox/schedule.ts"
import type { ActionStatus } from "../../src/domain/outbox/state.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import type { Recorder } from "./recorder.ts"

/** Commands of outbox and batches for generated logs. Some are a leader's, some a person's, and some fit neither. */

type Make = (client: Recorder) => Command | null

/** The id of an action in the given state, or of any action when none is in that state. */
const nth = ({ state }: Recorder, n: number, wanted?: ActionStatus["state"]): string => {
  const all = [...state.outbox.actions.values()]
  const some = all.filter(({ status }) => status.state === wanted)
  const choice = some.length > 0 ? some : all
  return choice[n % Math.max(1, choice.length)]?.id ?? "none"
}
const claim = fc.nat(9).map(
  (n): Make =>
    (client) => ({
      type: "ClaimAction",
      action: nth(client, n, "queued"),
      epoch: client.state.outbox.epoch,
    }),
)
const answer = fc
  .tuple(fc.nat(9), fc.constantFrom("done", "tooOften", "session", "noReply", "noReply", "notSent"), fc.nat(9))
  .map(
    ([n, kind, jitter]): Make =>
      (client) => {
        const action = nth(client, n, "sending")
        const attempt = client.state.outbox.actions.get(action)?.attempts ?? 0
        return { type: "RecordOutcome", action, attempt, outcome: { kind }, jitter: jitter / 10 }
      },
  )
/** The next claim or hand-over, as a leader gives it, so that stories go on. */
const sendNext: Make = ({ state: { outbox, session, connection, batches }, now }) => {
  const [next] = session.current === null ? [] : sendable(outbox, session.current.account, connection, now)
  if (next !== undefined) return { type: "ClaimAction", action: next.id, epoch: outbox.epoch }
  return {
    type: "AdvanceBatch",
    batch: [...batches.values()].find((one) => !isOver(one))?.id ?? "none",
    epoch: outbox.epoch,
  }
}
const answerNext = fc
  .constantFrom<AttemptOutcome>(
    { kind: "done" },
    { kind: "done" },
    { kind: "refused", reason: "unknown", status: -5 },
    { kind: "noReply" },
  )
  .map(
    (outcome): Make =>
      ({ state: { outbox } }) => {
        const [action] = outbox.actions.sending
        if (action === undefined) return null
        return { type: "RecordOutcome", action: action.id, attempt: action.attempts, outcome, jitter: 0 }
      },
  )
const advance = fc.nat(9).map(
  (n): Make =>
    ({ state: { batches, outbox } }) => ({
      type: "AdvanceBatch",
      batch: [...batches.keys()][n % Math.max(1, batches.size)] ?? "none",
      epoch: outbox.epoch,
    }),
)
const ofPerson = fc
  .tuple(
    fc.constantFrom(
      ["CancelAction", "waiting"] as const,
      ["HurryAction", "waiting"] as const,
      ["DismissAction", "refused"] as const,
      ["DismissAction", "confirmed"] as const,
      ["ConfirmAction", "unconfirmed"] as const,
      ["SendActionAgain", "unconfirmed"] as const,
    ),
    fc.nat(9),
  )
  .map(
    ([[type, wanted], n]): Make =>
      (client) => ({ type, action: nth(client, n, wanted) }),
  )

/** A batch of all own devices on the list, unless another batch runs. */
const nextBatch = fc.constantFrom("reboot" as const, "wake" as const, "assign" as const).map(
  (kind): Make =>
    ({ state: { batches, devices, sharing } }) => {
      if ([...batches.values()].some((one) => !isOver(one))) return null
      const accountId = kind === "assign" ? ([...sharing.subAccounts.keys()][0] ?? null) : null
      const dids = [...devices.bound.values()].filter(({ shared }) => !shared).map(({ id }) => id)
      return { type: "StartBatch", kind, accountId, subject: "", dids, left: [], undo: false }
    },
)
export const outboxMakes: readonly fc.Arbitrary<Make>[] = [
  ...Array.from({ length: 60 }, () => fc.oneof(fc.constant(sendNext), answerNext)),
  ...Array.from({ length: 6 }, () => nextBatch),
  ...Array.from({ length: 4 }, () => advance),
  ...Array.from({ length: 12 }, () => claim),
  ...Array.from({ length: 10 }, () => answer),
  fc.constant<Make>(() => ({ type: "TakeLeadership" })),
  fc.nat(9).map(
    (n): Make =>
      (client) => ({
        type: "RecordOutcome",
        action: nth(client, n, "sending"),
        attempt: 1,
        jitter: 0,
        outcome: { kind: "refused", reason: "unknown", status: -5 },
      }),
  ),
  ...Array.from({ length: 6 }, () => ofPerson),
  fc.constant<Make>(() => ({ type: "DismissSettled" })),
  fc.constant<Make>(({ state }) => ({ type: "ExpireActions", epoch: state.outbox.epoch })),
  fc.constant<Make>(({ state: { session } }) =>
    session.current === null ? null : { type: "DiscardActions", account: session.current.account },
  ),
]
