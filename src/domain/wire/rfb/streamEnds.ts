/** Why a stream is over while its session is not. */
export const streamEnds = [
  /** Our guard ended it (SCREEN-3). */
  "screenTooLarge",
  "clipboardTooLong",
  "junk",
  "stalled",
  /** The device gave no picture, or no more. */
  "refused",
  "ended",
  /** So the agent says of the VNC server behind it. */
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
