import { queuedCalls } from "../../../src/domain/actions/table.ts"
import type { Engine } from "../../../src/domain/client/log/engine.ts"
import type { ClientRefused, ClientRequest as PersonsRequest } from "../../../src/domain/client/requests.ts"
import type { StoredEvent } from "../../../src/domain/event/event.ts"
import { CLAIM_FRESH_MS, HANDOVER_MAX_MS, HEARTBEAT_MS, REQUEST_TIMEOUT_MS } from "../../../src/domain/values/limits.ts"
import type { Disk } from "../browser/storage.ts"
import type { WebLock } from "../browser/webLock.ts"
import type { NetworkRequest } from "../network/network.ts"
import { Violation } from "../violation.ts"
import type { SimulatedWorld, Tab } from "../world.ts"

type Log = Engine["Service"]

/** The reports of a tab about its own state. */
interface Reported {
  readonly engine: Log
  /** The time since which the tab reports that it cannot decide, ms of the world. Undefined while it can. */
  stoppedAt: number | undefined
  /** How often the tab could not decide. */
  stops: number
  /** Its last report that the log is not writable. */
  complainedAt: number
  /** Time of the last request of a person to it. */
  askedAt: number
  /** The account that was shown at the last step of a flow. */
  flowsFor: string | undefined
  /** True while a check is planned that it has seen the events of another tab. */
  isAwaited: boolean
}

/** Calls that read lists, made by loops. */
const reads: ReadonlySet<string> = new Set(["loginWithToken", "get_subaccount_list", "get_main_accounts"])
const queued: ReadonlySet<string> = new Set(queuedCalls)

/** Steps of flows that belong to an account, and their calls. */
const flowSteps: ReadonlySet<string> = new Set([
  "RequestEmailChange",
  "ResendEmailChange",
  "ConfirmEmailChange",
  "RequestDeletion",
  "ResendDeletion",
  "ConfirmDeletion",
  "AcceptInvitation",
])
const flowCalls: ReadonlySet<string> = new Set([
  "update_email",
  "confirm_email_change",
  "deactivate_request",
  "deactivate_confirm",
  "accept_invitation",
])

/** A tab may repeat an earlier request with a newer token for this long, ms. */
const ASKED_AGAIN_MS = REQUEST_TIMEOUT_MS + 5_000
/** A hidden tab's timers fire once a minute, ms. */
const HIDDEN_MS = 60_000
/** Longest time that a slow disk takes for two transactions, ms. */
const SLOW_DISK_MS = 40_000
/** A follower checks at each heartbeat. A former leader first waits for one, ms. */
const LOOKS_AGAIN_MS = 2 * HEARTBEAT_MS
/** Between two heartbeats nothing else takes longer than this, ms. */
const SLACK_MS = 1_000

/** Checks the tabs by their own reports: invariants 18, 21, 23 and 24. Throws, or calls `fail`, with the violation. */
export class TabAudit {
  readonly reported = new Map<Tab, Reported>()
  readonly #world: SimulatedWorld
  readonly #disk: Disk
  readonly #lock: WebLock
  readonly #fail: (violation: Violation) => void

  constructor(world: SimulatedWorld, disk: Disk, lock: WebLock, fail: (violation: Violation) => void) {
    this.#world = world
    this.#disk = disk
    this.#lock = lock
    this.#fail = fail
  }

  /** The log is open in this tab. */
  opened(tab: Tab, engine: Log): void {
    const never = Number.NEGATIVE_INFINITY
    const reported: Reported = {
      engine,
      stoppedAt: undefined,
      stops: 0,
      complainedAt: never,
      askedAt: never,
      flowsFor: undefined,
      isAwaited: false,
    }
    this.reported.set(tab, reported)
    const hear = (): void => {
      if (engine.status().storage !== "ok") reported.complainedAt = this.#world.now
      if (engine.works()) reported.stoppedAt = undefined
      else if (reported.stoppedAt === undefined) this.#stopped(tab, reported)
    }
    hear()
    engine.onStatus(hear)
    this.#listen(tab, engine)
  }

  /**
   * Invariant 24: each listener of a tab gets each event once and in order, its own included, and none that was not
   * read.
   */
  #listen(tab: Tab, engine: Log): void {
    let received = engine.cursor()
    engine.onPublish((_state, events) => {
      const cursor = engine.cursor()
      // The log was opened again.
      if (events.length === 0) received = cursor
      for (const { seq } of [...events, { seq: cursor + 1 }]) {
        for (let missed = received + 1; missed < seq; missed += 1)
          if (!this.#disk.damage.rows.has(missed))
            this.#fail(new Violation(24, `${tab.name} tells nobody in it of event ${missed}`))
        if (seq <= received) this.#fail(new Violation(24, `${tab.name} tells of event ${seq} again, or late`))
        received = Math.min(seq, cursor)
      }
    })
  }

  asked(tab: Tab, { type }: PersonsRequest): void {
    const reported = this.reported.get(tab)
    if (reported === undefined) return
    reported.askedAt = this.#world.now
    if (reported.engine.status().storage !== "ok") reported.complainedAt = this.#world.now
    if (flowSteps.has(type)) reported.flowsFor = reported.engine.state().session.current?.account
  }

  /** Invariant 18: a caller that gets a failure to store also gets its reason. */
  refused(tab: Tab, { type }: PersonsRequest, reason: ClientRefused, askedAt: number): void {
    const reported = this.reported.get(tab)
    // Local storage is not the log, and a restarted log is sound. A command for the old log fails.
    if (reported === undefined || reason !== "storage" || type === "ResetSettings" || this.#disk.log.generation > 1)
      return
    const complains = reported.engine.status().storage !== "ok" || reported.complainedAt >= askedAt
    if (!complains) throw new Violation(18, `${tab.name} did not keep ${type} and says that all is well with the log`)
  }

  committed(tab: Tab, events: readonly StoredEvent[]): void {
    if (this.reported.get(tab)?.engine.status().outdated === true)
      throw new Violation(23, `${tab.name} writes to a log of a newer release`)
    // When other tabs learn of every commit, checking queued actions is enough.
    const isSilent = this.#disk.silent > 0
    const last = isSilent ? events.at(-1) : events.findLast(({ type }) => type === "ActionQueued")
    if (last !== undefined) this.#expectSeen(tab, last.seq)
    const newest = events.at(-1)
    if (newest !== undefined && !isSilent && this.#disk.isSound) this.#expectReported(tab, newest.seq)
  }

  /**
   * On a sound disk the other tabs show the events of this tab at once, whichever tab leads. After a tab that dies or
   * freezes right after its commit, they find the events at their next check.
   */
  #expectReported(writer: Tab, seq: number): void {
    const { generation } = this.#disk.log
    const writerChanges = writer.changes
    for (const [tab, reported] of this.reported) {
      if (tab === writer || !tab.alive || tab.frozen || reported.stoppedAt !== undefined || reported.isAwaited) continue
      const { stops } = reported
      const { changes } = tab
      const isMissing = () => {
        const isSame = tab.alive && tab.changes === changes && reported.stops === stops && this.#disk.isSound
        return isSame && this.#disk.log.generation === generation && reported.engine.cursor() < seq
      }
      const fail = (within: string) =>
        this.#fail(new Violation(24, `${tab.name} has not seen event ${seq} of ${writer.name} for ${within}`))
      reported.isAwaited = true
      this.#world.after(SLACK_MS, () => {
        reported.isAwaited = false
        if (!isMissing()) return
        if (writer.alive && writer.changes === writerChanges) fail("a second")
        const look = tab.visible && changes === 0 ? LOOKS_AGAIN_MS : 2 * HIDDEN_MS
        this.#world.after(look, () => isMissing() && fail(`${look} ms, and ${writer.name} could not announce it`))
      })
    }
  }

  sent({ tab, call, body, server }: NetworkRequest): void {
    const reported = this.reported.get(tab)
    if (flowCalls.has(call) && "uid" in body && reported?.flowsFor !== `${server} ${body.uid}`)
      throw new Violation(21, `${tab.name} makes ${call} as ${body.uid}, and was asked to as ${reported?.flowsFor}`)
    if (reported === undefined) throw new Violation(18, `${tab.name} sends ${call} and has no log`)
    if (reported.stoppedAt === undefined) return
    const for_ = this.#world.now - reported.stoppedAt
    const asked = this.#world.now - reported.askedAt
    const invariant = reported.engine.status().outdated ? 23 : 18
    if (queued.has(call) && for_ > CLAIM_FRESH_MS)
      throw new Violation(invariant, `${tab.name} sends ${call} ${for_} ms after it ceased to work`)
    if (reads.has(call) && for_ > ASKED_AGAIN_MS && asked > ASKED_AGAIN_MS)
      throw new Violation(invariant, `${tab.name} reads by ${call} ${for_} ms after it ceased to work`)
  }

  /** Invariant 23: a tab that cannot decide gives up the lead. */
  #stopped(tab: Tab, reported: Reported): void {
    const { changes } = tab
    reported.stoppedAt = this.#world.now
    reported.stops += 1
    const { stops } = reported
    const within = HANDOVER_MAX_MS + HEARTBEAT_MS + (tab.visible && changes === 0 ? SLACK_MS : 2 * HIDDEN_MS)
    this.#world.after(within + this.#slowness, () => {
      const stands =
        tab.alive && tab.changes === changes && reported.stops === stops && reported.stoppedAt !== undefined
      if (stands && this.#lock.holder === tab)
        this.#fail(new Violation(23, `${tab.name} leads ${within} ms after it ceased to work`))
    })
  }

  /** Invariant 24: the leader sees the commits of another tab, even without a notification. */
  #expectSeen(tab: Tab, seq: number): void {
    const { holder } = this.#lock
    const reported = holder === undefined ? undefined : this.reported.get(holder)
    if (
      holder === undefined ||
      reported === undefined ||
      holder === tab ||
      holder.frozen ||
      this.#disk.trouble !== undefined
    )
      return
    if (reported.stoppedAt !== undefined || this.#disk.profile.quota > 0) return
    const { changes } = holder
    const { stops } = reported
    const { generation } = this.#disk.log
    // A pause that began while the tab was hidden continues after it is shown.
    const wasHidden = !holder.visible || changes > 0
    const within = (wasHidden ? 2 * HIDDEN_MS : HEARTBEAT_MS) + SLACK_MS + this.#slowness
    this.#world.after(within, () => {
      const stands = this.#lock.holder === holder && holder.changes === changes && reported.stops === stops
      if (!stands || this.#disk.log.generation !== generation) return
      if (reported.engine.cursor() < seq)
        this.#fail(new Violation(24, `${holder.name} leads and has not seen event ${seq} of ${tab.name} yet`))
    })
  }

  get #slowness(): number {
    return this.#disk.profile.slow > 0 ? SLOW_DISK_MS : 0
  }
}
