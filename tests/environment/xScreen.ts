import { once } from "node:events"
import { connect, type Socket } from "node:net"

/**
 * Real key presses and clicks on a screen of Xvfb, by the X protocol with XTEST: the window takes them for a person's,
 * unlike events from a script. Without a window manager keys go to the window under the pointer.
 */

/** Key codes of Xvfb's keyboard, by name. */
const keyCodes = {
  ...{ Control: 37, CapsLock: 66, Escape: 9, Return: 36, q: 24, r: 27, plus: 21, zero: 19 },
  /** No keyboard has it, until a test says what is on it. */
  spare: 250,
} as const
export type XKey = keyof typeof keyCodes

const CONFIGURE_WINDOW = 12
const INTERN_ATOM = 16
const CHANGE_PROPERTY = 18
const TRANSLATE = 40
const QUERY_EXTENSION = 98
const CHANGE_KEYBOARD = 100
const FAKE_INPUT = 2
/** The atom of atoms, the four fields of a window's place and size, and bytes before the vendor's name in a greeting. */
const ATOM = 4
const PLACE_AND_SIZE = 0b1111
const GREETING = 32
const EVENTS = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const

export interface XScreen {
  /** Presses all keys, and releases them in reverse. */
  readonly press: (...keys: readonly XKey[]) => void
  readonly click: (x: number, y: number) => void
  /** Puts key symbols on the spare key, one for each layout of the keyboard. */
  readonly setSpare: (...symbols: readonly number[]) => void
  /** Shows the window at this point full screen, as a window manager does that was asked to. */
  readonly fill: (x: number, y: number, width: number, height: number) => Promise<void>
  readonly close: () => void
}

/**
 * The next answer: its first 8 bytes, and as many more as `restOf` reads from them. On a busy machine it arrives in
 * pieces.
 */
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

/** Answers have 32 bytes, those at least that are asked for here. */
const ask = (socket: Socket, request: Buffer): Promise<Buffer> => {
  socket.write(request)
  return read(socket, () => 24)
}

/** A request: its number, the byte after it, and its words of four bytes. */
const requestOf = (number: number, detail: number, words: readonly number[], text = ""): Buffer => {
  const rest = Buffer.from(text.padEnd(4 * Math.ceil(text.length / 4), "\0"))
  const request = Buffer.alloc(4 + 4 * words.length)
  request.writeUInt8(number, 0)
  request.writeUInt8(detail, 1)
  request.writeUInt16LE((request.length + rest.length) / 4, 2)
  for (const [index, word] of words.entries()) request.writeUInt32LE(word, 4 + 4 * index)
  return Buffer.concat([request, rest])
}

/** The root window of the first screen. */
const greet = async (socket: Socket): Promise<number> => {
  socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
  const greeting = await read(socket, (head) => 4 * head.readUInt16LE(6))
  if (greeting[0] !== 1) throw new Error("the X server accepts no connection")
  const vendor = 4 * Math.ceil(greeting.readUInt16LE(24) / 4)
  return greeting.readUInt32LE(8 + GREETING + vendor + 8 * greeting.readUInt8(29))
}

/** This server's number for the extension XTEST. */
const xtestOf = async (socket: Socket): Promise<number> => {
  const answer = await ask(socket, requestOf(QUERY_EXTENSION, 0, ["XTEST".length], "XTEST"))
  if (answer[8] !== 1) throw new Error("the X server has no XTEST")
  return answer[9] ?? 0
}

const atomOf = async (socket: Socket, name: string): Promise<number> =>
  (await ask(socket, requestOf(INTERN_ATOM, 0, [name.length], name))).readUInt32LE(8)

/** `display`: a display of this machine, in the form of DISPLAY. */
export const openXScreen = async (display: string): Promise<XScreen> => {
  const socket = connect(`/tmp/.X11-unix/X${display.replace(/^:/, "")}`)
  await once(socket, "connect")
  const root = await greet(socket)
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
    setSpare: (...symbols) =>
      void socket.write(
        requestOf(CHANGE_KEYBOARD, 1, [
          keyCodes.spare | ((2 * symbols.length) << 8),
          ...symbols.flatMap((one) => [one, one]),
        ]),
      ),
    fill: async (x, y, width, height) => {
      const window = (await ask(socket, requestOf(TRANSLATE, 0, [root, root, x | (y << 16)]))).readUInt32LE(8)
      const [state, full] = [await atomOf(socket, "_NET_WM_STATE"), await atomOf(socket, "_NET_WM_STATE_FULLSCREEN")]
      socket.write(requestOf(CHANGE_PROPERTY, 0, [window, state, ATOM, 32, 1, full]))
      socket.write(requestOf(CONFIGURE_WINDOW, 0, [window, PLACE_AND_SIZE, 0, 0, width, height]))
    },
    close: () => socket.destroy(),
  }
}
