import { AwayNote } from "./AwayNote.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { LaterNote } from "./LaterNote.tsx"
import { useDevice } from "./useDevice.ts"
import { useSubmit } from "./useSubmit.ts"
import { WakeForm } from "./WakeForm.tsx"

/** Wakes through the cloud, or later when the server is away. */
export const WakeDialog = ({ subject: did, isOpen, onClose }: DialogProps) => {
  const { awaySince, ...device } = useDevice(did)
  const { submit, ...attempt } = useSubmit(onClose)
  return (
    <WakeForm
      isOpen={isOpen}
      onClose={onClose}
      {...device}
      remembers
      attempt={attempt}
      onSubmit={(mac) => submit({ type: "WakeDevice", did, mac })}
    >
      <AwayNote of="wake" since={awaySince} />
      <LaterNote expires />
    </WakeForm>
  )
}
