import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { Intent } from "../../domain/wire/intent.ts"

/** An action as far as its sentence needs it. */
interface Told {
  readonly intent: Intent
  readonly subject: string
  readonly before: string | null
  readonly from?: number
}

/** S 4: to active comes who was accepted or disabled; 0 and 1 are never asked for. */
const stateChange = (to: number, from: number | undefined) => {
  if (to === 4) return "remove"
  if (to === 3) return "disable"
  return from === 3 ? "enable" : "approve"
}
const requests = { wol: "wake", reboot: "reboot", nat: "nat" } as const

/** What an action does, in plain words. */
export const useActionText = (): ((action: Told) => string) => {
  const { t } = useTranslation()
  return useCallback(
    ({ intent, subject, before, from }: Told): string => {
      switch (intent.call) {
        case "rename_device":
          return t("layout.outbox.action.rename_device", { before: before ?? subject, after: intent.input.title })
        case "rename_account":
          return t("layout.outbox.action.rename_account", { after: intent.input.newName })
        case "rename_subaccount":
          return t("layout.outbox.action.rename_subaccount", {
            before: before ?? subject,
            after: intent.input.newName,
          })
        case "update_subaccount_state":
          return t(`layout.outbox.action.${stateChange(intent.input.state, from)}`, { subject })
        case "modify_subdevice":
          return t(intent.input.isAdd ? "layout.outbox.action.assign" : "layout.outbox.action.unassign", {
            device: before ?? intent.input.deviceId,
            subject,
          })
        case "disconnect_main_account":
          return t("layout.outbox.action.disconnect", { subject })
        case "request_device":
          return t(`layout.outbox.action.${requests[intent.input.cmd]}`, { subject })
        case "update_subaccount_email":
        case "send_invitation":
          return t(`layout.outbox.action.${intent.call}`, { subject })
      }
    },
    [t],
  )
}
