import type { ToastContent } from "../ui/toasts.ts"

/**
 * Toasts on their way to the region that shows them, whose code comes after the first screen: until then they wait.
 */
const waiting: ToastContent[] = []
let show: ((content: ToastContent) => void) | undefined

export const handOn = (content: ToastContent): void => {
  if (show === undefined) waiting.push(content)
  else show(content)
}

export const takeOver = (take: (content: ToastContent) => void): void => {
  show = take
  for (const content of waiting.splice(0)) take(content)
}
