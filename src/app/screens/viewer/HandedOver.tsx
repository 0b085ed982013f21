import { useTranslation } from "react-i18next"
import { Button } from "../../ui/Button.tsx"
import { StageCard } from "./StageCard.tsx"

/** The program around the page shows the device in a window of its own (BRIDGE-7). */
export const HandedOver = ({
  name,
  onOpen,
  onLeave,
}: {
  readonly name: string
  readonly onOpen: () => void
  readonly onLeave: () => void
}) => {
  const { t } = useTranslation()
  return (
    <StageCard
      glyph="confirmed"
      tone="ok"
      title={t("devices.viewer.handedOver.title")}
      actions={
        <>
          <Button onPress={onOpen}>{t("devices.viewer.handedOver.again")}</Button>
          <Button variant="primary" onPress={onLeave}>
            {t("devices.viewer.toDevices")}
          </Button>
        </>
      }
    >
      <p>{t("devices.viewer.handedOver.body", { name })}</p>
    </StageCard>
  )
}
