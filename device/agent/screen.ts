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

/** How often the server is looked at while a person is connected; more rarely where it refuses us, ms. */
const LOOK_MS = 5_000
const LOOK_REFUSED_MS = 60_000

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

const isAboutUs = ({ reason }: VncProblem): boolean => reason === "password" || reason === "refused"

export const createScreen = (options: ScreenOptions): Screen => {
  let problem: VncProblem | undefined
  let isKnown = false
  let hasWarned = false
  let nextLook = 0
  let looking: Promise<void> | undefined

  const note = (found: VncProblem | undefined): void => {
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
  const open = async (): Promise<Socket> => {
    try {
      const { socket, key } = await logIn(options.server, options.credentials())
      warn(socket)
      if (key !== undefined) options.keepKey(key)
      note(undefined)
      return socket
    } catch (error) {
      const found = problemOf(error)
      note(found)
      throw found
    }
  }
  const lookNow = (): Promise<void> => {
    looking ??= open()
      .then(
        (socket) => void socket.destroy(),
        () => {},
      )
      .finally(() => {
        const pause = problem !== undefined && isAboutUs(problem) ? LOOK_REFUSED_MS : (options.lookMs ?? LOOK_MS)
        nextLook = performance.now() + pause
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
