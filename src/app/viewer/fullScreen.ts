import { useSyncExternalStore } from "react"
import { useBackCloses } from "../ui/BackCloses.tsx"

declare global {
  interface Navigator {
    /** Chromium only, and missing from the DOM types. */
    readonly keyboard?: { readonly lock: () => Promise<void> }
  }
}

/** Shows the page in full screen. Where the browser can, Escape and Alt+Tab then go to the page as well. */
export const toFullScreen = async (): Promise<void> => {
  try {
    await document.documentElement.requestFullscreen()
    await navigator.keyboard?.lock()
  } catch {
    // The browser refuses, and the page stays as it is.
  }
}

const isFullScreen = (): boolean => document.fullscreenElement !== null

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener("fullscreenchange", listener)
  return () => document.removeEventListener("fullscreenchange", listener)
}

/** Back leaves the full screen first, and the page stays. */
export const useBackLeavesFullScreen = (): void =>
  useBackCloses(useSyncExternalStore(subscribe, isFullScreen), () => void document.exitFullscreen())
