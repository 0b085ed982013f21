import type { ServerProblem } from "../../../src/domain/wire/rfb/refusals.ts"

/** The reason why the agent has no screen. `message` is the sentence that viewer and terminal show. */
export class VncProblem extends Error {
  readonly reason: ServerProblem

  constructor(reason: ServerProblem, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Text of a server may not steer the terminal or page that shows it. */
const STEERING = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu
export const printable = (line: string): string => line.replaceAll(STEERING, "\ufffd")
