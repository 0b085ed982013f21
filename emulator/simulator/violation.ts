/**
 * A violated invariant of `docs/invariants.md`, or (0) a failure that no invariant names, such as a crash of the code.
 */
export class Violation extends Error {
  readonly invariant: number

  constructor(invariant: number, what: string) {
    super(what)
    this.name = "Violation"
    this.invariant = invariant
  }
}

/** The meaning of each number, in the words of a report. */
export const invariants: Readonly<Record<number, string>> = {
  0: "nothing fails that is not said to fail",
  1: "every acknowledged action is in the log after any crash",
  2: "sequence numbers are gapless and unique across tabs",
  3: "fold(log) = live state = fold(snapshot + tail), in every tab",
  4: "the same seed gives the same log, byte for byte",
  5: "the client issues an at-most-once call once per intent",
  6: "absolute calls converge to the last intent of each target",
  7: "when faults stop, every action ends within bounded time",
  8: "per lane, first sends are in the order of intents",
  9: "a session is cleared once, and no action runs under another account",
  10: "-106 on wake and reboot never signs out",
  11: "undecodable input leaves one diagnostic event",
  12: "firmware stages follow the specified edges, and completed comes from the native side alone",
  13: "a hash mismatch never starts an upload",
  14: "online means seen within half an hour, or a neighbour",
  15: "no token, password, code or hash of one in events, and no name in an export",
  16: "reset settings keeps the saved user alone, and the log knows what is set",
  17: "every send follows a claim whose leadership epoch was current when claimed",
  18: "when storage fails the person is told, and nothing is sent",
  19: "a log file is read whole or not at all",
  20: "at most 20 toasts are shown",
  21: "nothing acts for another account than the one it was shown under",
  22: "every loop has a bound on its rate",
  23: "a tab that cannot decide neither reads, sends nor leads",
  24: "every committed action is seen by the leader within one heartbeat",
  25: "what a person is told of an action is what the server did",
  26: "saved user and vault are those of the session",
  27: "what can be one of several is not always the same",
}
