/** The reasons why something failed, or ended. */
export const bridgeReasons = [
  /** The frame is not a message. */
  "junk",
  /** Messages came faster than the bridge accepts them. */
  "too_fast",
  "unknown_device",
  "unknown_origin",
  "unreachable",
  "timed_out",
  /** The device answered before and is gone. */
  "vanished",
  /** The device or the bridge is busy with the same operation. */
  "busy",
  "refused",
  "wrong_passcode",
  /** The device has another key than before. A person decides whether it is the same device. */
  "key_changed",
  /** A newer request replaced this one, or the person gave up. */
  "superseded",
  "invalid_target",
  /** A wildcard over public addresses. */
  "target_too_wide",
  "invalid_mac",
  "wrong_hash",
  /** The update server was not reached, or answered with an HTTP error. */
  "download_failed",
  /** The server sent nothing in time. */
  "download_timed_out",
  /** The server's replies are not an image, or a part of one. */
  "download_unreadable",
  /** The server's reply is larger than an image can be. */
  "download_too_large",
  /** The server's replies repeatedly ended too early. */
  "download_cut",
  /** The server asked for a longer wait than a download makes. */
  "download_wait",
  "storage_failed",
  "not_allowed",
  "unsupported",
  "closed",
] as const
