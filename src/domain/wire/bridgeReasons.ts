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
  /** The update server was not reached, or answered with an HTTP error. */
  "download_failed",
  /** It sent nothing within the time. */
  "download_timed_out",
  /** Its answers cannot be read as an image, or a part of one. */
  "download_unreadable",
  /** Its answer is larger than an image can be. */
  "download_too_large",
  /** Its answer ended too early, again and again. */
  "download_cut",
  /** It asked to wait longer than a download does. */
  "download_wait",
  "storage_failed",
  "not_allowed",
  "unsupported",
  "closed",
] as const
