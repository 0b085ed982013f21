import { type ReactNode, useEffect, useState } from "react"
import type { State } from "../../domain/product/state.ts"
import { useView } from "../client/client.ts"
import { useCloseDialog, useOpenedDialog } from "../client/dialog.ts"
import { useAhead } from "../loading/overlay.ts"
import { DraftContext, draftOf } from "../ui/draft.ts"
import { KeyDialogLater } from "./KeyDialogLater.tsx"
import { Later } from "./Later.tsx"
import { PasscodeDialogLater } from "./PasscodeDialogLater.tsx"
import { dialogs, fetchAhead } from "./registry.ts"

const sessionIdOf = ({ session }: State): string | null => session.current?.id ?? null

const Drafted = ({ about, children }: { readonly about: string; readonly children: ReactNode }) => {
  // The owner of the draft is known when the dialog opens.
  const [draft] = useState(() => draftOf(about))
  return <DraftContext value={draft}>{children}</DraftContext>
}

/** Shows the open dialog over every page, one at a time. */
export const DialogHost = () => {
  const opened = useOpenedDialog()
  const close = useCloseDialog()
  const session = useView(sessionIdOf) ?? null
  useAhead(fetchAhead)
  // The dialog itself may end the session. A dialog never acts for another session than its own (OFFLINE-10).
  const isForeign = opened?.session !== undefined && session !== null && session !== opened.session
  useEffect(() => {
    if (isForeign) close()
  }, [isForeign, close])
  return (
    <>
      {opened !== null && (
        <Drafted key={opened.opening} about={`${session} ${opened.name} ${opened.subject} ${opened.among.join(" ")}`}>
          <Later
            of={dialogs[opened.name]}
            with={{
              subject: opened.subject,
              among: opened.among,
              isOpen: opened.isOpen && !isForeign,
              onClose: close,
            }}
          />
        </Drafted>
      )}
      <PasscodeDialogLater />
      <KeyDialogLater />
    </>
  )
}
