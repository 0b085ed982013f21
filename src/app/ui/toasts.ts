import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components/Toast"
import type { GlyphName } from "./Glyph.tsx"

/** The most visible toasts. A component knows no product rule: a test compares this with the limit of MSG-4. */
const TOASTS_MAX = 20

export type ToastKind = "blank" | "error" | "custom" | "success" | "loading"

export interface ToastContent {
  readonly kind: ToastKind
  /** A whole sentence, in the language of the page. */
  readonly text: string
  /** A text within it that other places show alone. */
  readonly quoted?: string
  /** Its sign, where the kind has none or another fits better. */
  readonly glyph?: GlyphName
  /** At most one action. The toast leaves once the action is done. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /**
   * The action of the outbox that the toast is about. The toast's button opens it there, so this needs a page with an
   * outbox.
   */
  readonly about?: string
}

/** Newest first. Toasts beyond the limit wait until there is room. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: TOASTS_MAX })

/** Shows a toast for `life` ms, or until it is closed, and returns its key. An action has only its newest toast. */
export const showToast = (content: ToastContent, life: number | undefined): string => {
  closeToasts((about) => about === content.about)
  return toastQueue.add(content, life === undefined ? {} : { timeout: life })
}

/** Removes all toasts at once, also those that fade out. */
export const closeAllToasts = (): void => toastQueue.clear()

/** Closes the toasts about actions for which `isMoot` is true. */
export const closeToasts = (isMoot: (about: string) => boolean): void => {
  for (const { key, content } of [...toastQueue.visibleToasts])
    if (content.about !== undefined && isMoot(content.about)) toastQueue.close(key)
}
