/** Events in the world of devices that the surrounding code carries out or passes on. */
export type News =
  /** The device is gone: sessions end, and its sockets no longer answer. */
  | { readonly kind: "gone"; readonly did: string; readonly reason: "reboot" | "update" | "power" }
  /** Something that the device reports has changed, or the device may be back. */
  | { readonly kind: "changed"; readonly did: string }
  /** The device sends a magic packet for this MAC to its network. */
  | { readonly kind: "magic"; readonly did: string; readonly mac: string; readonly at: number }
  /** A NAT request has reached the device through the cloud. */
  | { readonly kind: "nat"; readonly did: string; readonly payload: unknown }
  /** Devices were added or removed. */
  | { readonly kind: "fleet" }

export type NewsListener = (news: News) => void
