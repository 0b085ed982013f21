import { useTranslation } from "react-i18next"
import type { SettingsState } from "../../../domain/features/settings/feature.ts"
import { useChangeable } from "../../preferences/useChangeable.ts"
import { useToast } from "../../toasts/useToast.ts"
import { SegmentedRadio } from "../../ui/SegmentedRadio.tsx"
import { Group, Row } from "./Group.tsx"
import { SwitchRow } from "./SwitchRow.tsx"

/** dx11 unless dx9 was chosen (SETTINGS-1). */
const renderTypeOf = (settings: SettingsState) => (settings.get("renderType") === "dx9" ? "dx9" : "dx11")

export const Streaming = () => {
  const { t } = useTranslation()
  const [renderType, setRenderType] = useChangeable("renderType", renderTypeOf)
  const toast = useToast()
  const choose = (value: "dx11" | "dx9") => {
    const params = { name: t(`pages.settings.${value}`) }
    setRenderType(value, () => {
      toast({ kind: "success", despite: "toggle", message: "common.success.enabled", params })
    })
  }
  return (
    <Group title={t("pages.settings.streaming")}>
      <Row title={t("pages.settings.renderType")}>
        <SegmentedRadio
          label={t("pages.settings.renderType")}
          labelHidden
          value={renderType}
          onChange={choose}
          options={[
            { value: "dx11", label: t("pages.settings.dx11") },
            { value: "dx9", label: t("pages.settings.dx9") },
          ]}
        />
      </Row>
      <SwitchRow preference="audio" title={t("pages.settings.audio")} body={t("pages.settings.audioBody")} />
      <SwitchRow preference="input" title={t("pages.settings.input")} body={t("pages.settings.inputBody")} />
    </Group>
  )
}
