import { type ReactNode, useCallback, useState } from "react"
import { useSend } from "../client/client.ts"
import { Later, laterPart, useAhead } from "./later.tsx"
import { useFetched } from "./useFetched.ts"

export type DeviceDialog = "rename" | "wake" | "reboot" | "tags"

export interface DeviceDialogProps {
  readonly did: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

const dialogs = {
  rename: laterPart<DeviceDialogProps>(() => import("./RenameDialog.tsx").then(({ RenameDialog }) => RenameDialog)),
  wake: laterPart<DeviceDialogProps>(() => import("./WakeDialog.tsx").then(({ WakeDialog }) => WakeDialog)),
  tags: laterPart<DeviceDialogProps>(() => import("./TagsDialog.tsx").then(({ TagsDialog }) => TagsDialog)),
  reboot: laterPart<DeviceDialogProps>(() => import("./RebootDialog.tsx").then(({ RebootDialog }) => RebootDialog)),
}

const fetchAll = () => Promise.all(Object.values(dialogs).map(({ fetch }) => fetch()))

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
  const fetched = useFetched()
  useAhead(fetchAll)
  const [opened, setOpened] = useState<Opened | null>(null)
  const openDialog = useCallback(
    (dialog: DeviceDialog, did: string) =>
      fetched(dialogs[dialog], () => {
        setOpened((before) => ({ dialog, did, isOpen: true, turn: (before?.turn ?? 0) + 1 }))
        send({ type: "OpenDialog", dialog, subject: did })
      }),
    [fetched, send],
  )
  if (opened === null) return { dialogs: null, openDialog }
  const { dialog, did, isOpen, turn } = opened
  const close = () => {
    setOpened({ ...opened, isOpen: false })
    send({ type: "CloseDialog", dialog })
  }
  return {
    dialogs: <Later key={turn} of={dialogs[dialog]} with={{ did, isOpen, onClose: close }} />,
    openDialog,
  }
}
