import { type ReactNode, useCallback, useState } from "react"
import type { State } from "../../domain/model/state.ts"
import { useSend, useView } from "../client/client.ts"
import { Later, type LaterPart } from "./later.tsx"
import { useFetched } from "./useFetched.ts"

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
  /** Session of whoever opened it: it speaks for nobody else (AUTH-13). */
  readonly session: string | null
  /** Another number at each opening: a form starts anew. */
  readonly turn: number
}

const sessionIdOf = ({ session }: State): string | null => session.current?.id ?? null

/** The dialogs of a screen, one at a time; their code comes when the first is opened, and the log hears of each. */
export const useDialogs = <Name extends string>(
  dialogs: Readonly<Record<Name, LaterPart<SubjectDialogProps>>>,
): { readonly dialog: ReactNode; readonly open: (name: Name, subject?: string) => void } => {
  const send = useSend()
  const session = useView(sessionIdOf) ?? null
  const fetched = useFetched()
  const [opened, setOpened] = useState<Opened<Name> | null>(null)
  const open = useCallback(
    (name: Name, subject = "") =>
      fetched(dialogs[name], () => {
        setOpened((before) => ({ name, subject, isOpen: true, session, turn: (before?.turn ?? 0) + 1 }))
        send({ type: "OpenDialog", dialog: name, subject: subject === "" ? null : subject })
      }),
    [dialogs, fetched, send, session],
  )
  if (opened === null) return { dialog: null, open }
  const { name, subject, turn } = opened
  /* A session that ended may be the dialog's own doing; that of somebody else never is. */
  const isOpen = opened.isOpen && (session === null || session === opened.session)
  const close = () => {
    if (!isOpen) return
    setOpened({ ...opened, isOpen: false })
    send({ type: "CloseDialog", dialog: name })
  }
  return {
    dialog: <Later key={turn} of={dialogs[name]} with={{ subject, isOpen, onClose: close }} />,
    open,
  }
}
