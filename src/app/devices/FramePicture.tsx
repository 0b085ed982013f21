import type { DeviceCard } from "../../domain/views/devices.ts"
import type { LanDeviceView } from "../../domain/views/lan.ts"
import { useNowSince } from "../client/clock.ts"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { DevicesIcon } from "../ui/icons.ts"
import { type KeptFrame, useFrame } from "../viewer/lastFrames.ts"
import { saveFrame } from "../viewer/screenshot.ts"
import { useCardWords } from "./cardWords.ts"

/** Up to this age the last frame of an online device is shown unchanged, ms. */
const FRESH_MS = 3_600_000

type Shown = Pick<DeviceCard, "did" | "name" | "status">

/** The parts of a LAN device that its frame needs, when the device is on no list. */
export const shownOfLan = ({ did, name, known }: LanDeviceView): Shown => ({
  did,
  name,
  status: known === "now" ? "online" : "lastKnown",
})

const Image = ({ card: { name, status }, frame }: { readonly card: Shown; readonly frame: KeptFrame }) => {
  const { t, format } = useCardWords()
  const now = useNowSince(frame.at)
  const isOld = status !== "online" || now - frame.at > FRESH_MS
  const label = t("devices.wall.last", { name, age: format.age(frame.at, now) })
  return (
    <span className={isOld ? "frame old" : "frame"}>
      <img src={frame.image} alt={label} title={label} draggable={false} />
    </span>
  )
}

/** The last frame of a device on the Wall, or a note that there is none. */
export const FramePicture = ({ card }: { readonly card: Shown }) => {
  const { t } = useCardWords()
  const frame = useFrame(card.did)
  if (frame !== null) return <Image card={card} frame={frame} />
  return (
    <span className="frame none">
      <Icon of={DevicesIcon} />
      <span>{t("devices.wall.none")}</span>
      <span className="faint">{t("devices.wall.noneBody")}</span>
    </span>
  )
}

/** A small frame on a card; nothing where there is none. */
export const FrameThumb = ({ card }: { readonly card: Shown }) => {
  const frame = useFrame(card.did)
  return frame === null ? null : (
    <span className="thumb">
      <Image card={card} frame={frame} />
    </span>
  )
}

/** The frame on the page of a device, with its age and its time. */
export const FrameSection = ({ card }: { readonly card: Shown }) => {
  const { t, format } = useCardWords()
  const frame = useFrame(card.did)
  const now = useNowSince(frame?.at ?? null)
  if (frame === null) return null
  return (
    <section className="dsec">
      <h3>
        {t("devices.wall.heading")}
        <span className="end">
          {format.age(frame.at, now)} · {format.minute(frame.at, now)}
        </span>
      </h3>
      <Image card={card} frame={frame} />
      <Button variant="word" onPress={() => saveFrame(frame, card.name)}>
        {t("devices.viewer.screenshot.save")}
      </Button>
    </section>
  )
}
