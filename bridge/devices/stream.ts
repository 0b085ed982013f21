import type { TLSSocket } from "node:tls"
import type { Endpoint } from "../../src/domain/wire/device/endpoint.ts"
import { decodeDeviceMessage, encodeClientMessage } from "../../src/domain/wire/device/message.ts"
import { CONNECT_TIMEOUT_MS } from "../limits.ts"
import { openSeal } from "./link.ts"

/**
 * The second connection of a session, on which RFB flows both ways (SCREEN-1). The device proves the same key and
 * accepts a ticket. TCP does the flow control.
 */
export interface Stream {
  readonly socket: TLSSocket
  /** RFB that arrived together with the device's answer. */
  readonly first: Uint8Array
}

const LENGTH_BYTES = 4
const KIND_BYTES = 1
/** The answer is one short message. */
const ANSWER_MAX_BYTES = 256

const isAttached = (body: Uint8Array): boolean => {
  const answer = decodeDeviceMessage(body)
  return answer.ok && answer.value.type === "attached"
}

/** Undefined when the device does not attach: another key, a used ticket, or silence. */
export const openStream = (endpoint: Endpoint, fingerprint: string, ticket: string): Promise<Stream | undefined> =>
  new Promise((resolve) => {
    let held = Buffer.alloc(0)
    const end = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(undefined)
    }
    const timer = setTimeout(end, CONNECT_TIMEOUT_MS)
    const socket = openSeal(endpoint, (seal) => {
      if (seal?.fingerprint === fingerprint) socket.write(encodeClientMessage({ type: "attach", ticket }))
      else end()
    })
    const read = (bytes: Buffer): void => {
      held = Buffer.concat([held, bytes])
      const length = held.length < LENGTH_BYTES ? undefined : held.readUInt32BE(0)
      if (length === undefined || (length <= ANSWER_MAX_BYTES && held.length < LENGTH_BYTES + length)) return
      if (length > ANSWER_MAX_BYTES || !isAttached(held.subarray(LENGTH_BYTES + KIND_BYTES, LENGTH_BYTES + length)))
        end()
      else {
        clearTimeout(timer)
        socket.off("data", read).off("error", end).off("close", end).pause()
        resolve({ socket, first: held.subarray(LENGTH_BYTES + length) })
      }
    }
    socket.on("data", read)
    socket.on("error", end)
    socket.on("close", end)
  })
