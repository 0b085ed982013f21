import { definitionOf, isAbsolute } from "../actions/table.ts"
import type { FirmwareFailure } from "../features/firmware/events.ts"
import type { LanWakeStage } from "../features/lan/events.ts"
import type { ActionAsked, ActionEnd, DeviceFact } from "./deviceFacts.ts"

interface EventPosition {
  readonly seq: number
  readonly at: number
}

/** The position of an operation in this browser, and its account key; null while no account was signed in. */
interface AccountPosition extends EventPosition {
  readonly account: string | null
}

export type HistoryEntry =
  | ({
      readonly kind: "asked"
      readonly outcome: (ActionEnd & EventPosition) | null
      /**
       * When the device was seen after a restart or wake request, by the cloud or on this network, ms. Null when it was
       * not, or when that proves nothing.
       */
      readonly seenAt: number | null
      /** True when this client looked long enough afterwards, and has found no sign yet. */
      readonly isMissing: boolean
    } & AccountPosition &
      ActionAsked)
  | ({
      /** An update from here. */
      readonly kind: "update"
      readonly build: number
      readonly end: {
        readonly at: number
        readonly failure: FirmwareFailure | null
        /** The HTTP error of the update server. */
        readonly httpStatus?: number
      } | null
      /** The build that the device reported afterwards; null until then. */
      readonly reported: number | null
    } & AccountPosition)
  /** A wake over this network. `stageAt`: the time of its stage. `sentAt`: the time when the bridge had sent it, ms. */
  | ({
      readonly kind: "woken"
      readonly stage: LanWakeStage
      readonly stageAt: number
      readonly sentAt?: number
    } & AccountPosition)
  /**
   * A value read from the cloud. `isOwn`: an operation of this browser may have caused it, although its recorded
   * outcome differs.
   */
  | ({ readonly kind: "renamed"; readonly name: string; readonly isOwn: boolean } & EventPosition)
  | ({ readonly kind: "updated"; readonly build: number; readonly isOwn: boolean } & EventPosition)
  /** The device appeared on the list of that account, or left it. */
  | ({ readonly kind: "added" | "removed" } & AccountPosition)
  | ({ readonly kind: "away" } & EventPosition)
  | ({ readonly kind: "back"; readonly awayFor: number } & EventPosition)

/** The time when an entry took effect: for a set value, when the server had it, however long it had waited here. */
export const effectOf = (entry: HistoryEntry): EventPosition =>
  entry.kind === "asked" && entry.outcome?.state === "confirmed" && isAbsolute(entry.intent) ? entry.outcome : entry

type Fact<Kind extends DeviceFact["kind"]> = Extract<DeviceFact, { kind: Kind }>
type AskedEntry = Extract<HistoryEntry, { kind: "asked" }>
type UpdateEntry = Extract<HistoryEntry, { kind: "update" }>
type WokenEntry = Extract<HistoryEntry, { kind: "woken" }>

/** An entry that later facts may still change. */
interface Line<Entry extends HistoryEntry = HistoryEntry> {
  entry: Entry
  isLeftOut: boolean
}

interface Update {
  readonly line: Line<UpdateEntry>
  readonly campaign: string | null
  /** True when the device was asked to install its build. Before that, nothing of the update reached it. */
  isSent: boolean
}

/** Reads the facts once, oldest first, and groups them into entries. */
class Collector {
  readonly #lines: Line[] = []
  readonly #actions = new Map<string, Line<AskedEntry>>()
  readonly #updates = new Map<string, Update>()
  readonly #wakes = new Map<string, Line<WokenEntry>>()
  /**
   * The account that started or resumed each campaign. It counts as the author of the updates in it, even when another
   * account is signed in by then.
   */
  readonly #campaigns = new Map<string, string | null>()
  /** Names and builds that were sent from here and that no reading has shown yet. */
  readonly #names = new Map<string, Line<AskedEntry>>()
  readonly #builds = new Map<number, Line<UpdateEntry>>()
  /** Values that were read, and the line that may have caused each. */
  readonly #readings: (readonly [read: Line, by: Line<AskedEntry | UpdateEntry>])[] = []
  /** Accounts with the device on their list: an account that signs in again reads its whole list again. */
  readonly #lists = new Set<string | null>()

  take(fact: DeviceFact): void {
    switch (fact.kind) {
      case "asked": {
        const { action, ...asked } = fact
        this.#actions.set(action, this.#add<AskedEntry>({ ...asked, outcome: null, seenAt: null, isMissing: false }))
        return
      }
      case "moved":
        this.#move(fact)
        return
      case "renamed": {
        const by = this.#names.get(fact.name)
        this.#names.delete(fact.name)
        this.#read({ ...fact, isOwn: by !== undefined }, by)
        return
      }
      case "added":
        if (!this.#lists.has(fact.account)) this.#add(fact)
        this.#lists.add(fact.account)
        return
      case "removed":
        this.#lists.delete(fact.account)
        this.#add(fact)
        return
      case "woken":
        this.#wake(fact)
        return
      default:
        this.#takeOfUpdate(fact)
    }
  }

  entries(): readonly HistoryEntry[] {
    for (const [read, by] of this.#readings) read.isLeftOut = isShownBy(by.entry)
    return this.#lines.flatMap(({ entry, isLeftOut }) => (isLeftOut ? [] : [entry]))
  }

  #add<Entry extends HistoryEntry>(entry: Entry): Line<Entry> {
    const line: Line<Entry> = { entry, isLeftOut: false }
    this.#lines.push(line)
    return line
  }

  #read(entry: HistoryEntry, by: Line<AskedEntry> | Line<UpdateEntry> | undefined): void {
    const line = this.#add(entry)
    if (by !== undefined) this.#readings.push([line, by])
  }

  #move({ action, state, reason, seq, at }: Fact<"moved">): void {
    const line = this.#actions.get(action)
    if (line === undefined) return
    line.entry = { ...line.entry, outcome: { state, reason, seq, at } }
    const name = definitionOf(line.entry.intent).deviceName(line.entry.intent)
    if (name === null) return
    if (state === "sending") this.#names.set(name, line)
    // Whatever its other outcome, the server may have applied it, or may still do so.
    else if ((state === "confirmed" || state === "refused") && this.#names.get(name) === line) this.#names.delete(name)
  }

  #wake({ kind, wake, stage, seq, at, account }: Fact<"woken">): void {
    const line = this.#wakes.get(wake)
    const sent = stage === "sent" ? { sentAt: at } : {}
    if (line !== undefined) line.entry = { ...line.entry, ...sent, stage, stageAt: at }
    else this.#wakes.set(wake, this.#add<WokenEntry>({ kind, seq, at, account, stage, stageAt: at }))
  }

  #takeOfUpdate(fact: DeviceFact): void {
    switch (fact.kind) {
      case "campaign":
        this.#campaigns.set(fact.campaign, fact.account)
        return
      case "begun":
        this.#begin(fact)
        return
      case "stage":
      case "failed":
      case "reported":
      case "postponed": {
        const update = this.#updates.get(fact.update)
        if (update !== undefined) this.#moveUpdate(update, fact)
        return
      }
      case "updated": {
        const by = this.#builds.get(fact.build)
        this.#builds.delete(fact.build)
        if (by !== undefined) by.entry = { ...by.entry, reported: fact.build }
        this.#read({ ...fact, isOwn: by !== undefined }, by)
      }
    }
  }

  #begin({ seq, at, update, campaign, build, account }: Fact<"begun">): void {
    const by = campaign === null ? undefined : this.#campaigns.get(campaign)
    const entry: UpdateEntry = {
      kind: "update",
      seq,
      at,
      account: by === undefined ? account : by,
      build,
      end: null,
      reported: null,
    }
    this.#updates.set(update, { line: this.#add(entry), campaign, isSent: false })
  }

  #moveUpdate(update: Update, fact: Fact<"stage" | "failed" | "reported" | "postponed">): void {
    const { line, campaign } = update
    const { build } = line.entry
    switch (fact.kind) {
      case "stage":
        if (!update.isSent) this.#builds.set(build, line)
        update.isSent = true
        if (fact.stage === "completed") line.entry = { ...line.entry, end: { at: fact.at, failure: null } }
        return
      case "failed": {
        const { at, failure, httpStatus } = fact
        line.entry = { ...line.entry, end: { at, failure, ...(httpStatus !== undefined && { httpStatus }) } }
        // A device did not install an image that it refused.
        if ((failure === "refused" || failure === "wrongHash") && this.#builds.get(build) === line)
          this.#builds.delete(build)
        // Only a person makes a second attempt.
        if (campaign !== null) this.#campaigns.delete(campaign)
        return
      }
      case "reported":
        line.entry = { ...line.entry, reported: fact.build }
        return
      case "postponed":
        // The update never began.
        line.isLeftOut = true
    }
  }
}

/** True when the line of the operation already shows the value that was read. */
const isShownBy = (entry: AskedEntry | UpdateEntry): boolean => {
  if (entry.kind === "update")
    return (entry.end === null || entry.end.failure === null) && entry.reported === entry.build
  const state = entry.outcome?.state
  return state === "confirmed" || state === "sending" || state === "waiting"
}

/** The entries of these facts, in the order of the log. */
export const historyEntries = (facts: readonly DeviceFact[]): readonly HistoryEntry[] => {
  const collector = new Collector()
  for (const fact of facts) collector.take(fact)
  return collector.entries()
}
