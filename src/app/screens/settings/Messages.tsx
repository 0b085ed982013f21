import { useTranslation } from "react-i18next"
import { actionExpiryMs } from "../../../domain/features/settings/feature.ts"
import { UNDO_MS } from "../../../domain/values/limits.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { usePreference } from "../../preferences/usePreference.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Select } from "../../ui/Select.tsx"
import { Group, Row } from "./Group.tsx"
import { SwitchRow } from "./SwitchRow.tsx"

const MINUTE = 60_000
/** What is offered, ms; all within the limits of OFFLINE-6. */
const EXPIRIES = [1, 5, 15, 60, 240, 1_440].map((minutes) => minutes * MINUTE)

export const Messages = () => {
  const { t } = useTranslation()
  const { duration } = useFormat()
  const ask = useAsk()
  const expiry = usePreference(actionExpiryMs)
  /* One set elsewhere is shown as well. */
  const offered = EXPIRIES.includes(expiry) ? EXPIRIES : [...EXPIRIES, expiry].sort((a, b) => a - b)
  return (
    <Group title={t("pages.settings.messages")}>
      <Row title={t("pages.settings.expiry")} body={t("pages.settings.expiryBody")}>
        <Select
          label={t("pages.settings.expiry")}
          labelHidden
          value={String(expiry)}
          onChange={(value) => ask({ type: "SetPreference", key: "actionExpiry", value })}
          options={offered.map((value) => ({ value: String(value), label: duration(value) }))}
        />
      </Row>
      <SwitchRow
        preference="undoReboot"
        title={t("pages.settings.undoReboot")}
        body={t("pages.settings.undoRebootBody", { span: duration(UNDO_MS) })}
      />
      <SwitchRow
        preference="limitNotifications"
        title={t("pages.settings.limitNotifications")}
        body={t("pages.settings.limitNotificationsBody")}
      />
    </Group>
  )
}
