import type { ToastContent } from "../ui/toasts.ts"

/** Shows a toast and returns a function that removes it. */
type Show = (content: ToastContent) => () => void

/** Toasts that wait for the region that shows them. Its code loads after the first screen. */
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
