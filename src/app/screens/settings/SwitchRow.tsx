import { useCallback, useId } from "react"
import { isOn, type PreferenceKey, type SettingsState } from "../../../domain/features/settings/feature.ts"
import { useChangeable } from "../../preferences/useChangeable.ts"
import { useToast } from "../../toasts/useToast.ts"
import { Switch } from "../../ui/Switch.tsx"
import { Row } from "./Group.tsx"

/** A preference that is on or off. The toast about the switch is always shown (MSG-5). */
export const SwitchRow = ({
  preference,
  title,
  body,
}: {
  readonly preference: PreferenceKey
  readonly title: string
  readonly body: string
}) => {
  const bodyId = useId()
  const toast = useToast()
  const [isSelected, set] = useChangeable(
    preference,
    useCallback((settings: SettingsState) => isOn(settings, preference), [preference]),
  )
  const change = (on: boolean) => {
    const message = on ? "common.success.enabled" : "common.success.disabled"
    set(on ? "true" : "false", () => toast({ kind: "success", despite: "toggle", message, params: { name: title } }))
  }
  return (
    <Row title={title} body={body} bodyId={bodyId}>
      <Switch label={title} isSelected={isSelected} onChange={change} describedBy={bodyId} />
    </Row>
  )
}
