import { overlay } from "../loading/overlay.ts"

/** Toasts and their triggers. Until this code is loaded, toasts wait in a queue. */
export const NoticesLater = overlay(async () => (await import("./Notices.tsx")).Notices)
