import { overlay } from "../loading/overlay.ts"

/** Toasts and what makes them; without a network they wait in line until their code is there. */
export const NoticesLater = overlay(async () => (await import("./Notices.tsx")).Notices)
