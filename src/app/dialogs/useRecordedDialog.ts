import { useCallback, useState } from "react"
import { useSend } from "../client/client.ts"

/**
 * A dialog whose opening and closing the log hears of (EVENT-1); never what is typed into it. `wasOpened` tells when
 * its code is needed; `turn` is another number at each opening, as the key of a form that starts anew.
 */
export const useRecordedDialog = (dialog: string, subject: string | null) => {
  const send = useSend()
  const [isOpen, setOpen] = useState(false)
  const [turn, setTurn] = useState(0)
  const open = useCallback(() => {
    setOpen(true)
    setTurn((before) => before + 1)
    send({ type: "OpenDialog", dialog, subject })
  }, [send, dialog, subject])
  const close = useCallback(() => {
    setOpen(false)
    send({ type: "CloseDialog", dialog })
  }, [send, dialog])
  return { isOpen, wasOpened: turn > 0, turn, open, close }
}
