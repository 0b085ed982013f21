import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { FirmwareView } from "../../../domain/views/firmware.ts"
import { useSend } from "../../client/client.ts"
import type { Refused } from "../../client/handle.ts"
import { firmwareFailure } from "../../i18n/firmwareFailure.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { refusedKey } from "../../toasts/refused.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { InlineError } from "../../ui/InlineError.tsx"
import { useChooseFile } from "../../ui/useChooseFile.tsx"

interface Reading {
  readonly percent: number
  readonly stop: () => void
}

/** The state of the image on this computer, and the one act that it allows. */
const useStatus = ({ image, reading, onPress }: StatusProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  if (image?.status === "kept")
    return {
      glyph: "confirmed",
      text: t("dialog.firmware.image.kept", { size: format.bytes(image.size ?? 0) }),
      word: t("dialog.firmware.image.remove"),
      act: () => onPress("RemoveFirmware"),
    } as const
  const stop = t("dialog.firmware.image.stop")
  if (reading !== null) {
    const text = t("dialog.firmware.image.reading", { percent: format.percent(reading.percent) })
    return { glyph: "pending", text, word: stop, act: reading.stop } as const
  }
  if (image?.status === "wanted") {
    const text = t("dialog.firmware.image.loading", { percent: format.percent(image.percent) })
    return { glyph: "pending", text, word: stop, act: () => onPress("StopFirmwareDownload") } as const
  }
  const failure = image?.failure ?? null
  return {
    glyph: failure === null ? "info" : "refused",
    text:
      failure === null
        ? t("dialog.firmware.image.none")
        : firmwareFailure(t, { failure, httpStatus: image?.httpStatus }),
    word: t("dialog.firmware.image.keep"),
    act: () => onPress("KeepFirmware"),
  } as const
}

/** The image on this computer, for use without internet (FW-6). */
const Status = (of: StatusProps) => {
  const { glyph, text, word, act } = useStatus(of)
  return (
    <>
      <Glyph name={glyph} />
      <span className="grow">{text}</span>
      <Button variant="word" onPress={act}>
        {word}
      </Button>
    </>
  )
}

type OnPress = (type: "KeepFirmware" | "RemoveFirmware" | "StopFirmwareDownload") => void

interface StatusProps {
  readonly image: FirmwareView["image"]
  /** The reading of a file that a person has chosen. */
  readonly reading: Reading | null
  readonly onPress: OnPress
}

export const KeptImage = ({ image }: Pick<FirmwareView, "image">) => {
  const { t } = useTranslation()
  const send = useSend()
  const [reading, setReading] = useState<Reading | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const ended = (reason: Refused | null) => {
    setReading(null)
    setRefused(reason)
  }
  const { field, choose } = useChooseFile(".bin", (file) => {
    const stopping = new AbortController()
    const stop = () => stopping.abort()
    setReading({ percent: 0, stop })
    setRefused(null)
    // Ignores late progress: after the end, or of an earlier file.
    const report = (percent: number) => setReading((now) => (now?.stop === stop ? { percent, stop } : now))
    send({ type: "KeepFirmwareFile", file, report, stopped: stopping.signal }, ended, () => ended(null))
  })
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
          <Button variant="word" isPending={reading !== null} onPress={choose}>
            {t("dialog.firmware.image.file")}
          </Button>
          {field}
        </>
      )}
      <InlineError text={refused && t(refusedKey(refused))} />
    </div>
  )
}
