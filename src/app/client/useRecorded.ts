import { useEffect } from "react"
import type { RecordedName } from "../../domain/values/dialogs.ts"
import { useSend } from "./client.ts"

/**
 * Records an overlay that opens without the dialog host, as dialogs are recorded (EVENT-1); null while none is open.
 */
export const useRecorded = (name: RecordedName | null): void => {
  const send = useSend()
  useEffect(() => {
    if (name === null) return
    send({ type: "OpenDialog", dialog: name, about: null, among: [] })
    return () => send({ type: "CloseDialog", dialog: name })
  }, [send, name])
}
