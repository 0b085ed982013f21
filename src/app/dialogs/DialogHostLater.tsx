import { overlay } from "../loading/overlay.ts"

/** A dialog that is asked for before its host is here opens with it. */
export const DialogHostLater = overlay(async () => (await import("./DialogHost.tsx")).DialogHost)
