import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import { isLoopback } from "./addresses.ts"
import type { VncCredentials } from "./vnc/credentials.ts"
import { logIn, type VncServer } from "./vnc/login.ts"
import { VncProblem } from "./vnc/problem.ts"

/**
 * The agent's state of the VNC server: whether it gives a picture, and the reason if not. A check logs in. That also
 * detects a wrong password, and does not annoy servers that count failed connections. It ends before ClientInit, so
 * nothing appears on the screen.
 */

/** Interval of the checks while a person is connected, ms. */
const LOOK_MS = 2_000
/** Servers count failed logins and lock out their source. So failed checks become rarer, up to this interval, ms. */
const LOOK_VAIN_MS = 60_000

export interface ScreenOptions {
  readonly server: VncServer
  readonly credentials: () => VncCredentials
  readonly keepKey: (key: string) => void
  /** Called when the picture becomes available or unavailable. */
  readonly changed: () => void
  readonly say: (line: string) => void
  readonly lookMs?: number
}

export interface Screen {
  readonly isThere: boolean
  /** Logs in for a viewer; rejects with a `VncProblem`. */
  open(): Promise<Socket>
  /** Checks when the last check was some time ago. */
  look(now: number): void
  /** Checks at once. */
  lookNow(): Promise<void>
  /** Number of running streams. While one runs, no check is needed. */
  streams: number
}

const problemOf = (error: unknown): VncProblem =>
  error instanceof VncProblem ? error : new VncProblem("refused", "The connection to the VNC server failed.")

/** True when the server answered, and the check did not get in. */
const isVain = ({ reason }: VncProblem): boolean => reason !== "unreachable" && reason !== "silent"

/** Pause until the next check, ms. A server that starts or ends refuses a few times; a wrong password stays wrong. */
const pauseAfter = (problem: VncProblem | undefined, vain: number, lookMs: number): number =>
  problem?.reason === "password" ? LOOK_VAIN_MS : Math.min(LOOK_VAIN_MS, lookMs * 2 ** Math.max(0, vain - 1))

export const createScreen = (options: ScreenOptions): Screen => {
  let problem: VncProblem | undefined
  let isKnown = false
  let hasWarned = false
  let nextLook = 0
  /** Failed checks in a row. */
  let vain = 0
  let looking: Promise<void> | undefined
  /** The running login of a viewer: a check would learn nothing more. */
  let opening: Promise<Socket> | undefined
  let logins = 0
  /** Number of the latest login that has ended. */
  let latest = 0

  const note = (login: number, found: VncProblem | undefined): void => {
    // A login that began earlier has an older result.
    if (login < latest) return
    latest = login
    const isNews = !isKnown || problem?.message !== found?.message
    const hasTurned = !isKnown || (problem === undefined) !== (found === undefined)
    problem = found
    isKnown = true
    if (isNews) options.say(found?.message ?? "The VNC server is there.")
    if (hasTurned) options.changed()
  }
  /** AGENT-2: warns once that a private network could read the traffic. */
  const warn = (socket: Socket): void => {
    const isSealed = socket instanceof TLSSocket || isLoopback(socket.remoteAddress ?? "")
    if (isSealed || hasWarned) return
    hasWarned = true
    options.say("The way from here to the VNC server is plain text: its network can see the picture and the keys.")
  }
  const enter = async (): Promise<Socket> => {
    logins += 1
    const login = logins
    try {
      const { socket, key } = await logIn(options.server, options.credentials())
      warn(socket)
      if (key !== undefined) options.keepKey(key)
      note(login, undefined)
      return socket
    } catch (error) {
      const found = problemOf(error)
      note(login, found)
      throw found
    }
  }
  const open = (): Promise<Socket> => {
    const mine = enter().finally(() => {
      if (opening === mine) opening = undefined
    })
    opening = mine
    return mine
  }
  /** Never rejects. */
  const tryOnce = (): Promise<unknown> => Promise.allSettled([opening ?? enter().then((socket) => socket.destroy())])
  const lookNow = (): Promise<void> => {
    looking ??= tryOnce().then(() => {
      vain = problem !== undefined && isVain(problem) ? vain + 1 : 0
      nextLook = performance.now() + pauseAfter(problem, vain, options.lookMs ?? LOOK_MS)
      looking = undefined
    })
    return looking
  }
  return {
    streams: 0,
    get isThere() {
      return problem === undefined && isKnown
    },
    open,
    lookNow,
    look(now) {
      if (this.streams === 0 && now >= nextLook) void lookNow()
    },
  }
}
