import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import type { DeviceMessage } from "../../src/domain/wire/device/message.ts"
import type { Discovery } from "../lan/discovery.ts"
import { SESSION_IDLE_MS, SESSIONS_PER_PAGE_MAX } from "../limits.ts"
import type { Page } from "../page/page.ts"
import { type DeviceSession, enterDevice } from "./entry.ts"
import { createPrompts } from "./prompts.ts"
import { type Reached, reachDevice } from "./reach.ts"

/**
 * The devices that one page has entered. Sessions belong to a page, because a passcode that one page has proven opens
 * nothing for another. Passcodes stay in memory, and no longer than the page.
 */
export interface Access {
  /** A session with the device, the one at hand or a new one; asks the page for the passcode where one is needed. */
  enter(id: string, isOnline: boolean): Promise<Entering>
  /** The session at hand, without asking anybody. */
  present(id: string): DeviceSession | undefined
  /** The page's answer to the last question for a passcode; false when there was none. */
  answer(passcode: string): boolean
  /** Keeps the session while it is used; without any hold it ends after a while. Returns the release. */
  hold(id: string): () => void
  /** False when there was neither a session nor a question. */
  leave(id: string): boolean
  /** What opened the device, for work that goes on without this page. */
  passcodeOf(did: string): string | undefined
}

export type Entering =
  | { readonly ok: true; readonly session: DeviceSession; readonly at: Reached }
  | { readonly ok: false; readonly reason: BridgeReason }

export interface AccessOptions {
  readonly page: Page
  readonly discovery: Discovery
  /** What devices say by themselves. */
  readonly heard: (id: string, message: DeviceMessage) => void
  readonly left: (id: string, reason: BridgeReason) => void
}

interface Present {
  readonly session: DeviceSession
  readonly at: Reached
  holds: number
  timer: NodeJS.Timeout | undefined
}

const isFull: Entering = { ok: false, reason: "busy" }

export const createAccess = ({ page, discovery, heard, left }: AccessOptions): Access => {
  const present = new Map<string, Present>()
  const entering = new Map<string, Promise<Entering>>()
  const passcodes = new Map<string, string>()
  const prompts = createPrompts(page.gone)

  const rest = (one: Present): void => {
    clearTimeout(one.timer)
    if (one.holds === 0) one.timer = setTimeout(() => one.session.close(), SESSION_IDLE_MS)
  }
  const keep = (id: string, session: DeviceSession, at: Reached): Entering => {
    const one: Present = { session, at, holds: 0, timer: undefined }
    present.set(id, one)
    rest(one)
    session.onMessage((message) => heard(id, message))
    void session.ended.then(({ reason }) => {
      clearTimeout(one.timer)
      // Left for another device, it may have been entered again meanwhile.
      if (present.get(id) === one) present.delete(id)
      left(id, reason)
    })
    return { ok: true, session, at }
  }
  /** Knocks until the device opens, fails, or the person gives up. */
  const knock = async (id: string, at: Reached): Promise<Entering> => {
    for (;;) {
      const passcode = passcodes.get(at.did)
      const entered = await enterDevice(at.place, { did: at.did, ...(passcode !== undefined && { passcode }) })
      if (entered.outcome === "failed") return { ok: false, reason: entered.reason }
      if (entered.outcome === "open") {
        if (!page.gone.aborted) return keep(id, entered.session, at)
        entered.session.close()
        return { ok: false, reason: "closed" }
      }
      if (entered.outcome === "wrong_passcode") passcodes.delete(at.did)
      const prompted = prompts.ask(id)
      const error = entered.outcome === "passcode_wanted" ? {} : { error: entered.outcome }
      page.send({ type: "auth_device", id, ...error, ...(entered.waitMs > 0 && { wait_ms: entered.waitMs }) })
      const answer = await prompted
      if (!answer.ok) return answer
      passcodes.set(at.did, answer.passcode)
    }
  }
  /** Leaves whatever nobody holds and was used longest ago, where there is no room otherwise; false when all are held. */
  const makeRoom = (): boolean => {
    for (const [id, { holds, session }] of present) {
      if (present.size + entering.size < SESSIONS_PER_PAGE_MAX) break
      if (holds > 0) continue
      present.delete(id)
      session.close()
    }
    return present.size + entering.size < SESSIONS_PER_PAGE_MAX
  }
  const open = async (id: string, isOnline: boolean): Promise<Entering> => {
    if (!makeRoom()) return isFull
    const reached = await reachDevice({ discovery, id, isOnline, relay: page.send, signal: page.gone })
    return reached.ok ? knock(id, reached.at) : reached
  }

  page.gone.addEventListener("abort", () => {
    for (const { session } of present.values()) session.close()
    passcodes.clear()
  })

  return {
    enter: (id, isOnline) => {
      const here = present.get(id)
      if (here !== undefined) {
        rest(here)
        // The order is that of the last use.
        present.delete(id)
        present.set(id, here)
        return Promise.resolve({ ok: true, session: here.session, at: here.at })
      }
      const under = entering.get(id)
      if (under !== undefined) return under
      const opening = open(id, isOnline).finally(() => entering.delete(id))
      entering.set(id, opening)
      return opening
    },
    present: (id) => present.get(id)?.session,
    answer: prompts.answer,
    hold: (id) => {
      const one = present.get(id)
      if (one === undefined) return () => {}
      one.holds += 1
      rest(one)
      let isHeld = true
      return () => {
        if (isHeld) one.holds -= 1
        isHeld = false
        rest(one)
      }
    },
    leave: (id) => {
      const here = present.get(id)
      here?.session.close()
      return prompts.giveUp(id) || here !== undefined
    },
    passcodeOf: (did) => passcodes.get(did),
  }
}
