/** The reasons why a stream is over although its session is not. */
export const streamEnds = [
  /** Our guard ended it (SCREEN-3). */
  "screenTooLarge",
  "clipboardTooLong",
  "junk",
  "stalled",
  /** The device gave no picture, or ended it. */
  "refused",
  "ended",
  /** Reports of the agent about the VNC server behind it. */
  "vncUnreachable",
  "vncSilent",
  "vncNone",
  "vncSecurity",
  "vncPassword",
  "vncRefused",
  "vncKeyChanged",
  "vncNotNear",
  "vncPlain",
] as const
export type StreamEnd = (typeof streamEnds)[number]
