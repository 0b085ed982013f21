import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components/Toast"
import type { GlyphName } from "./Glyph.tsx"

/** S 4, in ms: 4 s for blank, error and custom, 2 s for success, no limit for loading. */
const life = { blank: 4_000, error: 4_000, custom: 4_000, success: 2_000, loading: undefined }
/** S 9 */
const TOASTS_MAX = 20

export type ToastKind = keyof typeof life

export interface ToastContent {
  readonly kind: ToastKind
  /** A whole sentence, in the language of the page. */
  readonly text: string
  /** Its sign, where the kind has none or another fits better. */
  readonly glyph?: GlyphName
  /** At most one thing to do about it; the toast leaves when it is done. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

/** Newest first; those beyond the limit wait until there is room. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: TOASTS_MAX })

/** Shows a toast for the time its kind has and returns its key. */
export const showToast = (content: ToastContent): string => {
  const timeout = life[content.kind]
  return toastQueue.add(content, timeout === undefined ? {} : { timeout })
}

/** Takes a toast away, as loading toasts need. */
export const closeToast = (key: string): void => toastQueue.close(key)
