import { Fragment, memo, useCallback, useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { DeviceCard as Card } from "../../../domain/views/devices.ts"
import type { LanDeviceView } from "../../../domain/views/lan.ts"
import { listedCard } from "../../../domain/views/listedCard.ts"
import { useViewOf } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { CardBuild } from "../../devices/build.tsx"
import { statusKeys, useCardWords } from "../../devices/cardWords.ts"
import { FirmwareSign, NewBuild } from "../../devices/FirmwareSign.tsx"
import { FrameThumb } from "../../devices/FramePicture.tsx"
import { useOpened } from "../../devices/opened.ts"
import { FoundId, FoundName } from "../../devices/searched.tsx"
import { useSelection } from "../../devices/selection.ts"
import { Checkbox } from "../../ui/Checkbox.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { TagIcon } from "../../ui/icons.ts"
import { LightIcon } from "../../ui/LightIcon.tsx"
import { Name } from "../../ui/Name.tsx"
import { Pending } from "../../ui/Pending.tsx"
import { Presence } from "../../ui/Presence.tsx"
import { useConnectBound } from "../../viewer/useConnect.ts"
import { isAskable } from "../network/askable.ts"
import { LanDeviceKind } from "../network/LanDevice.tsx"
import { ModeCell } from "../network/ModeCell.tsx"
import { CardMenu } from "./CardMenu.tsx"
import { CardSlot } from "./CardSlot.tsx"
import { type DidsRef, usePressOn } from "./listKeys.ts"

/** The connection of an account device on this network: its address or mode (LAN-7). */
const LanWay = ({ of }: { readonly of: LanDeviceView }) => {
  const { t } = useTranslation()
  if (of.known === "last") return null
  return (
    <>
      <LightIcon of={of.kind} />
      <span className="vh">{t(`devices.card.kind.${of.kind}`)}</span>
      <ModeCell device={of} />
    </>
  )
}

const Tags = ({ tags }: Pick<Card, "tags">) => {
  const { t } = useCardWords()
  const comma = t("pages.account.subs.comma")
  const words = tags.join(comma)
  return (
    <span className="tag">
      <Icon of={TagIcon} />
      <span className="cut" aria-hidden="true">
        {tags.map((tag, index) => (
          <Fragment key={tag}>
            {index > 0 && comma}
            <Name of={tag} />
          </Fragment>
        ))}
      </span>
      <span className="vh">{t("devices.card.tags", { tags: words })}</span>
    </span>
  )
}

const Kind = ({ card }: { readonly card: Card }) => {
  const { newBuild, tags, lan } = card
  const { t } = useCardWords()
  return (
    <div className="meta">
      {card.kind === "bound" && <LightIcon of="cloud" />}
      {/* Beside the way on this network the sign is enough: with the word, a long address left no room for the build. */}
      {card.kind === "bound" && (
        <span className={lan === null || lan.known === "last" ? undefined : "vh"}>{t("devices.card.kind.cloud")}</span>
      )}
      {lan !== null && (card.kind === "bound" ? <LanWay of={lan} /> : <LanDeviceKind device={lan} />)}
      <CardBuild of={card} />
      {newBuild !== null && !isAskable(lan) && <NewBuild build={newBuild} />}
      {tags.length > 0 && <Tags tags={tags} />}
      <FrameThumb card={card} />
    </div>
  )
}

/** Ticks of a strip whose observation has just begun. All earlier ones would be empty. */
const FIRST_TICKS = 10

const Trace = ({ card }: { readonly card: Card }) => {
  const { t, strip, format } = useCardWords()
  const now = useNow()
  // The status now, not that of the last reading.
  const online = card.status === "online"
  const never = card.lastSeen <= 0
  const ago = never ? t("devices.card.neverSeen") : format.age(card.lastSeen, now)
  return (
    <div className="trace">
      {card.watchedSince === null ? (
        <Presence ticks={card.presence} online={online} label={strip(card.presence)} />
      ) : (
        <span className="since">
          <span>{t("devices.presence.since", { time: format.minute(card.watchedSince, now) })}</span>
          <Presence ticks={card.presence} online={online} last={FIRST_TICKS} />
        </span>
      )}
      {/* A longer age takes the place of the one before, at the same end of the line (UX-5). */}
      <span key={ago} className="ago" title={never ? undefined : format.full(card.lastSeen)}>
        {ago}
      </span>
    </div>
  )
}

/** The address and mode of a device of this network alone, in place of its last sighting. */
const Address = ({ lan }: { readonly lan: LanDeviceView }) => (
  <div className="meta">
    <ModeCell device={lan} isSwitch isStop={false} />
  </div>
)

export interface DeviceCardProps {
  readonly did: string
  /** All devices of the list, read when a person selects a range. */
  readonly list: DidsRef
  /** The number of devices of the list. */
  readonly of: number
  readonly position: number
  /** True when Tab stops here, once in a list. */
  readonly isStop: boolean
}

/** One device (DEVICE-4). Watches only its own part of the state, so that a change renders one card. */
export const DeviceCard = memo(({ did, list, of, position, isStop }: DeviceCardProps) => {
  const { t } = useCardWords()
  const name = useId()
  const [wantsStream, setWantsStream] = useState(false)
  const { chosen, isChoosing, toggle } = useSelection()
  const { did: opened } = useOpened()
  const press = usePressOn(did, list)
  const connect = useConnectBound()
  const forget = useCallback(() => setWantsStream(false), [])
  const card = useViewOf(listedCard, did)
  if (card === undefined || card === null) return null
  const isChosen = chosen.has(did)
  return (
    <li
      className={`card${isChosen ? " chosen" : ""}${opened === did ? " current" : ""}`}
      data-did={did}
      aria-current={opened === did ? "page" : undefined}
      aria-labelledby={name}
      aria-posinset={position}
      aria-setsize={of}
    >
      <div className="card-head">
        <Glyph name={card.status} label={t(statusKeys[card.status])} />
        <h3 className="name" id={name} title={card.name}>
          <button type="button" className="hit" tabIndex={isStop ? 0 : -1} onClick={press}>
            {card.pendingName === null ? <FoundName name={card.name} /> : <Pending value={card.name} />}
          </button>
        </h3>
        <FoundId did={did} name={card.name} />
        <div className="acts">
          {isAskable(card.lan) && <FirmwareSign of={card.lan} name={card.name} isStop={false} />}
          {/* In one column with those of other cards, whatever else these offer. */}
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
      <Kind card={card} />
      {card.kind === "bound" ? <Trace card={card} /> : card.lan !== null && <Address lan={card.lan} />}
      <CardSlot
        card={card}
        wantsStream={wantsStream}
        onConnect={() => setWantsStream(!connect({ did, name: card.name }))}
        onForget={forget}
      />
    </li>
  )
})
