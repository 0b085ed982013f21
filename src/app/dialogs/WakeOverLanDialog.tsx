import { lanDeviceAt } from "../../domain/views/lan.ts"
import { useViewOf } from "../client/client.ts"
import type { DialogProps } from "./dialogProps.ts"
import { useAttempt } from "./useAttempt.ts"
import { WakeForm } from "./WakeForm.tsx"

/** WAKE-3 for a device of this network: the native side wakes, now or never. */
export const WakeOverLanDialog = ({ subject: id, isOpen, onClose }: DialogProps) => {
  const reach = useViewOf(lanDeviceAt, id)
  const { attempt, ...rest } = useAttempt(onClose)
  return (
    <WakeForm
      isOpen={isOpen}
      onClose={onClose}
      name={reach?.name ?? ""}
      hasBoundMac={reach?.hasBoundMac ?? false}
      attempt={rest}
      onSubmit={(mac) => attempt({ type: "WakeOverLan", id, mac })}
    />
  )
}
