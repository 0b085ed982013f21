import { overlay } from "../loading/overlay.ts"

/** A dialog that is requested before the code of its host is loaded opens with the host. */
export const DialogHostLater = overlay(async () => (await import("./DialogHost.tsx")).DialogHost)
