import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import { isLoopback } from "./addresses.ts"
import type { VncCredentials } from "./vnc/credentials.ts"
import { logIn, type VncServer } from "./vnc/login.ts"
import { VncProblem } from "./vnc/problem.ts"

/**
 * The VNC server as the agent knows it: whether a picture can be had, and if not, why. A look logs in, which tells a wrong password too and
 * keeps servers that count vain connections calm; it ends before ClientInit, so nothing appears on the screen.
 */

/** How often the server is looked at while a person is connected, ms. */
const LOOK_MS = 2_000
/** Servers count vain connections, and lock out whom they know by them: these looks become rarer, up to this, ms. */
const LOOK_VAIN_MS = 60_000

export interface ScreenOptions {
  readonly server: VncServer
  readonly credentials: () => VncCredentials
  readonly keepKey: (key: string) => void
  /** The picture can be had now, or no more. */
  readonly changed: () => void
  readonly say: (line: string) => void
  readonly lookMs?: number
}

export interface Screen {
  readonly isThere: boolean
  /** Logs in for a viewer; rejects with a `VncProblem`. */
  open(): Promise<Socket>
  /** Looks when the last look is some time ago. */
  look(now: number): void
  /** Looks at once. */
  lookNow(): Promise<void>
  /** A stream shows that it is there: no look is needed while one runs. */
  streams: number
}

const problemOf = (error: unknown): VncProblem =>
  error instanceof VncProblem ? error : new VncProblem("refused", "The connection to the VNC server failed.")

/** The server was there, and a look did not get in. */
const isVain = ({ reason }: VncProblem): boolean => reason !== "unreachable" && reason !== "silent"

/** Until the next look, ms. A server that starts or ends refuses a few times; a wrong password stays wrong. */
const pauseAfter = (problem: VncProblem | undefined, vain: number, lookMs: number): number =>
  problem?.reason === "password" ? LOOK_VAIN_MS : Math.min(LOOK_VAIN_MS, lookMs * 2 ** Math.max(0, vain - 1))

export const createScreen = (options: ScreenOptions): Screen => {
  let problem: VncProblem | undefined
  let isKnown = false
  let hasWarned = false
  let nextLook = 0
  /** Vain looks in a row. */
  let vain = 0
  let looking: Promise<void> | undefined
  /** The login of a viewer that is under way: a look would learn no more. */
  let opening: Promise<Socket> | undefined
  let logins = 0
  /** The latest login that has ended. */
  let latest = 0

  const note = (login: number, found: VncProblem | undefined): void => {
    // What a login finds that began earlier is older.
    if (login < latest) return
    latest = login
    const isNews = !isKnown || problem?.message !== found?.message
    const hasTurned = !isKnown || (problem === undefined) !== (found === undefined)
    problem = found
    isKnown = true
    if (isNews) options.say(found?.message ?? "The VNC server is there.")
    if (hasTurned) options.changed()
  }
  /** AGENT-2: what a private network could read is said once. */
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
  /** Its promise never rejects. */
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
