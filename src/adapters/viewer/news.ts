import type { StreamEnd } from "../../domain/wire/rfb/streamEnds.ts"
import type { ViewerCallback } from "../../domain/wire/viewer.ts"
import type { TwoFingers } from "./guardedRfb.ts"

/** What the page learns of the screen. */
export type ViewerNews =
  /** The picture is as the screen of the device is; `at` by this computer's clock, ms since 1970, at most once a second. */
  | { readonly type: "picture"; readonly at: number }
  /** The screen was asked for a part of its picture, and does not answer: the next picture ends that. */
  | { readonly type: "unanswered" }
  /** Of the screen of the device, in its pixels. */
  | { readonly type: "size"; readonly width: number; readonly height: number }
  /** `bytes` in all, of this connection. */
  | {
      readonly type: "figures"
      readonly framesPerSecond: number
      readonly bytesPerSecond: number
      readonly bytes: number
    }
  /** From a key to the picture that shows it, or to the device and back; ms. */
  | { readonly type: "latency"; readonly ms: number }
  | { readonly type: "mode"; readonly mode: "hid" | "usb" }
  /** The computer behind the device, and whether anything can wake it. */
  | Extract<ViewerCallback, { type: "host" }>
  /** How the connection is sealed, and since when the device's key is known, ms since 1970. */
  | Extract<ViewerCallback, { type: "seal" }>
  | { readonly type: "tone"; readonly hz: number; readonly ms: number }
  /** A key went down or up at the device. */
  | { readonly type: "key"; readonly keysym: number; readonly down: boolean }
  /** All keys that are down go up, as no person lets go of them; their news follow. */
  | { readonly type: "letGo" }
  /** Text that an input method has not written yet; empty when there is none. */
  | { readonly type: "composing"; readonly text: string }
  /** A key was pressed whose text reaches text fields alone. */
  | { readonly type: "unwritten" }
  | ({ readonly type: "twoFingers" } & TwoFingers)
  /** The clipboard of the computer behind the device. */
  | { readonly type: "clipboard"; readonly text: string }
  /** Another connection has begun: nothing of it has ended. */
  | { readonly type: "opened" }
  | { readonly type: "ended"; readonly reason: StreamEnd }
  | { readonly type: "closed" }
