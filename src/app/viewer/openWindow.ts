import { isHosted } from "../../adapters/browser/hosted.ts"

/** The window of a native program shows one page: another would take the place of the first. */
export const canOpenWindow = (): boolean => !isHosted()

const WIDTH = 1_280
const HEIGHT = 800

/** Opens an address of the app in a window of its own, so that a second device is seen beside the first (SCREEN-9). */
export const openWindow = (path: string): void => {
  // Without an opener: the windows share the log, and nothing else.
  open(path, "_blank", `popup,noopener,width=${WIDTH},height=${HEIGHT}`)
}
