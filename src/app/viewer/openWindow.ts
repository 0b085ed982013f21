import { isHosted } from "../../adapters/browser/hosted.ts"

/** False in the window of a native program, which shows one page: another would replace the first. */
export const canOpenWindow = (): boolean => !isHosted()

const WIDTH = 1_280
const HEIGHT = 800

/**
 * Opens an address of the app in a window of its own, so that a person sees a second device beside the first
 * (SCREEN-9).
 */
export const openWindow = (path: string): void => {
  // Without an opener: the windows share only the log.
  open(path, "_blank", `popup,noopener,width=${WIDTH},height=${HEIGHT}`)
}
