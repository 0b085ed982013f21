import type { ToastContent } from "../ui/toasts.ts"

/** Shows a toast and returns how to take it away. */
type Show = (content: ToastContent) => () => void

/**
 * Toasts on their way to the region that shows them, whose code comes after the first screen: until then they wait.
 */
const waiting = new Map<ToastContent, { close: () => void }>()
let show: Show | undefined

export const handOn: Show = (content) => {
  if (show !== undefined) return show(content)
  const shown = { close: () => void waiting.delete(content) }
  waiting.set(content, shown)
  return () => shown.close()
}

export const takeOver = (take: Show): void => {
  show = take
  for (const [content, shown] of waiting) shown.close = take(content)
  waiting.clear()
}
