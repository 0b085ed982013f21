import { targetOf } from "../../actions/table.ts"
import { type BatchState, isOver } from "../../features/batches/state.ts"
import type { LanDevice } from "../../features/lan/state.ts"
import { type Action, isSettled, type OutboxState, unsettledKey } from "../../outbox/state.ts"
import { type Event, type RecordedEvent, registry } from "../../product/events.ts"
import type { State } from "../../product/state.ts"
import { isUnaccepted } from "../../product/unacceptedInvitations.ts"
import { type AccountKey, isAccountKey } from "../../values/identity.ts"

/** The data that a new log takes over from the old one. */

/** An event of the new log and its time, ms. */
interface DatedEvent {
  readonly at: number
  readonly event: Event
}

/** The LAN devices as events, one for each distinct time. */
const keptLanDevices = ({ devices, unread, odd }: State["lan"]): readonly DatedEvent[] => {
  const found = new Map<number, LanDevice[]>()
  for (const device of devices.values()) found.set(device.foundAt, [...(found.get(device.foundAt) ?? []), device])
  const changed = [...devices.values()].filter(({ foundAt, toldAt }) => toldAt !== foundAt)
  const counted = { unread, ...(odd !== undefined && { odd }) }
  return [
    ...[...found].map(([at, list]): DatedEvent => {
      const added = list.map(({ foundAt: _foundAt, toldAt: _ignored, ...fields }) => fields)
      return { at, event: { type: "LanDevicesTold", payload: { added, changed: [], gone: [] } } }
    }),
    ...changed.map(
      ({ id, timestamp, toldAt }): DatedEvent => ({
        at: toldAt,
        event: {
          type: "LanDevicesTold",
          payload: { added: [], changed: [{ id, fields: { timestamp } }], gone: [] },
        },
      }),
    ),
    ...(unread === 0
      ? []
      : [
          {
            at: 0,
            event: { type: "LanDevicesTold", payload: { added: [], changed: [], gone: [], ...counted } },
          } as const,
        ]),
  ]
}

/**
 * Data of this computer rather than of an account: the state and system reports of the native side, the LAN devices,
 * and the stored firmware. The native side does not report them again while they stay the same.
 */
const keptSurroundings = ({ bridge, lan, firmware }: State): readonly DatedEvent[] => {
  const { link, since, tips, tipsDismissed } = bridge
  const { latest, isUnread, unread = {}, image } = firmware
  const dated: DatedEvent[] = []
  if (since !== 0) dated.push({ at: since, event: { type: "BridgeLinkChanged", payload: { link } } })
  if (tips !== null) dated.push({ at: since, event: { type: "LinuxTipsTold", payload: tips } })
  if (tipsDismissed !== 0)
    dated.push({ at: since, event: { type: "LinuxTipsDismissed", payload: { flags: tipsDismissed } } })
  dated.push(...keptLanDevices(lan))
  if (latest !== null) dated.push({ at: 0, event: { type: "LatestFirmwareTold", payload: latest } })
  if (isUnread) dated.push({ at: 0, event: { type: "LatestFirmwareUnread", payload: unread } })
  if (image?.status === "kept" && image.size !== null) {
    const { at, build, hash, size } = image
    dated.push({ at, event: { type: "FirmwareImageKept", payload: { build, hash, size } } })
  }
  return dated
}

/** An event of the new log, with the time (ms), tab, account and cause that it had in the old one. */
export type Kept = Pick<RecordedEvent, "at" | "tab" | "account" | "cause"> & { readonly event: Event }

/** The tags that other accounts and guests have put on devices: one event for each tag. */
const keptTags = ({ tags, session }: State): readonly Event[] =>
  [...tags].flatMap(([key, devices]) => {
    const account = isAccountKey(key) ? key : null
    if (account !== null && session.deleted.includes(account)) return []
    const words = new Map<string, string[]>()
    for (const [did, on] of devices) for (const tag of on) words.set(tag, [...(words.get(tag) ?? []), did])
    return [...words].map(([tag, dids]): Event => ({ type: "DevicesTagged", payload: { account, dids, tag } }))
  })

/** The rest of a batch: the waiting devices, and those whose action the new log takes over. */
const batchAgain = ({
  id,
  account,
  kind,
  accountId,
  subject,
  dids,
  items,
  isPaused,
  undoUntil,
  ...batch
}: BatchState) => {
  const open = dids.filter((did) => ["waiting", "asked"].includes(items.get(did)?.standing ?? ""))
  const envelope = { ...unstamped, account }
  const again = { batch: id, account, kind, accountId, subject, dids: open, left: [], undoUntil }
  const moved = { batch: id, to: isPaused ? "paused" : "running", back: [] } as const
  return [
    { ...envelope, at: batch.startedAt, event: { type: "BatchStarted", payload: again } },
    { ...envelope, at: batch.movedAt, event: { type: "BatchMoved", payload: moved } },
  ] satisfies readonly Kept[]
}

/** An account that signed in after the deletion stays signed in, because the saved user belongs to it. */
const keptSession = ({ current, deleted }: State["session"]): readonly Kept[] => {
  if (current === null || deleted.includes(current.account)) return []
  const { id: sessionId, server, uid, serverType, name, email, createdAt, loginAt } = current
  const payload = { sessionId, server, uid, serverType, name, email, createdAt }
  return [{ ...unstamped, at: loginAt, event: { type: "SignedIn", payload } }]
}

/**
 * Waits of other accounts: for servers that asked for a pause, and for owners who still have to approve (ACCOUNT-5).
 */
const keptWaits = ({ outbox, sharing }: State, isLeft: (account: AccountKey) => boolean): readonly Kept[] => [
  // In order of time, because an older wait that is over gives way to a newer one.
  ...[...outbox.waits]
    .filter(([account]) => isLeft(account))
    .toSorted(([, a], [, b]) => a.since - b.since)
    .map(([account, { until, since }]): Kept => {
      return { ...unstamped, account, at: since, event: { type: "WaitAsked", payload: { account, until } } }
    }),
  ...[...sharing.awaiting]
    .filter(([account]) => isLeft(account))
    .flatMap(([account, accepted]) =>
      accepted.map(
        (at): Kept => ({ ...unstamped, account, at, event: { type: "InvitationAccepted", payload: { account } } }),
      ),
    ),
]

const unstamped = { at: 0, tab: "", account: null, cause: null }

/**
 * The events at the beginning of a new log. The epoch continues, so that no old claim counts as a current one. Other
 * accounts keep their e-mails, tags and batches, and every action that is open, undecided, leads to an unused code, or
 * keeps its target in doubt. The known surroundings of this computer stay.
 */
export const survivors = (state: State): readonly RecordedEvent[] => {
  const { session, outbox, batches } = state
  const isLeft = (account: AccountKey) => !session.deleted.includes(account)
  const { epoch, leader, actions } = outbox
  const inDoubt = keptForDoubt(outbox)
  const others = [...session.emails].filter(([account]) => isLeft(account))
  const kept: readonly Kept[] = [
    { ...unstamped, tab: leader ?? "", event: { type: "LeadershipTaken", payload: { epoch } } },
    ...others.map(
      ([account, email]): Kept => ({ ...unstamped, event: { type: "AccountRemembered", payload: { account, email } } }),
    ),
    ...(session.guest ? [{ ...unstamped, event: { type: "GuestEntered", payload: {} } } satisfies Kept] : []),
    ...keptSession(session),
    ...keptWaits(state, isLeft),
    ...keptTags(state).map((event): Kept => ({ ...unstamped, event })),
    ...keptSurroundings(state).map((dated): Kept => ({ ...unstamped, ...dated })),
    ...[...batches.values()].filter((batch) => isLeft(batch.account) && !isOver(batch)).flatMap(batchAgain),
    ...[...actions.values()]
      .filter(
        (action) =>
          isLeft(action.account) && (!isSettled(action) || inDoubt.has(action.id) || isUnaccepted(state, action)),
      )
      .flatMap((action) => historyOf(action, inDoubt.has(action.id))),
  ]
  return kept.map(({ event, ...envelope }, index) => ({
    ...event,
    ...envelope,
    seq: index + 1,
    id: `kept.${index + 1}`,
    v: registry.version(event.type),
  }))
}

/** Final states in which a lost action leaves its target in doubt. */
const doubts: ReadonlySet<Action["status"]["state"]> = new Set(["superseded", "refused"])

/**
 * Settled actions that show why a target is in doubt: the confirmed one whose value is still to be read back; else the
 * last lost one that a newer one superseded, or that the server refused at a later attempt. Open and undecided actions
 * are kept anyway.
 */
const keptForDoubt = ({ actions, unsettled }: OutboxState): ReadonlySet<string> => {
  const kept = new Map<string, string>()
  for (const [key, { action }] of unsettled) if (action !== null) kept.set(key, action)
  for (const { id, account, intent, ambiguous, status } of actions.settled) {
    const key = unsettledKey(account, targetOf(intent))
    if (ambiguous && doubts.has(status.state) && unsettled.get(key)?.action === null) kept.set(key, id)
  }
  return new Set(kept.values())
}

/** The shortest history that leads to the current state of the action. */
const historyOf = (action: Action, inDoubt: boolean): readonly Kept[] => {
  const { id, account, tab, claimedAt, attempts, status } = action
  const envelope = { tab, account, cause: id }
  const kept: Kept[] = [{ ...envelope, at: action.at, event: queuedAgain(action) }]
  const epoch = status.state === "sending" ? status.epoch : 0
  if (action.ambiguousBefore)
    kept.push({
      ...envelope,
      at: claimedAt,
      event: { type: "ActionDelayed", payload: { action: id, ...lost, ambiguous: true } },
    })
  const contested = contestOf(action)
  if (contested?.isClaimed === true) kept.push({ ...envelope, at: claimedAt, event: contested.event })
  if (attempts > 0)
    kept.push({
      ...envelope,
      at: claimedAt,
      event: { type: "ActionClaimed", payload: { action: id, attempt: attempts, epoch } },
    })
  const isDoubted = status.state === "unconfirmed" && action.ambiguous
  if (status.state === "waiting" || (status.state === "queued" && attempts > 0) || inDoubt || isDoubted) {
    const { reason, until, since } = status.state === "waiting" ? status : { ...lost, since: claimedAt }
    const ambiguous = action.ambiguous || inDoubt
    kept.push({
      ...envelope,
      at: since,
      event: { type: "ActionDelayed", payload: { action: id, reason, until, ambiguous } },
    })
  }
  if (contested?.isClaimed === false) kept.push({ ...envelope, at: action.at, event: contested.event })
  const end = endOf(action)
  if (end !== null) kept.push({ ...envelope, ...end })
  if (action.dismissed)
    kept.push({ ...envelope, at: claimedAt, event: { type: "ActionDismissed", payload: { action: id } } })
  return kept
}

const lost = { reason: "lost", until: 0 } as const

const queuedAgain = ({ id, account, intent, subject, before, from, batch, expiresAt }: Action): Event => {
  const details = { subject, before, ...(from !== undefined && { from }), ...(batch !== undefined && { batch }) }
  return { type: "ActionQueued", payload: { action: id, account, intent, ...details, expiresAt } }
}

/** The value that another client has set meanwhile, and true when the last claim came after it. */
const contestOf = ({ id, contest, claimedSeq }: Action): { event: Event; isClaimed: boolean } | null =>
  contest === undefined
    ? null
    : {
        event: { type: "ActionContested", payload: { action: id, theirs: contest.theirs } },
        isClaimed: claimedSeq > contest.seq,
      }

/** The event that led an action from waiting to its current state; null when it still waits or is on its way. */
const endOf = ({ id, claimedAt, attempts, status }: Action): Pick<Kept, "at" | "event"> | null => {
  switch (status.state) {
    case "queued":
      return attempts === 0 ? null : { at: claimedAt, event: { type: "ActionHurried", payload: { action: id } } }
    case "unconfirmed":
      return { at: status.at, event: { type: "ActionUnconfirmed", payload: { action: id, reason: status.reason } } }
    case "confirmed": {
      const { at, by, away } = status
      return { at, event: { type: "ActionConfirmed", payload: { action: id, by, ...(away && { away }) } } }
    }
    case "superseded":
      return { at: status.at, event: { type: "ActionSuperseded", payload: { action: id, by: status.by } } }
    case "refused": {
      const { at, reason } = status
      return { at, event: { type: "ActionRefused", payload: { action: id, reason, status: null } } }
    }
    default:
      return null
  }
}
