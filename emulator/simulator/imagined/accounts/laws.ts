import type { SignInForm } from "../../../../src/domain/client/accounts/flows/signIn.ts"
import { Violation } from "../../violation.ts"
import type { Whim } from "./servers.ts"
import { isSame, type Sight } from "./sight.ts"

/**
 * What a person may expect of each thing that is done with an account, when nothing else happens meanwhile. Written from
 * what was asked, the answers of the server and what is left in the browser, without the client's own code.
 */

export interface DeedTold {
  readonly before: Sight
  readonly after: Sight
  /** Answers that the deed met, in their order. */
  readonly met: readonly Whim[]
  /** The log could not be written: from the beginning, or from the first answer on. */
  readonly full: "throughout" | "late" | undefined
  /** The vault could not be emptied. */
  readonly locked: boolean
  /** The device list of the account was known. */
  readonly listed: boolean
  /** Sessions that had ended before. */
  readonly ended: ReadonlySet<string>
  readonly deleted: ReadonlySet<string>
  readonly holder: (token: string) => string | undefined
}

export type Law = (told: DeedTold) => void

const must = (is: boolean, invariant: number, what: string): void => {
  if (!is) throw new Violation(invariant, what)
}

/** The passcode of a device that is on the list, and of one that is on nobody's. */
const ownPasscode = "passcode.d1"

const sameUser = ({ before, after }: DeedTold, when: string): void =>
  must(
    after.user?.token === before.user?.token && after.user?.sessionId === before.user?.sessionId,
    26,
    `${when} changed the saved user`,
  )
const sameSession = ({ before, after }: DeedTold, when: string): void =>
  must(after.current?.id === before.current?.id, 9, `${when} changed who is signed in`)

const nobodyLeft = ({ before, after, listed }: DeedTold, when: string): void => {
  must(after.current === undefined, 9, `after ${when} ${after.current?.account} is still signed in`)
  must(!after.hasUser, 26, `${when} left the saved user`)
  const mayKeep = before.current === undefined || !listed
  must(mayKeep || !after.passcodes.has(ownPasscode), 26, `${when} left the passcode of a device of the account`)
}

/** Whether the saved user is that of the session. */
const agree = ({ user, current }: Sight): boolean => user?.sessionId === current?.id

/** What other accounts, and this one's log, keep whatever is done. `but`: accounts of which everything may go. */
const othersKeep = ({ before, after }: DeedTold, but: ReadonlySet<string>, when: string): void => {
  const left = <Value>(map: ReadonlyMap<string, Value>) => [...map.keys()].filter((account) => !but.has(account))
  for (const account of left(before.codes)) {
    const [had, has] = [before.codes.get(account) ?? [], after.codes.get(account) ?? []]
    must(isSame(had, has), 26, `${when} changed the codes of ${account}`)
  }
  const open = (sight: Sight) => [...sight.open].flatMap(([action, owner]) => (but.has(owner) ? [] : [action]))
  must(isSame(open(before), open(after)), 1, `${when} changed what waits to be sent`)
  const tags = (sight: Sight) => [...sight.tags].filter((tag) => ![...but].some((account) => tag.startsWith(account)))
  must(isSame(tags(before), tags(after)), 1, `${when} changed tags`)
}
const nobody: ReadonlySet<string> = new Set()

export const afterSignIn =
  ({ server }: SignInForm, uid: string): Law =>
  (told) => {
    const { before, after, full } = told
    const [whim] = told.met
    const when = `a sign-in to ${server} that met ${whim ?? "no answer"}`
    othersKeep(told, told.deleted, when)
    if (full === "throughout") return
    const leaves = before.current !== undefined && before.current.server !== server
    const plain = before.user !== undefined && before.user.sessionId === undefined
    if (whim === "kind" && full === undefined) {
      const { user, current } = after
      must(current?.server === server && current.uid === uid, 9, `${when} signed in ${current?.account ?? "nobody"}`)
      must(user !== undefined && agree(after), 26, `${when} saved no user of its session`)
      must(user?.server === server && user.uid === uid, 26, `${when} saved ${String(user?.uid)}`)
      must(told.holder(user?.token ?? "") === `${server} ${uid}`, 26, `${when} saved another token`)
    } else if (whim === "refused") {
      must(!after.hasUser, 26, `${when} left the saved user`)
      if (full === undefined) nobodyLeft(told, when)
    } else if (leaves) {
      must(after.current === undefined, 9, `${when} left the session with ${before.current.server}`)
      must(!agree(before) || !after.hasUser, 26, `${when} left the token of the session that it ended`)
    } else if (!plain) {
      sameUser(told, when)
      sameSession(told, when)
    }
  }

export const afterSignOut =
  (unsent: "keep" | "discard"): Law =>
  (told) => {
    const { before, after, full, locked } = told
    const when = `signing out (${unsent})`
    const account = before.current?.account ?? ""
    if (before.current === undefined || agree(before)) must(!after.hasUser, 26, `${when} left the saved user`)
    if (before.current !== undefined) {
      if (!locked) must((after.codes.get(account)?.size ?? 0) === 0, 26, `${when} left codes of ${account}`)
      if (full === undefined) must(after.current === undefined, 9, `${when} signed nobody out`)
      const mine = ({ open }: Sight) => [...open].flatMap(([action, owner]) => (owner === account ? [action] : []))
      const kept = unsent === "discard" && full === undefined ? [] : mine(before)
      must(isSame(kept, mine(after)), 1, `${when} did not do as it was told with what waits`)
      othersKeep(told, new Set([account]), when)
      if (full === undefined && agree(before)) nobodyLeft(told, when)
    }
  }

/** Saved user and log are brought together: of a session that both know nothing changes, of any other one wins. */
export const afterReconcile: Law = (told) => {
  const { before, after, full, ended, deleted } = told
  const when = "bringing saved user and log together"
  if (full !== undefined || deleted.size > 0) return
  othersKeep(told, nobody, when)
  const known = before.user?.sessionId
  if (known === undefined && before.user !== undefined) {
    // Another client's: of a server that is known, or of none.
    must(after.current?.id === after.user?.sessionId, 26, `${when} left them apart`)
    return
  }
  if (typeof known !== "string" || ended.has(known)) return nobodyLeft(told, when)
  sameUser(told, when)
  must(after.current?.id === known, 26, `${when} left a token without its session`)
  if (known === before.current?.id)
    must(isSame(before.passcodes, after.passcodes), 26, `${when} took passcodes of a session that lives`)
}

/** A server has refused this session. */
export const afterRefusal =
  (session: string): Law =>
  (told) => {
    const { before, full } = told
    const when = `the refusal of ${session}`
    othersKeep(told, nobody, when)
    if (before.current?.id !== session) {
      sameSession(told, when)
      if (before.user?.sessionId !== undefined && before.user.sessionId !== session) sameUser(told, when)
    } else if (full === undefined && agree(before)) nobodyLeft(told, when)
    else if (agree(before)) must(!told.after.hasUser, 26, `${when} left its token`)
  }

export const afterReading =
  (list: string): Law =>
  (told) => {
    const { before, after, full, met } = told
    const when = `reading ${list}, which met ${met.join(", ") || "no answer"}`
    othersKeep(told, nobody, when)
    if (full !== undefined || before.current === undefined || !agree(before)) return
    const [whim] = met
    if (whim === "ends") return nobodyLeft(told, when)
    const isAnother = list === "devices" && whim === "another"
    const renews = list === "devices" && (whim === "kind" || isAnother)
    must(agree(after), 26, `${when} took saved user and log apart`)
    must(after.user?.uid === after.current?.uid, 26, `${when} saved another account than the one signed in`)
    if (!renews) sameUser(told, when)
    else must(after.user?.token !== before.user?.token, 26, `${when} did not keep the new token`)
    if (!isAnother) sameSession(told, when)
    else must(after.current?.id !== before.current.id, 9, `${when} gave its session to another account`)
  }

/** Nothing is left of what was deleted, and everything of what was not. */
export const afterErasure =
  (text: () => string, account?: string): Law =>
  (told) => {
    const { before, after, full, locked } = told
    const deleted = new Set(account === undefined ? told.deleted : [...told.deleted, account])
    const when = "an erasure"
    const holder = before.user === undefined ? undefined : told.holder(before.user.token)
    othersKeep(told, deleted, when)
    if (holder !== undefined && !deleted.has(holder) && before.user?.sessionId !== undefined) sameUser(told, when)
    if (full !== undefined || locked) return
    must(!deleted.has(told.holder(after.user?.token ?? "") ?? ""), 26, `${when} left a token of who is deleted`)
    for (const gone of deleted) {
      must((after.codes.get(gone)?.size ?? 0) === 0, 26, `${when} left codes of ${gone}`)
      must(!text().includes(JSON.stringify(gone)), 1, `${when} left ${gone} in the log`)
    }
  }

export const afterNothing =
  (when: string): Law =>
  (told) => {
    sameUser(told, when)
    sameSession(told, when)
  }
