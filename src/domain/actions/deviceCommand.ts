import * as Effect from "effect/Effect"
import type { Credentials, SendCall, Subject } from "./definition.ts"

/** The common part of wake and reboot: sent at most once to one device, and no list shows the outcome. */

interface Input {
  readonly did: string
  readonly cmd: "reboot" | "wol"
  readonly payload?: unknown
}

export const deviceCommand = {
  channel: "cloud",
  call: "request_device",
  delivery: "atMostOnce",
  isDeviceCommand: true,
  changes: {},
  confirmedBy: null,
  about: ({ did }: Input): Subject => ({ kind: "device", id: did }),
  target: ({ cmd, did }: Input) => [cmd, did],
  send: <E, R>(input: Input, who: Credentials, call: SendCall<E, R>) =>
    Effect.as(call("request_device", { ...who, ...input }), null),
} as const
