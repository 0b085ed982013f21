import { constants, deflateRawSync, gzipSync } from "node:zlib"
import { summed } from "../../src/domain/log/lineSum.ts"

/** Small packed files that unpack to a lot (SEC-3). */

const MEBIBYTE = 1024 * 1024
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/**
 * A packed file of some hundred KB that unpacks to `piece` repeated up to this many MiB. Its checksum is wrong, but no
 * reader gets so far.
 */
export const bomb = (piece: string, mebibytes: number, start = ""): Uint8Array<ArrayBuffer> => {
  const flushed = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH })
  const block = flushed(piece.repeat(MEBIBYTE / piece.length))
  const end = Buffer.concat([deflateRawSync(""), Buffer.alloc(8)])
  return new Uint8Array(Buffer.concat([HEAD, flushed(start), ...Array.from({ length: mebibytes }, () => block), end]))
}

/** A packed file of this many members, each with `piece`. */
export const manyMembers = (piece: string, count: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(Array.from({ length: count }, () => gzipSync(piece))))

/** A device of a list, the n-th of its account. */
export const listedDevice = (n: number, name = "") => ({
  id: `d${n}`,
  name,
  model: 1,
  lastSeen: 1,
  flags: 0,
  build: 1,
  shared: false,
  owner: "",
})

/** So many lines that each put so many further devices on the list, as a release writes them. */
export const deviceLines = (lines: number, devices: number): string[] =>
  Array.from({ length: lines }, (_, line) => {
    const added = Array.from({ length: devices }, (_, n) => listedDevice(line * devices + n))
    const account = "https://api.example.com u1"
    const payload = { account, begunAt: 1, added, changed: [], removed: [], seen: [] }
    const id = `0000000${line + 1}-0000-4000-8000-000000000000`
    const event = { seq: line + 1, id, type: "DevicesRead", v: 1, at: 1, account, tab: "t1", cause: null, payload }
    return `${summed(JSON.stringify(event))}\n`
  })

/**
 * Files that a person may receive. Each opens without the memory of its unpacked size. `start` is the first line of a
 * log.
 */
export const bombs = (
  start: string,
): readonly (readonly [what: string, file: Uint8Array<ArrayBuffer>, line: number])[] => [
  ["one endless line", bomb("a", 900), 1],
  ["an endless second line", bomb(" ", 900, `${start}\n`), 2],
  ["endless empty lines", bomb("\n", 900, `${start}\n`), 2],
  ["endless short lines", bomb('{"seq":1}     \n{}', 900, `${start}\n`), 2],
  ["many tiny members", manyMembers("a", 50_000), 1],
  ["many empty members", Buffer.concat([manyMembers("", 50_000), bomb("a", 900)]), 1],
]
