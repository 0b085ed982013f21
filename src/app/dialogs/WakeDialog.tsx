import { AwayNote } from "./AwayNote.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { LaterNote } from "./LaterNote.tsx"
import { useAttempt } from "./useAttempt.ts"
import { useDevice } from "./useDevice.ts"
import { WakeForm } from "./WakeForm.tsx"

/** Wakes a device through the cloud, or later when the server is away. */
export const WakeDialog = ({ subject: did, isOpen, onClose }: DialogProps) => {
  const { awaySince, ...device } = useDevice(did)
  const { attempt, ...rest } = useAttempt(onClose)
  return (
    <WakeForm
      isOpen={isOpen}
      onClose={onClose}
      {...device}
      remembers
      attempt={rest}
      onSubmit={(mac) => attempt({ type: "WakeDevice", did, mac })}
    >
      <AwayNote of="wake" since={awaySince} />
      <LaterNote expires />
    </WakeForm>
  )
}
