import { memo, useId } from "react"
import { isViewed } from "../../../../domain/views/connectedDevice.ts"
import type { DeviceCard } from "../../../../domain/views/devices.ts"
import type { LanDeviceView } from "../../../../domain/views/lan.ts"
import { listedCard } from "../../../../domain/views/listedCard.ts"
import { useViewOf } from "../../../client/client.ts"
import { useNowSince } from "../../../client/clock.ts"
import { statusKeys, useCardWords } from "../../../devices/cardWords.ts"
import { FramePicture } from "../../../devices/FramePicture.tsx"
import { useOpened } from "../../../devices/opened.ts"
import { FoundName } from "../../../devices/searched.tsx"
import { useSelection } from "../../../devices/selection.ts"
import { Checkbox } from "../../../ui/Checkbox.tsx"
import { Glyph } from "../../../ui/Glyph.tsx"
import { Pending } from "../../../ui/Pending.tsx"
import { useFrame } from "../../../viewer/lastFrames.ts"
import { useLanDeviceNews } from "../../network/LanDevice.tsx"
import { CardMenu } from "../CardMenu.tsx"
import type { DeviceCardProps } from "../DeviceCard.tsx"
import { usePressOn } from "../listKeys.ts"

const State = ({ card: { status } }: { readonly card: DeviceCard }) => {
  const { t } = useCardWords()
  return (
    <span className="cut" aria-hidden="true">
      {t(statusKeys[status])}
    </span>
  )
}

/** The work over this network with a device, otherwise its state. */
const NearState = ({ card, lan }: { readonly card: DeviceCard; readonly lan: LanDeviceView }) =>
  useLanDeviceNews({ device: lan }) ?? <State card={card} />

/** One device of the Wall: its last frame, its name and state, and the age of the frame (PICTURE-3). */
export const WallCard = memo(({ did, list, of, position, isStop }: DeviceCardProps) => {
  const { t, format } = useCardWords()
  const name = useId()
  const { chosen, isChoosing, toggle } = useSelection()
  const { did: opened } = useOpened()
  const press = usePressOn(did, list)
  const card = useViewOf(listedCard, did)
  const frame = useFrame(did)
  const isConnected = useViewOf(isViewed, did) === true
  const now = useNowSince(frame?.at ?? null)
  if (card === undefined || card === null) return null
  const isChosen = chosen.has(did)
  return (
    <li
      className={`card wall${isChosen ? " chosen" : ""}${opened === did ? " current" : ""}`}
      data-did={did}
      aria-current={opened === did ? "page" : undefined}
      aria-labelledby={name}
      aria-posinset={position}
      aria-setsize={of}
    >
      <FramePicture card={card} />
      {isConnected && (
        <span className="wall-live">
          <Glyph name="online" />
          {t("devices.viewer.phase.connected")}
        </span>
      )}
      <div className="card-head">
        <Glyph name={card.status} label={t(statusKeys[card.status])} />
        <h3 className="name" id={name} title={card.name}>
          <button type="button" className="hit" tabIndex={isStop ? 0 : -1} onClick={press}>
            {card.pendingName === null ? <FoundName name={card.name} /> : <Pending value={card.name} />}
          </button>
        </h3>
        <div className="acts">
          {isChoosing && (
            <Checkbox
              label={t("devices.selection.choose", { name: card.name })}
              isSelected={isChosen}
              isStop={false}
              onChange={() => toggle(did)}
            />
          )}
          <CardMenu card={card} isStop={false} />
        </div>
      </div>
      <div className="wall-foot">
        {card.lan === null ? <State card={card} /> : <NearState card={card} lan={card.lan} />}
        {frame !== null && <span className="num">{format.age(frame.at, now)}</span>}
      </div>
    </li>
  )
})
