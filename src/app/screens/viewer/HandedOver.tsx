import { useTranslation } from "react-i18next"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"

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
    <div className="vlost">
      <section className="vlost-card" role="status" aria-live="polite">
        <h2>
          <Glyph name="confirmed" tone="ok" />
          {t("devices.viewer.handedOver.title")}
        </h2>
        <p>{t("devices.viewer.handedOver.body", { name })}</p>
        <div className="row end">
          <Button onPress={onOpen}>{t("devices.viewer.handedOver.again")}</Button>
          <Button variant="primary" onPress={onLeave}>
            {t("devices.viewer.toDevices")}
          </Button>
        </div>
      </section>
    </div>
  )
}
