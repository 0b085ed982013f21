import { useCallback, useEffect, useState } from "react"
import { pasteText, textIfAllowed } from "../../adapters/browser/clipboard.ts"
import { whileWanted } from "../loading/whileWanted.ts"

/** Reads the clipboard when asked; `report` gets null when the browser refuses. */
export const usePaste = (): ((report: (text: string | null) => void) => void) =>
  useCallback((report: (text: string | null) => void) => {
    pasteText().then(report)
  }, [])

/** The text on the clipboard when the component appears. Null unless the browser lets the app read it unasked. */
export const useClipboardIfAllowed = (): string | null => {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    const { tell, forget } = whileWanted(setText)
    textIfAllowed().then(tell)
    return forget
  }, [])
  return text
}

/** Reads the clipboard unasked. `report` gets null unless the browser already allows it. */
export const usePasteIfAllowed = (): ((report: (text: string | null) => void) => void) =>
  useCallback((report: (text: string | null) => void) => {
    textIfAllowed().then(report)
  }, [])
