import { map, merge, Observable, of } from "rxjs"
import type { BridgeLink } from "../../domain/features/bridge/feature.ts"
import type { FirmwareChunk } from "../../domain/wire/firmwareChunk.ts"
import type { Host } from "./host.ts"
import type { Signal, Transport } from "./transport.ts"

/** The program whose window shows this page lives as long as the page, so it is connected from the start. */

/** Until it greets, and for a program that knows no greeting: it can do what the basic messages ask for. */
const basic: BridgeLink = { state: "connected", version: "", os: "", capabilities: [] }

/** Bytes that are turned into characters at once: a call takes no more arguments than some ten thousand. */
const STEP_BYTES = 8_192

const base64 = (bytes: Uint8Array): string => {
  let binary = ""
  for (let from = 0; from < bytes.length; from += STEP_BYTES)
    binary += String.fromCharCode(...bytes.subarray(from, from + STEP_BYTES))
  return btoa(binary)
}

/**
 * Delivers from the next task on: messages that waited are there at once, and listeners to other messages subscribe in the task
 * of the first.
 */
const said = (host: Host): Observable<string> =>
  new Observable((out) => {
    let stop = () => {}
    const beginning = setTimeout(() => {
      stop = host.listen((message) => out.next(message))
    })
    return () => {
      clearTimeout(beginning)
      stop()
    }
  })

export const webviewTransport = (host: Host): Transport => ({
  signals: merge(
    of<Signal>({ kind: "link", link: basic }),
    said(host).pipe(map((text): Signal => ({ kind: "text", text }))),
  ),
  send: host.post,
  // A window carries text: a chunk is a message with its bytes as base64.
  sendChunk: ({ head, bytes }: FirmwareChunk) => host.post({ ...head, data: base64(bytes) }),
  renew: () => undefined,
  drop: () => undefined,
  // The address that the program gives with `connected` is good for one socket and needs no token.
  protocols: () => [],
  waiting: () => 0,
})
