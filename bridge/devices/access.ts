import type { BridgeReason } from "../../src/domain/wire/bridge.ts"
import type { DeviceMessage } from "../../src/domain/wire/device/message.ts"
import type { Discovery } from "../lan/discovery.ts"
import { SESSIONS_PER_PAGE_MAX } from "../limits.ts"
import type { ConnectedPage } from "../page/page.ts"
import { type ChangedKey, type DeviceSession, enterDevice } from "./entry.ts"
import { locateDevice, type Reached } from "./locating.ts"
import type { KeyPins } from "./pins.ts"
import { createPrompts } from "./prompts.ts"
import { PageSessions } from "./sessions.ts"

/**
 * The devices that one page has entered. Each page has its own sessions, because a passcode that one page has proven
 * opens nothing for another page. Passcodes stay in memory, until the page closes.
 */
export interface DeviceAccess {
  /**
   * Returns the open session with the device, or opens one. Asks the page for the passcode where the device needs one.
   */
  enter(id: string, way: DeviceRoute): Promise<Entering>
  /** The open session, if there is one. Asks neither the device nor the person. */
  present(id: string): DeviceSession | undefined
  /** The page's answer to the last question for a passcode; false when there was none. */
  answer(passcode: string): boolean
  /** Keeps the session while it is used; without any hold it ends after a while. Returns the release. */
  hold(id: string): () => void
  /** Ends the session, or stops entering the device. False when there was neither. */
  leave(id: string): boolean
  /** The passcode that opened the device, for work that outlives this page. */
  passcodeOf(did: string): string | undefined
}

/** The app's knowledge of a device, from which the bridge finds the way to it. */
export interface DeviceRoute {
  /** True for a device of the account: the bridge may reach it through the cloud when no network leads to it. */
  readonly isOnline: boolean
  /** The device's key, as the account's server reports it. */
  readonly expected?: string
}

export type Entering =
  | { readonly ok: true; readonly session: DeviceSession; readonly at: Reached }
  | { readonly ok: false; readonly reason: Exclude<BridgeReason, "key_changed"> }
  /** A person decides whether the device may have this key. */
  | ({ readonly ok: false; readonly reason: "key_changed" } & ChangedKey)

export interface AccessOptions {
  readonly page: ConnectedPage
  readonly pins: KeyPins
  readonly discovery: Discovery
  /** Receives the messages of devices that answer no request. */
  readonly onMessage: (id: string, message: DeviceMessage) => void
  readonly left: (id: string, reason: BridgeReason) => void
}

interface Opening {
  readonly entering: Promise<Entering>
  readonly givenUp: AbortController
}

const isFull: Entering = { ok: false, reason: "busy" }
const isGivenUp: Entering = { ok: false, reason: "superseded" }

export const createAccess = ({ page, pins, discovery, onMessage, left }: AccessOptions): DeviceAccess => {
  const sessions = new PageSessions(left)
  const opening = new Map<string, Opening>()
  const passcodes = new Map<string, string>()
  const prompts = createPrompts(page.gone)

  /** Tries to enter the device until it opens, it fails, or the person gives up. */
  const askAgain = async (
    id: string,
    at: Reached,
    expected: string | undefined,
    givenUp: AbortSignal,
  ): Promise<Entering> => {
    const until = AbortSignal.any([page.gone, givenUp])
    for (;;) {
      const passcode = passcodes.get(at.did)
      const { did, endpoint } = at
      const wanted = {
        did,
        pins,
        ...(passcode !== undefined && { passcode }),
        ...(expected !== undefined && { expected }),
      }
      const entered = await enterDevice(endpoint, wanted, until)
      if (givenUp.aborted) return isGivenUp
      if (page.gone.aborted) return { ok: false, reason: "closed" }
      if (entered.outcome === "failed") return { ok: false, reason: entered.reason }
      if (entered.outcome === "key_changed") {
        const { known, since, offered } = entered
        return { ok: false, reason: "key_changed", known, since, offered }
      }
      if (entered.outcome === "open") {
        const { session } = entered
        sessions.add(id, session, at)
        session.onMessage((message) => onMessage(id, message))
        return { ok: true, session, at }
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
  /** Counts also the devices that are being opened, including the device that needs the room. */
  const isCrowded = (): boolean => sessions.size + opening.size > SESSIONS_PER_PAGE_MAX
  const open = async (id: string, { isOnline, expected }: DeviceRoute, givenUp: AbortSignal): Promise<Entering> => {
    if (givenUp.aborted) return isGivenUp
    sessions.makeRoom(isCrowded)
    if (isCrowded()) return isFull
    const signal = AbortSignal.any([page.gone, givenUp])
    const reached = await locateDevice({ discovery, id, isOnline, relay: page.send, signal })
    if (givenUp.aborted) return isGivenUp
    return reached.ok ? askAgain(id, reached.at, expected, givenUp) : reached
  }

  page.gone.addEventListener("abort", () => {
    sessions.closeAll()
    passcodes.clear()
  })

  return {
    enter: (id, way) => {
      const here = sessions.use(id)
      if (here !== undefined) return Promise.resolve({ ok: true, session: here.session, at: here.at })
      const under = opening.get(id)
      if (under?.givenUp.signal.aborted === false) return under.entering
      const givenUp = new AbortController()
      const begin = (): Promise<Entering> => open(id, way, givenUp.signal)
      // The attempt that was given up ends first, so that the bridge never connects to a device twice.
      const before: Promise<unknown> = under?.entering ?? Promise.resolve()
      const entering = before.then(begin, begin).finally(() => {
        if (opening.get(id) === mine) opening.delete(id)
      })
      const mine: Opening = { entering, givenUp }
      opening.set(id, mine)
      return entering
    },
    present: (id) => sessions.get(id)?.session,
    answer: prompts.answer,
    hold: (id) => sessions.hold(id),
    leave: (id) => {
      const under = opening.get(id)
      const isOpening = under?.givenUp.signal.aborted === false
      const hasLeft = sessions.leave(id)
      under?.givenUp.abort()
      prompts.giveUp(id)
      return hasLeft || isOpening
    },
    passcodeOf: (did) => passcodes.get(did),
  }
}
