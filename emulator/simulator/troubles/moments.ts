/** Moments at which dying or falling asleep hurts most. */
export const moments = ["queued", "claimed", "sent", "answered", "signedIn"] as const
export type CrashMoment = (typeof moments)[number]
