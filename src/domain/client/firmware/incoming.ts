import { Effect, Queue } from "effect"
import { Bridge } from "../../ports/bridge.ts"
import type { BridgeCallback } from "../../wire/bridge.ts"

/** A message of the native side about the update of one device. */

export type Message = Extract<BridgeCallback, { type: "fw_have" | "fw_progress" | "error" }>
export type Received =
  | { readonly kind: "message"; readonly message: Message }
  /** The link came back; `chunks`: this native side takes an image in chunks. */
  | { readonly kind: "linked"; readonly chunks: boolean }
  | { readonly kind: "away" }
  /** The device wants its passcode, and a person is asked. */
  | { readonly kind: "asked" }

const UPDATING: ReadonlySet<string> = new Set(["fw_begin", "fw_chunk", "update_fw"])

/** The messages about this device from now on; first the current link. */
export const hear = Effect.fnUntraced(function* (device: string) {
  const bridge = yield* Bridge
  const inbox = yield* Queue.unbounded<Received>()
  const offer = (received: Received) => void Queue.offerUnsafe(inbox, received)
  const stopLink = yield* bridge.onLink((link) =>
    offer(
      link.state === "connected"
        ? { kind: "linked", chunks: link.capabilities.includes("fw_begin") }
        : { kind: "away" },
    ),
  )
  const stopMessages = yield* bridge.onMessage((message) => {
    if (message.type === "fw_have" || message.type === "fw_progress") {
      if (message.id === device) offer({ kind: "message", message })
    } else if (message.type === "auth_device") {
      if (message.id === device) offer({ kind: "asked" })
    } else if (message.type === "error" && UPDATING.has(message.about ?? "") && (message.id ?? device) === device)
      offer({ kind: "message", message })
  })
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      stopLink()
      stopMessages()
    }),
  )
  return inbox
})
