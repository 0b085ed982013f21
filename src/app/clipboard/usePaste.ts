import { useCallback, useEffect, useState } from "react"
import { pasteText, textIfAllowed } from "../../adapters/browser/clipboard.ts"

/** Reads the clipboard when asked; `told` gets null when the browser refuses. */
export const usePaste = (): ((told: (text: string | null) => void) => void) =>
  useCallback((told: (text: string | null) => void) => {
    pasteText().then(told)
  }, [])

/** What is on the clipboard when the component appears, where reading it unasked was allowed before; else null. */
export const useClipboardIfAllowed = (): string | null => {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    let isHere = true
    textIfAllowed().then((read) => {
      if (isHere) setText(read)
    })
    return () => {
      isHere = false
    }
  }, [])
  return text
}
