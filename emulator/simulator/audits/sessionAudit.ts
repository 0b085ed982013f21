import { parseSavedUser, USER_KEY } from "../../../src/domain/features/session/savedUser.ts"
import type { CloudAnswer } from "../../model/cloud/cloud.ts"
import type { Change, LocalStorage } from "../browser/localStorage.ts"
import type { Remembered } from "../browser/remembered.ts"
import type { NetworkRequest, Settled } from "../network/network.ts"
import { Violation } from "../violation.ts"
import type { SimulatedWorld, Tab } from "../world.ts"
import type { Rulebook } from "./rulebook.ts"

/** A slow disk can keep a tab busy this long between reading the saved user and ending its session, ms. */
const RECENT_MS = 20_000

interface SavedUser {
  readonly session: string | undefined
  readonly token: string | undefined
  readonly server: string | undefined
  readonly since: number
}

/**
 * Knows the owner of each token and the possible ends of each session: by a person, by a refusal in the reply to a
 * call, or with the loss of a saved user for a known reason (invariants 9 and 10).
 */
export class SessionAudit {
  /** The owners of each token (two servers may draw the same), and its session. */
  readonly #tokenOwners = new Map<string, Set<string>>()
  readonly #tokenSessions = new Map<string, string>()
  /** The token of the saved user; it is renewed within a session. */
  #token: string | undefined
  /** The session of the saved user, its first token, and its start. */
  #savedUser: SavedUser = { session: undefined, token: undefined, server: undefined, since: 0 }
  /** Tokens of sign-ins, and the tab that requested each. */
  readonly #givenTo = new Map<string, string>()
  /** Sessions that a reply to a call other than wake and reboot called invalid. */
  readonly #refused = new Set<string>()
  /** Tabs whose sign-in was refused. They erase the saved user. */
  readonly #failedSignIns = new Set<string>()
  /** Sessions that a person left. Their tokens go, even when the log is not writable. */
  readonly #left = new Set<string>()
  /** The servers to which a person signed in, by tab. */
  readonly #wanted = new Map<string, Set<string>>()
  /** Sessions whose token a tab removed for an unknown reason, and that tab. */
  readonly #robbed = new Map<string, string>()
  readonly #world: SimulatedWorld
  readonly #storage: LocalStorage
  /** The session that a tab shows. */
  readonly #sessionOf: (tab: Tab) => string | undefined

  constructor(world: SimulatedWorld, storage: LocalStorage, sessionOf: (tab: Tab) => string | undefined) {
    this.#world = world
    this.#storage = storage
    this.#sessionOf = sessionOf
  }

  preferenceChanged(key: string, value: string | undefined, by: Change, { sessions, signedOut }: Rulebook): void {
    if (key !== USER_KEY) return
    const { session: before, token: lost, server } = this.#savedUser
    const user = parseSavedUser(value ?? null)
    const session = user?.sessionId
    this.#token = user?.token
    if (session === before) return
    this.#savedUser = { session, token: user?.token, server: user?.server, since: this.#world.now }
    if (before === undefined || session !== undefined || by === "crash" || this.#storage.failures > 0) return
    const { name } = by.tab
    // The tab cannot write its sign-in to the log and gives up. Another tab may have signed in with the same token.
    const givesUp = this.#givenTo.get(lost ?? "") === name && sessions.get(before)?.tab !== name
    // A sign-in to another server leaves the session that it finds when its turn comes.
    const leaves = [...(this.#wanted.get(name) ?? [])].some((wanted) => wanted !== server)
    if (!signedOut.has(before) && !this.#failedSignIns.has(name) && !givesUp && !leaves) this.#robbed.set(before, name)
  }

  /** A person signs in in this tab, and leaves the session before. */
  signsIn(tab: Tab, server: string): void {
    this.#leaves(tab)
    this.#wanted.set(tab.name, (this.#wanted.get(tab.name) ?? new Set()).add(server))
  }

  #leaves(tab: Tab): void {
    const session = this.#sessionOf(tab)
    if (session !== undefined) this.#left.add(session)
  }

  /** Signing out ends the session of the browser, even when this tab does not know yet that another one signed in. */
  signsOut(tab: Tab): void {
    this.#leaves(tab)
    const { session } = this.#savedUser
    if (session !== undefined) this.#left.add(session)
  }

  sent({ body, server, call, tab }: NetworkRequest): void {
    if (!("uid" in body && "token" in body)) return
    const owners = this.#tokenOwners.get(body.token)
    if (owners?.has(`${server} ${body.uid}`) !== true) {
      const whose = owners === undefined ? "nobody" : [...owners].join(", ")
      throw new Violation(9, `${call} to ${server} as ${body.uid} with a token of ${whose}`)
    }
    const session = this.#token === body.token ? this.#savedUser.session : this.#sessionOf(tab)
    if (session !== undefined) this.#tokenSessions.set(body.token, session)
  }

  arrived({ server, call, tab }: NetworkRequest, { reply, uid }: CloudAnswer): void {
    const { token } = reply
    if (typeof token !== "string" || uid === undefined) return
    if (call === "signin") this.#givenTo.set(token, tab.name)
    this.given({ server, uid, token })
  }

  /** Records the owner of this token. */
  given({ server, uid, token }: Remembered): void {
    const owners = this.#tokenOwners.get(token) ?? new Set<string>()
    this.#tokenOwners.set(token, owners.add(`${server} ${uid}`))
  }

  settled({ tab, call, body }: NetworkRequest, outcome: Settled): void {
    if (outcome === "done" || outcome._tag === "NoReply") return
    if (call === "signin") this.#failedSignIns.add(tab.name)
    const silent = call === "request_device" && "cmd" in body && body.cmd !== "nat"
    if (outcome.refusal !== "sessionInvalid" || silent || !("token" in body)) return
    const session = this.#tokenSessions.get(body.token)
    if (session !== undefined) this.#refused.add(session)
  }

  /** A session may end as refused or lost only after such a reply, or while its token is missing, or shortly after. */
  ended({ sessionId, reason }: { readonly sessionId: string; readonly reason: string }): void {
    if ((reason !== "refused" && reason !== "lost") || this.#refused.has(sessionId) || this.#left.has(sessionId)) return
    const robber = this.#robbed.get(sessionId)
    if (robber !== undefined)
      throw new Violation(9, `${robber} erased the saved user of session ${sessionId}, which nobody had ended`)
    const { session, since } = this.#savedUser
    if (session === sessionId && this.#world.now - since > RECENT_MS)
      throw new Violation(10, `session ${sessionId} ended as ${reason}, and no call was told so`)
  }
}
