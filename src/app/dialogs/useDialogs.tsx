import { type ComponentType, type ReactNode, Suspense, useCallback, useState } from "react"
import { useSend } from "../client/client.ts"

export interface SubjectDialogProps {
  /** Id of what the dialog is about; empty when it is about the account itself. */
  readonly subject: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

interface Opened<Name> {
  readonly name: Name
  readonly subject: string
  readonly isOpen: boolean
  /** Another number at each opening: a form starts anew. */
  readonly turn: number
}

/** The dialogs of a screen, one at a time; their code comes when the first is opened, and the log hears of each. */
export const useDialogs = <Name extends string>(
  dialogs: Readonly<Record<Name, ComponentType<SubjectDialogProps>>>,
): { readonly dialog: ReactNode; readonly open: (name: Name, subject?: string) => void } => {
  const send = useSend()
  const [opened, setOpened] = useState<Opened<Name> | null>(null)
  const open = useCallback(
    (name: Name, subject = "") => {
      setOpened((before) => ({ name, subject, isOpen: true, turn: (before?.turn ?? 0) + 1 }))
      send({ type: "OpenDialog", dialog: name, subject: subject === "" ? null : subject })
    },
    [send],
  )
  if (opened === null) return { dialog: null, open }
  const { name, subject, isOpen, turn } = opened
  const close = () => {
    if (!isOpen) return
    setOpened({ ...opened, isOpen: false })
    send({ type: "CloseDialog", dialog: name })
  }
  const Dialog: ComponentType<SubjectDialogProps> = dialogs[name]
  return {
    dialog: (
      <Suspense fallback={null}>
        <Dialog key={turn} subject={subject} isOpen={isOpen} onClose={close} />
      </Suspense>
    ),
    open,
  }
}
