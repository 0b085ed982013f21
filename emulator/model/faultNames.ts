/** Every fault there is (EMU-4), by the names its API has; beside them `status:<code>`. */

/** What happens to one request on its way: the network's and the server's doing. */
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

/** Those that happen to a file of firmware as well; its server decides nothing that could be done twice. */
export const fileFaults = requestFaults.filter((fault) => fault !== "duplicate")

/** Those of the cloud. */
export const cloudFaults = [...requestFaults, "expire-session", "vanish", "server-down"] as const

/** Those of devices: accidents of an update that has come so far. */
export const deviceFaults = ["stall-firmware", "corrupt-firmware", "power-cut"] as const

/** Those of a screen that is shown (SCREEN-3). */
export const screenFaults = [
  "screen-freeze",
  "screen-cut",
  "screen-garbage",
  "screen-slow",
  "screen-huge",
  "clipboard-bomb",
] as const

/** Those of the session with a device: the key that it shows (SEC-5), and its screen. */
export const sessionFaults = ["other-key", ...screenFaults] as const

/** Those of the bridge. */
export const bridgeFaults = ["bridge-close"] as const

export const faultNames = [...cloudFaults, ...deviceFaults, ...sessionFaults, ...bridgeFaults] as const
