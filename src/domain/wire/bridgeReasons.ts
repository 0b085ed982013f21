/** Why something was not done, or ended. */
export const bridgeReasons = [
  /** The frame is not a message. */
  "junk",
  /** Messages came faster than the bridge takes them. */
  "too_fast",
  "unknown_device",
  "unknown_origin",
  "unreachable",
  "timed_out",
  /** The device was there and is gone. */
  "vanished",
  /** The device or the bridge is busy with the same thing. */
  "busy",
  "refused",
  "wrong_passcode",
  /** The device has another key than before: a person decides whether it is the same device. */
  "key_changed",
  /** A newer request took the place of this one, or the person gave it up. */
  "superseded",
  "invalid_target",
  /** A wildcard over public addresses. */
  "target_too_wide",
  "invalid_mac",
  "wrong_hash",
  /** The image could not be had from the update server. */
  "download_failed",
  "storage_failed",
  "not_allowed",
  "unsupported",
  "closed",
] as const
