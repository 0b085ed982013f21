import { cardFirmware } from "../../domain/views/firmware.ts"
import type { LanDeviceView } from "../../domain/views/lan.ts"
import { useViewOf } from "../client/client.ts"
import { Button } from "../ui/Button.tsx"
import { Glyph } from "../ui/Glyph.tsx"
import { LightIcon } from "../ui/LightIcon.tsx"
import { useCardWords } from "./cardWords.ts"

/** `id` is the native side's id of the device on its network. */
const useFirmware = (id: string) => useViewOf(cardFirmware, id)

/**
 * DEVICE-6: shown when the device's build is below the latest one, or while it is updated. The outcome of its last
 * update is no reason to offer it again. A bare button, because two rows of three may have one while a person scrolls
 * or searches a list.
 */
export const FirmwareSign = ({
  of: { id },
  name,
  isStop,
}: {
  readonly of: LanDeviceView
  readonly name: string
  readonly isStop: boolean
}) => {
  const { naming, open } = useCardWords()
  const firmware = useFirmware(id)
  if (firmware === undefined) return null
  if (!firmware.hasUpdate && !firmware.isRunning)
    return firmware.newBuild === null ? null : <NewBuild build={firmware.newBuild} />
  const label = naming("devices.card.update", name)
  return (
    <span className="update-offer">
      <button
        type="button"
        className="icon"
        tabIndex={isStop ? 0 : -1}
        aria-label={label}
        title={label}
        onClick={() => open("firmware", { subject: id })}
      >
        <LightIcon of="update" small />
      </button>
    </span>
  )
}

/** Announces a newer build, for a device that can be updated only on its own network. */
export const NewBuild = ({ build }: { readonly build: number }) => {
  const say = useCardWords().newBuild(build)
  return (
    <span className="new-build" title={say}>
      <Glyph name="update" tone="off" label={say} />
    </span>
  )
}

/** The last row of a card while an update runs, and its outcome until a person has seen it; null otherwise. */
export const useFirmwareLine = (id: string) => {
  const { t, format, open } = useCardWords()
  const firmware = useFirmware(id)
  if (firmware === undefined || firmware.stage === "initial") return null
  const { stage, percent, isConfirmed } = firmware
  const isDoubted = isConfirmed === false
  const glyph =
    stage === "error" ? "refused" : stage === "completed" ? (isDoubted ? "unconfirmed" : "confirmed") : "pending"
  const say =
    stage === "error"
      ? t("devices.firmware.failed")
      : stage === "completed"
        ? t(isDoubted ? "devices.firmware.doubted" : "common.success.firmwareUpdated")
        : t("devices.firmware.running", { percent: format.percent(percent) })
  return (
    <>
      <span className="say">
        <Glyph name={glyph} />
        <span className="cut" title={say}>
          {say}
        </span>
      </span>
      <Button variant="word" onPress={() => open("firmware", { subject: id })}>
        {t("common.action.show")}
      </Button>
    </>
  )
}
