import { lazy, type ReactNode, Suspense, useCallback, useState } from "react"
import { useSend } from "../client/client.ts"

const RenameDialog = lazy(() => import("./RenameDialog.tsx").then((m) => ({ default: m.RenameDialog })))
const WakeDialog = lazy(() => import("./WakeDialog.tsx").then((m) => ({ default: m.WakeDialog })))
const RebootDialog = lazy(() => import("./RebootDialog.tsx").then((m) => ({ default: m.RebootDialog })))

export type DeviceDialog = "rename" | "wake" | "reboot"

export interface DeviceDialogProps {
  readonly did: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

const dialogs = { rename: RenameDialog, wake: WakeDialog, reboot: RebootDialog }

interface Opened {
  readonly dialog: DeviceDialog
  readonly did: string
  readonly isOpen: boolean
  /** Another number at each opening: a form starts anew. */
  readonly turn: number
}

/** The dialogs of one device at a time; their code comes when the first is opened, and the log hears of each. */
export const useDeviceDialogs = (): {
  readonly dialogs: ReactNode
  readonly openDialog: (dialog: DeviceDialog, did: string) => void
} => {
  const send = useSend()
  const [opened, setOpened] = useState<Opened | null>(null)
  const openDialog = useCallback(
    (dialog: DeviceDialog, did: string) => {
      setOpened((before) => ({ dialog, did, isOpen: true, turn: (before?.turn ?? 0) + 1 }))
      send({ type: "OpenDialog", dialog, subject: did })
    },
    [send],
  )
  if (opened === null) return { dialogs: null, openDialog }
  const { dialog, did, isOpen, turn } = opened
  const close = () => {
    setOpened({ ...opened, isOpen: false })
    send({ type: "CloseDialog", dialog })
  }
  const Dialog = dialogs[dialog]
  return {
    dialogs: (
      <Suspense fallback={null}>
        <Dialog key={turn} did={did} isOpen={isOpen} onClose={close} />
      </Suspense>
    ),
    openDialog,
  }
}
