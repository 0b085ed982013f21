import { useTranslation } from "react-i18next"
import { connectingSteps } from "../../../domain/features/deviceSession/events.ts"
import type { ViewedDevice } from "../../../domain/features/deviceSession/feature.ts"
import { isFar } from "../../../domain/views/unreached.ts"

/** The steps of connecting, in order. The picture is the last and replaces all of this. */
const steps = ["cloud", "device", "found", "picture"] as const

const FULL = 100

/**
 * Shown while this tab connects to a device. For a device behind the cloud, shows the progress of its request
 * (DEVICE-10).
 */
export const Connecting = ({ device, name }: { readonly device: ViewedDevice; readonly name: string }) => {
  const { t } = useTranslation()
  const done = connectingSteps.indexOf(device.step)
  return (
    <div className="vwait" role="status">
      <p>{t("devices.viewer.connecting", { name })}</p>
      {isFar(device) && (
        <ol className="vsteps">
          {steps.map((step, index) => (
            <li key={step} className={index < done ? "done" : index === done ? "now" : ""}>
              <div className={`ticks low${index < done ? " full" : ""}`} style={{ "--v": index < done ? FULL : 0 }} />
              <span>{t(`devices.viewer.step.${step}`)}</span>
              {index < done && <span className="vh">{t("devices.viewer.step.done")}</span>}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
