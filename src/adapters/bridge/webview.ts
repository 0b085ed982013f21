import { map, merge, Observable, of } from "rxjs"
import type { BridgeLink } from "../../domain/features/bridge/feature.ts"
import type { FirmwareChunk } from "../../domain/wire/firmwareChunk.ts"
import type { Host } from "./host.ts"
import type { Signal, Transport } from "./transport.ts"

/**
 * A transport to the program whose window shows this page. It is connected from the start, because the program lives as
 * long as the page.
 */

/** The link until the program greets, and for a program without a greeting: it supports the basic messages. */
const basic: BridgeLink = { state: "connected", version: "", os: "", capabilities: [] }

/** Bytes converted in one call: a call takes no more than some ten thousand arguments. */
const STEP_BYTES = 8_192

const base64 = (bytes: Uint8Array): string => {
  let binary = ""
  for (let from = 0; from < bytes.length; from += STEP_BYTES)
    binary += String.fromCharCode(...bytes.subarray(from, from + STEP_BYTES))
  return btoa(binary)
}

/**
 * Delivers from the next task on. Waiting messages come at once, and the task of the first subscription also subscribes
 * the listeners to other messages.
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
  // A window carries text, so a chunk is a message with its bytes as base64.
  sendChunk: ({ head, bytes }: FirmwareChunk) => host.post({ ...head, data: base64(bytes) }),
  renew: () => undefined,
  drop: () => undefined,
  // The address that the program sends with `connected` is valid for one socket and needs no token.
  protocols: () => [],
  waiting: () => 0,
})
