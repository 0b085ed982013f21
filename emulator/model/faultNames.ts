/** All faults (EMU-4), by their API names. `status:<code>` is a further one. */

/** Faults of one request, from the network or the server. */
export const requestFaults = [
  "delay",
  "drop-request",
  "drop-reply",
  "duplicate",
  "http-500",
  "http-html",
  "truncate",
  "wrong-shape",
] as const

/** Request faults that also apply to a firmware file. A file server changes nothing, so there is no duplicate. */
export const fileFaults = requestFaults.filter((fault) => fault !== "duplicate")

/** Faults of the cloud. */
export const cloudFaults = [...requestFaults, "expire-session", "vanish", "server-down"] as const

/** Faults of devices: accidents at a certain point of an update. */
export const deviceFaults = ["stall-firmware", "corrupt-firmware", "power-cut"] as const

/** Faults of a shown screen (SCREEN-3). */
export const screenFaults = [
  "screen-freeze",
  "screen-cut",
  "screen-garbage",
  "screen-slow",
  "screen-huge",
  "clipboard-bomb",
] as const

/** Faults of the session with a device: its key (SEC-5) and its screen. */
export const sessionFaults = ["other-key", ...screenFaults] as const

/** Faults of the bridge. */
export const bridgeFaults = ["bridge-close"] as const

export const faultNames = [...cloudFaults, ...deviceFaults, ...sessionFaults, ...bridgeFaults] as const
