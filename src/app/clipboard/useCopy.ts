import { useCallback, useEffect, useState } from "react"
import { copyText } from "../../adapters/browser/clipboard.ts"
import { COPY_CONFIRMATION_MS } from "../../domain/values/limits.ts"

/** The outcome of the last copy. It returns to "no" after two seconds. */
export type Copied = "no" | "yes" | "failed"

export const useCopy = (): {
  readonly copied: Copied
  readonly copy: (text: string, settled?: (went: boolean) => void) => void
} => {
  const [copied, setCopied] = useState<Copied>("no")
  useEffect(() => {
    if (copied !== "yes") return
    const timer = setTimeout(() => setCopied("no"), COPY_CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = useCallback((text: string, settled?: (went: boolean) => void) => {
    copyText(text).then((went) => {
      setCopied(went ? "yes" : "failed")
      settled?.(went)
    })
  }, [])
  return { copied, copy }
}
