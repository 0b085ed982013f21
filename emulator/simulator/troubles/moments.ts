/** Moments at which a crash or a freeze does the most harm. */
export const moments = ["queued", "claimed", "sent", "answered", "signedIn"] as const
export type CrashMoment = (typeof moments)[number]
