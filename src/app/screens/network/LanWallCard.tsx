import { useId } from "react"
import { useNowSince } from "../../client/clock.ts"
import { useCardWords } from "../../devices/cardWords.ts"
import { FramePicture, shownOfLan } from "../../devices/FramePicture.tsx"
import { useOpened } from "../../devices/opened.ts"
import { useSelection } from "../../devices/selection.ts"
import { useFrame } from "../../viewer/lastFrames.ts"
import { isAskable } from "./askable.ts"
import {
  LanDeviceBox,
  LanDeviceMenu,
  LanDeviceName,
  LanDeviceSign,
  type Shown,
  useLanDeviceNews,
} from "./LanDevice.tsx"
import { type At, watching } from "./watching.tsx"

/** A device of this network on the Wall, as one of the account is there (PICTURE-3, PICTURE-5). */
export const LanWallCard = watching("card wall", ({ device, wake, position, of, isStop, ids }: Shown & At) => {
  const { t, format } = useCardWords()
  const name = useId()
  const { isChoosing, chosen } = useSelection()
  const isOpened = useOpened().did === device.did
  const frame = useFrame(device.did)
  const now = useNowSince(frame?.at ?? null)
  const news = useLanDeviceNews({ device, wake })
  return (
    <li
      className={`card wall${chosen.has(device.did) ? " chosen" : ""}${isOpened ? " current" : ""}`}
      data-lan-device={device.id}
      aria-current={isOpened ? "page" : undefined}
      aria-labelledby={name}
      aria-posinset={position}
      aria-setsize={of}
    >
      <FramePicture card={shownOfLan(device)} />
      <div className="card-head">
        <LanDeviceSign device={device} />
        <h3 className="name" id={name} title={device.name}>
          <LanDeviceName device={device} isStop={isStop} ids={ids} />
        </h3>
        <div className="acts">
          {isChoosing && <LanDeviceBox device={device} />}
          {isAskable(device) && <LanDeviceMenu device={device} isStop={isStop} />}
        </div>
      </div>
      <div className="wall-foot">
        {news ?? (
          <span className="cut" aria-hidden="true">
            {t(device.known === "now" ? "devices.card.online" : "devices.card.wasOnline")}
          </span>
        )}
        {frame !== null && <span className="num">{format.age(frame.at, now)}</span>}
      </div>
    </li>
  )
})
