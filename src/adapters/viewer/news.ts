import type { StreamEnd } from "../../domain/wire/rfb/streamEnds.ts"
import type { ViewerCallback } from "../../domain/wire/viewer.ts"
import type { TwoFingers } from "./fingerPair.ts"

/** The reports of a screen to the page. */
export type ViewerNews =
  /**
   * The picture equals the screen of the device. `at` is by this computer's clock, ms since 1970. At most once a
   * second.
   */
  | { readonly type: "picture"; readonly at: number }
  /** The screen was asked for a part of its picture, and does not answer. The next picture ends this state. */
  | { readonly type: "unanswered" }
  /** The size of the device's screen, in its pixels. */
  | { readonly type: "size"; readonly width: number; readonly height: number }
  /** True when the screen takes another size at our wish. */
  | { readonly type: "resizable"; readonly can: boolean }
  /** `bytes`: total of this connection. */
  | {
      readonly type: "figures"
      readonly framesPerSecond: number
      readonly bytesPerSecond: number
      readonly bytes: number
    }
  /** The time from a key to the picture that shows it, or to the device and back, ms. */
  | { readonly type: "latency"; readonly ms: number }
  | { readonly type: "mode"; readonly mode: "hid" | "usb" }
  /** The state of the computer behind the device, and whether anything can wake it. */
  | Extract<ViewerCallback, { type: "host" }>
  /** The encryption of the connection, and since when the device's key is known, ms since 1970. */
  | Extract<ViewerCallback, { type: "seal" }>
  | { readonly type: "tone"; readonly hz: number; readonly ms: number }
  /** A key went down or up at the device. */
  | { readonly type: "key"; readonly keysym: number; readonly down: boolean }
  /** All pressed keys are about to be released without the person; a report of each follows. */
  | { readonly type: "letGo" }
  /** The text that an input method has not written yet; empty when there is none. */
  | { readonly type: "composing"; readonly text: string }
  /** A person pressed a key whose text reaches only text fields. */
  | { readonly type: "unwritten" }
  | ({ readonly type: "twoFingers" } & TwoFingers)
  /** The clipboard of the computer behind the device. */
  | { readonly type: "clipboard"; readonly text: string }
  /** Another connection has begun, and has not ended. */
  | { readonly type: "opened" }
  | { readonly type: "ended"; readonly reason: StreamEnd }
  | { readonly type: "closed" }
