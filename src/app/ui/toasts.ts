import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components/Toast"
import type { GlyphName } from "./Glyph.tsx"

/** The most that are visible at once. A control knows no product: a test holds it to the limit of MSG-4. */
const TOASTS_MAX = 20

export type ToastKind = "blank" | "error" | "custom" | "success" | "loading"

export interface ToastContent {
  readonly kind: ToastKind
  /** A whole sentence, in the language of the page. */
  readonly text: string
  /** A text within it that is shown alone elsewhere. */
  readonly quoted?: string
  /** Its sign, where the kind has none or another fits better. */
  readonly glyph?: GlyphName
  /** At most one thing to do about it; the toast leaves when it is done. */
  readonly action?: { readonly label: string; readonly onPress: () => void }
  /** The action of the outbox that it is about: its own action shows that one, so it needs a page with an outbox. */
  readonly about?: string
}

/** Newest first; those beyond the limit wait until there is room. */
export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: TOASTS_MAX })

/** Shows a toast for `life` ms, or until it is closed, and returns its key. An action has one: the newest. */
export const showToast = (content: ToastContent, life: number | undefined): string => {
  closeToasts((about) => about === content.about)
  return toastQueue.add(content, life === undefined ? {} : { timeout: life })
}

/** Takes all away at once, those on their way included. */
export const closeAllToasts = (): void => toastQueue.clear()

/** Closes those about an action which no longer concerns anyone here. */
export const closeToasts = (isMoot: (about: string) => boolean): void => {
  for (const { key, content } of [...toastQueue.visibleToasts])
    if (content.about !== undefined && isMoot(content.about)) toastQueue.close(key)
}
