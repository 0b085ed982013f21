import { useEffect } from "react"
import { useToast } from "./useToast.ts"

/** As `src/adapters/bridge/host.ts` dispatches it; its code is fetched in the window of a program alone. */
const SAVED_EVENT = "sightline:saved"

const textIn = (of: unknown, name: string): string => {
  const value: unknown = typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined
  return typeof value === "string" ? value : ""
}

/** Says where the program around the page has saved a file, or why it has not (DESK-3). */
export const useSavedFiles = (): void => {
  const toast = useToast()
  useEffect(() => {
    const tell = (event: Event) => {
      const detail: unknown = event instanceof CustomEvent ? event.detail : null
      const [file, folder, why] = [textIn(detail, "name"), textIn(detail, "folder"), textIn(detail, "error")]
      if (why === "") toast({ kind: "success", message: "common.success.fileSaved", params: { file, folder } })
      else toast({ kind: "error", message: "common.error.fileNotSaved", params: { file, why } })
    }
    window.addEventListener(SAVED_EVENT, tell)
    return () => window.removeEventListener(SAVED_EVENT, tell)
  }, [toast])
}
