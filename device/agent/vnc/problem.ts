import type { ServerProblem } from "../../../src/domain/wire/rfb/refusals.ts"

/** Why the screen behind the agent cannot be had; `message` is the sentence that viewer and terminal show. */
export class VncProblem extends Error {
  readonly reason: ServerProblem

  constructor(reason: ServerProblem, message: string) {
    super(message)
    this.reason = reason
  }
}

/** What a server says may not steer the terminal or the page that it is shown on. */
const STEERING = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu
export const printable = (line: string): string => line.replaceAll(STEERING, "\ufffd")
