import { definitionOf, laneOf, subjectOf, targetOf } from "../actions/table.ts"
import type { AccountKey } from "../values/identity.ts"
import { type EditableMap, PersistentMap, ReadableMap } from "../values/persistentMap.ts"
import { type Action, isOpen, isSettled } from "./action.ts"

/** Actions of one group, in the order of intents. A new array replaces it as soon as one of them changes. */
export type ActionList = readonly Action[]

interface Group {
  /** The only `Actions` that may change it in place; all others copy it first. */
  readonly owner: object
  readonly members: Action[]
}

const none: ActionList = []
const noGroup: Group = { owner: {}, members: [] }

/**
 * The actions of the outbox with an index that every change updates. It finds the actions of a lane, a target, a device
 * or an account without scanning all the others. Copies cost nothing (see PersistentMap).
 */
export class Actions extends ReadableMap<string, Action> implements EditableMap<string, Action> {
  #byId = new PersistentMap<Action>()
  #groups = new PersistentMap<Group>()
  /**
   * Changes that map and index do not hold yet: the changed actions, undefined for removed ones. They are applied at
   * the next read, so that folding a long log does not index each step of an action.
   */
  #changed = new Map<string, Action | undefined>()
  #size = 0
  /** Always up to date, because each action that settles may drop the oldest. */
  #settled = noGroup
  /** The number of settled actions that may have given a secret. Only those can still lead a person to a secret. */
  #withSecret = 0
  #owner: object = {}

  static from(entries: Iterable<readonly [string, Action]>): Actions {
    const actions = new Actions()
    for (const [id, action] of entries) actions.set(id, action)
    return actions
  }

  get size(): number {
    return this.#size
  }
  get(id: string): Action | undefined {
    const changed = this.#changed.get(id)
    return changed !== undefined || this.#changed.has(id) ? changed : this.#byId.get(id)
  }
  has(id: string): boolean {
    return this.get(id) !== undefined
  }
  /** In no particular order, which costs less than the order of `entries`. */
  override forEach(visit: (value: Action, key: string, map: ReadonlyMap<string, Action>) => void): void {
    this.#index()
    this.#byId.forEach(visit)
  }
  /** In the order of intents. */
  entries(): MapIterator<[string, Action]> {
    this.#index()
    return [...this.#byId.entries()].sort(([, a], [, b]) => a.order - b.order).values()
  }

  /** Still to be delivered, of every account. */
  get open(): ActionList {
    return this.#group("open")
  }
  get sending(): ActionList {
    return this.#group("sending")
  }
  get waiting(): ActionList {
    return this.#group("waiting")
  }
  get unconfirmed(): ActionList {
    return this.#group("unconfirmed")
  }
  get settled(): ActionList {
    return this.#settled.members
  }
  /** The number of settled actions that may have given a secret. */
  get withSecret(): number {
    return this.#withSecret
  }
  /** Open ones that may expire. */
  get expiring(): ActionList {
    return this.#group("expiring")
  }
  openOf(account: AccountKey | null): ActionList {
    return account === null ? none : this.#group(openKey(account))
  }
  /** Open ones of a lane. */
  inLane(account: AccountKey, lane: string): ActionList {
    return this.#group(laneKey(account, lane))
  }
  /** Open ones that set a target. */
  ofTarget(account: AccountKey, target: string): ActionList {
    return this.#group(targetKey(account, target))
  }
  /** All actions of an account about a subject (see `subjectOf`), except dismissed ones. */
  about(account: AccountKey | null, subject: string): ActionList {
    return account === null ? none : this.#group(aboutKey(account, subject))
  }

  set(id: string, action: Action): this {
    const before = this.get(id)
    if (before === undefined) this.#size += 1
    this.#changed.set(id, action)
    this.#settle(before, action)
    return this
  }

  delete(id: string): boolean {
    const before = this.get(id)
    if (before === undefined) return false
    this.#size -= 1
    this.#changed.set(id, undefined)
    this.#settle(before, undefined)
    return true
  }

  fork(): Actions {
    this.#index()
    const copy = new Actions()
    copy.#byId = this.#byId.fork()
    copy.#size = this.#size
    copy.#groups = this.#groups.fork()
    copy.#settled = this.#settled
    copy.#withSecret = this.#withSecret
    // From now on both objects copy the shared groups before they change them.
    this.#owner = {}
    return copy
  }

  #settle(before: Action | undefined, now: Action | undefined): void {
    const left = before !== undefined && isSettled(before) ? before : undefined
    const came = now !== undefined && isSettled(now) ? now : undefined
    if (left === undefined && came === undefined) return
    const { owner, members } = this.#settled
    if (owner !== this.#owner) this.#settled = { owner: this.#owner, members: members.slice() }
    if (left !== undefined) {
      takeOut(this.#settled.members, left)
      this.#withSecret -= secretsOf(left)
    }
    if (came !== undefined) {
      putIn(this.#settled.members, came)
      this.#withSecret += secretsOf(came)
    }
  }

  #index(): void {
    if (this.#changed.size === 0) return
    for (const [id, now] of this.#changed) {
      const before = this.#byId.get(id)
      if (now === before) continue
      if (now === undefined) this.#byId.delete(id)
      else this.#byId.set(id, now)
      const keys = groupsOf(now)
      if (before !== undefined)
        for (const key of groupsOf(before))
          if (before.order !== now?.order || !keys.includes(key)) this.#leave(key, before)
      if (now !== undefined) for (const key of keys) putIn(this.#own(key), now)
    }
    this.#changed.clear()
  }

  #group(key: string): ActionList {
    this.#index()
    return this.#groups.get(key)?.members ?? none
  }

  #own(key: string): Action[] {
    const group = this.#groups.get(key)
    if (group?.owner === this.#owner) return group.members
    const members = group?.members.slice() ?? []
    this.#groups.set(key, { owner: this.#owner, members })
    return members
  }

  #leave(key: string, action: Action): void {
    const members = this.#own(key)
    if (members.length === 1) this.#groups.delete(key)
    else takeOut(members, action)
  }
}

const secretsOf = ({ intent }: Action): number => (definitionOf(intent).givesSecret ? 1 : 0)

const putIn = (members: Action[], action: Action): void => {
  const last = members.at(-1)
  if (last === undefined || last.order < action.order) {
    members.push(action)
    return
  }
  const place = placeOf(members, action)
  members.splice(place, members[place]?.order === action.order ? 1 : 0, action)
}

const takeOut = (members: Action[], action: Action): void => {
  members.splice(placeOf(members, action), 1)
}

/** The index of an action in the list, or the index where it would go. */
const placeOf = (members: ActionList, { order }: Action): number => {
  let low = 0
  let high = members.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((members[middle]?.order ?? 0) < order) low = middle + 1
    else high = middle
  }
  return low
}

/** Short numbers for accounts: their keys are long, and every lookup in the index would hash them. */
const numbers = new Map<AccountKey, number>()
const numberOf = (account: AccountKey): number => {
  const known = numbers.get(account)
  if (known !== undefined) return known
  numbers.set(account, numbers.size)
  return numbers.size - 1
}

const openKey = (account: AccountKey) => `open ${numberOf(account)}`
const laneKey = (account: AccountKey, lane: string) => `lane ${numberOf(account)} ${lane}`
const targetKey = (account: AccountKey, target: string) => `target ${numberOf(account)} ${target}`
const aboutKey = (account: AccountKey, subject: string) => `about ${numberOf(account)} ${subject}`

const groupsOf = (action: Action | undefined): readonly string[] => {
  if (action === undefined) return []
  const { account, intent, status } = action
  const groups: string[] = []
  if (!action.dismissed) groups.push(aboutKey(account, subjectOf(intent)))
  if (isOpen(action)) {
    groups.push("open", openKey(account), laneKey(account, laneOf(intent)), targetKey(account, targetOf(intent)))
    if (action.expiresAt !== null) groups.push("expiring")
  }
  if (!isSettled(action) && status.state !== "queued") groups.push(status.state)
  return groups
}
