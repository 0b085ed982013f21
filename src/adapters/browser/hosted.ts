import type { NativeWindow } from "../bridge/host.ts"

/** What only the window of a native program gives to its page. */
const isInWindow = ({ sightlineHooks, chrome, webkit }: NativeWindow): boolean =>
  (sightlineHooks ?? chrome?.webview ?? webkit?.messageHandlers?.sightline) !== undefined
const thisPage = (page: object): NativeWindow => page

/** Whether the window of a native program shows this page; it has one page only. */
export const isHosted = (): boolean => isInWindow(thisPage(window))
