import { once } from "node:events"
import { connect, type Socket } from "node:net"

/**
 * Real presses on a screen of Xvfb, by the X protocol and its extension XTEST: the window takes them for a person's, which
 * events that a script makes are not. Without a window manager the keys go where the pointer is.
 */

/** Key codes of the keyboard that Xvfb has, by their names. */
const keyCodes = { Control: 37, Escape: 9, Return: 36, q: 24, r: 27, plus: 21, zero: 19 } as const
export type XKey = keyof typeof keyCodes

const QUERY_EXTENSION = 98
const FAKE_INPUT = 2
const EVENTS = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const

export interface XScreen {
  /** Presses all, lets go in reverse. */
  readonly press: (...keys: readonly XKey[]) => void
  readonly click: (x: number, y: number) => void
  readonly close: () => void
}

/** The next answer: its first 8 bytes, and as many as `restOf` reads from them; it comes in pieces on a busy machine. */
const read = async (socket: Socket, restOf: (head: Buffer) => number): Promise<Buffer> => {
  const take = async (length: number): Promise<Buffer> => {
    for (;;) {
      const bytes: Buffer | null = socket.read(length)
      if (bytes !== null) return bytes
      await once(socket, "readable")
    }
  }
  const head = await take(8)
  return Buffer.concat([head, await take(restOf(head))])
}

/** The number of the extension XTEST at this server. */
const xtestOf = async (socket: Socket): Promise<number> => {
  socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
  const [accepted] = await read(socket, (head) => 4 * head.readUInt16LE(6))
  if (accepted !== 1) throw new Error("the X server accepts no connection")
  const name = Buffer.from("XTEST\0\0\0")
  socket.write(Buffer.concat([Buffer.from([QUERY_EXTENSION, 0, 4, 0, 5, 0, 0, 0]), name]))
  const answer = await read(socket, () => 24)
  if (answer[8] !== 1) throw new Error("the X server has no XTEST")
  return answer[9] ?? 0
}

/** `display` as in DISPLAY, of this machine. */
export const openXScreen = async (display: string): Promise<XScreen> => {
  const socket = connect(`/tmp/.X11-unix/X${display.replace(/^:/, "")}`)
  await once(socket, "connect")
  const opcode = await xtestOf(socket)
  const fake = (event: number, detail: number, x = 0, y = 0): void => {
    const request = Buffer.alloc(36)
    request.writeUInt8(opcode, 0)
    request.writeUInt8(FAKE_INPUT, 1)
    request.writeUInt16LE(9, 2)
    request.writeUInt8(event, 4)
    request.writeUInt8(detail, 5)
    request.writeInt16LE(x, 24)
    request.writeInt16LE(y, 26)
    socket.write(request)
  }
  return {
    press: (...keys) => {
      for (const key of keys) fake(EVENTS.keyPress, keyCodes[key])
      for (const key of keys.toReversed()) fake(EVENTS.keyRelease, keyCodes[key])
    },
    click: (x, y) => {
      fake(EVENTS.motion, 0, x, y)
      fake(EVENTS.buttonPress, 1)
      fake(EVENTS.buttonRelease, 1)
    },
    close: () => socket.destroy(),
  }
}
