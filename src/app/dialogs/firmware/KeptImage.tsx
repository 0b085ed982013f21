import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { FirmwareView } from "../../../domain/views/firmware.ts"
import { useSend } from "../../client/client.ts"
import type { Refused } from "../../client/handle.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { refusedKey } from "../../toasts/refused.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { InlineError } from "../InlineError.tsx"

/** The image on this computer, for use without internet (FW-6). */
const Status = ({ image, onPress }: { readonly image: FirmwareView["image"]; readonly onPress: OnPress }) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (image?.status === "kept")
    return (
      <>
        <Glyph name="confirmed" />
        <span className="grow">{t("dialog.firmware.image.kept", { size: format.bytes(image.size ?? 0) })}</span>
        <Button variant="word" onPress={() => onPress("RemoveFirmware")}>
          {t("dialog.firmware.image.remove")}
        </Button>
      </>
    )
  if (image?.status === "wanted")
    return (
      <>
        <Glyph name="pending" />
        <span className="grow">{t("dialog.firmware.image.loading", { percent: format.percent(image.percent) })}</span>
        <Button variant="word" onPress={() => onPress("StopFirmwareDownload")}>
          {t("dialog.firmware.image.stop")}
        </Button>
      </>
    )
  const failure = image?.failure ?? null
  return (
    <>
      <Glyph name={failure === null ? "info" : "refused"} />
      <span className="grow">
        {failure === null ? t("dialog.firmware.image.none") : t(`dialog.firmware.reason.${failure}`)}
      </span>
      <Button variant="word" onPress={() => onPress("KeepFirmware")}>
        {t("dialog.firmware.image.keep")}
      </Button>
    </>
  )
}

type OnPress = (type: "KeepFirmware" | "RemoveFirmware" | "StopFirmwareDownload") => void

export const KeptImage = ({ image }: Pick<FirmwareView, "image">) => {
  const { t } = useTranslation()
  const send = useSend()
  const input = useRef<HTMLInputElement>(null)
  const [isReading, setReading] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const ended = (reason: Refused | null) => {
    setReading(false)
    setRefused(reason)
  }
  const chosen = (file: File | undefined) => {
    if (file === undefined) return
    setReading(true)
    setRefused(null)
    send({ type: "KeepFirmwareFile", file }, ended, () => ended(null))
  }
  return (
    <div className="kept-image">
      <p role="status">
        <Status image={image} onPress={(type) => send({ type }, setRefused, () => setRefused(null))} />
      </p>
      {image?.status !== "kept" && (
        <>
          <Button variant="word" isPending={isReading} onPress={() => input.current?.click()}>
            {t("dialog.firmware.image.file")}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept=".bin"
            onChange={({ target }) => {
              chosen(target.files?.[0])
              target.value = ""
            }}
          />
        </>
      )}
      <InlineError text={refused && t(refusedKey(refused))} />
    </div>
  )
}
