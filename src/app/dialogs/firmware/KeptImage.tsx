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

interface Reading {
  readonly percent: number
  readonly stop: () => void
}

/** The image on this computer, for use without internet (FW-6). */
const Status = ({ image, reading, onPress }: StatusProps) => {
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
  if (reading !== null)
    return (
      <>
        <Glyph name="pending" />
        <span className="grow">{t("dialog.firmware.image.reading", { percent: format.percent(reading.percent) })}</span>
        <Button variant="word" onPress={reading.stop}>
          {t("dialog.firmware.image.stop")}
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

interface StatusProps {
  readonly image: FirmwareView["image"]
  /** Of a file that a person has chosen. */
  readonly reading: Reading | null
  readonly onPress: OnPress
}

export const KeptImage = ({ image }: Pick<FirmwareView, "image">) => {
  const { t } = useTranslation()
  const send = useSend()
  const input = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const ended = (reason: Refused | null) => {
    setReading(null)
    setRefused(reason)
  }
  const chosen = (file: File | undefined) => {
    if (file === undefined) return
    const stopping = new AbortController()
    const stop = () => stopping.abort()
    setReading({ percent: 0, stop })
    setRefused(null)
    // What is told after its end, or of a file before this one, is late.
    const told = (percent: number) => setReading((now) => (now?.stop === stop ? { percent, stop } : now))
    send({ type: "KeepFirmwareFile", file, told, stopped: stopping.signal }, ended, () => ended(null))
  }
  return (
    <div className="kept-image">
      <p role="status">
        <Status
          image={image}
          reading={reading}
          onPress={(type) => send({ type }, setRefused, () => setRefused(null))}
        />
      </p>
      {image?.status !== "kept" && (
        <>
          <Button variant="word" isPending={reading !== null} onPress={() => input.current?.click()}>
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
