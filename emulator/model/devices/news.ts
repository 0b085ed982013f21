/** What happens in the world of devices that its surroundings carry out or pass on. */
export type News =
  /** It is gone: sessions end, sockets fall silent. */
  | { readonly kind: "gone"; readonly did: string; readonly reason: "reboot" | "update" | "power" }
  /** Something that it reports itself has changed, or it may be there again. */
  | { readonly kind: "changed"; readonly did: string }
  /** It sends a magic packet for this MAC to its network. */
  | { readonly kind: "magic"; readonly did: string; readonly mac: string; readonly at: number }
  /** A NAT request has reached it through the cloud. */
  | { readonly kind: "nat"; readonly did: string; readonly payload: unknown }
  /** Devices have come, or have gone for good. */
  | { readonly kind: "fleet" }

export type NewsListener = (news: News) => void
