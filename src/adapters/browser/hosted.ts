import type { NativeWindow } from "../bridge/host.ts"

/** True for objects that only the window of a native program has. */
const isInWindow = ({ sightlineHooks, chrome, webkit }: NativeWindow): boolean =>
  (sightlineHooks ?? chrome?.webview ?? webkit?.messageHandlers?.sightline) !== undefined
const thisPage = (page: object): NativeWindow => page

/** True when the window of a native program shows this page. Such a window has one page only. */
export const isHosted = (): boolean => isInWindow(thisPage(window))
