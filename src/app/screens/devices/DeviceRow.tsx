import { memo, type ReactNode } from "react"
import type { DeviceCard } from "../../../domain/views/devices.ts"
import type { LanDeviceView } from "../../../domain/views/lan.ts"
import { listedCard } from "../../../domain/views/listedCard.ts"
import { useViewOf } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { BuildCell } from "../../devices/build.tsx"
import { type CardWords, statusKeys, useCardWords } from "../../devices/cardWords.ts"
import type { ColumnId } from "../../devices/columns.ts"
import { useOpened } from "../../devices/opened.ts"
import { FoundId, FoundName } from "../../devices/searched.tsx"
import { useSelection } from "../../devices/selection.ts"
import { Checkbox } from "../../ui/Checkbox.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { Name } from "../../ui/Name.tsx"
import { Pending } from "../../ui/Pending.tsx"
import { Presence } from "../../ui/Presence.tsx"
import { isAskable } from "../network/askable.ts"
import { useLanDeviceNews } from "../network/LanDevice.tsx"
import { ModeCell } from "../network/ModeCell.tsx"
import { CardMenu } from "./CardMenu.tsx"
import { BatchSlot, NoticeSlot } from "./CardSlot.tsx"
import { type DidsRef, usePressOn } from "./listKeys.ts"
import { Ways } from "./Ways.tsx"

const LastSeen = ({ lastSeen }: Pick<DeviceCard, "lastSeen">) => {
  const { t, format } = useCardWords()
  const now = useNow()
  if (lastSeen <= 0) return t("devices.card.neverSeen")
  return <span title={format.full(lastSeen)}>{format.age(lastSeen, now)}</span>
}

const cell = (id: ColumnId, card: DeviceCard, { t, word, strip }: CardWords): ReactNode => {
  switch (id) {
    case "strip":
      return card.presence.length === 0 ? null : (
        <Presence ticks={card.presence} online={card.status === "online"} label={strip(card.presence)} dense />
      )
    case "lastSeen":
      return <LastSeen {...card} />
    case "build":
      return <BuildCell {...card} askable={isAskable(card.lan) ? card.lan : null} isStop={false} />
    case "kind":
      return <Ways card={card} as="t-ways" />
    case "owner":
      if (card.kind !== "bound") return null
      return card.shared ? <Name of={card.owner.trim() || t("common.state.unknown")} /> : word("devices.table.you")
    case "tags": {
      const tags = card.tags.join(word("pages.account.subs.comma"))
      return tags === "" ? null : <Name of={tags} />
    }
  }
}

/** The work over this network with a device, else the address and mode of a device of this network alone. */
const NearNews = ({ card, lan }: { readonly card: DeviceCard; readonly lan: LanDeviceView }) => {
  const news = useLanDeviceNews({ device: lan })
  if (news !== null) return <div className="slot">{news}</div>
  if (card.kind === "bound") return null
  return (
    <span className="t-place">
      <ModeCell device={lan} isSwitch isStop={false} />
    </span>
  )
}

export interface RowProps {
  readonly did: string
  /**
   * All devices of the list, read when a person selects a range. A ref, so that a change of the list does not render
   * all rows.
   */
  readonly list: DidsRef
  /** The position among the devices, from 1. */
  readonly position: number
  readonly shown: readonly ColumnId[]
  readonly isStop: boolean
}

/**
 * One device as a row of 40 px. Watches only its own part of the state, so that a change renders one row. A row may
 * change its device, so parts with an animation or a state have the device as key.
 */
export const DeviceRow = memo(({ did, list, position, shown, isStop }: RowProps) => {
  const words = useCardWords()
  const { t, word: say } = words
  const { chosen, isChoosing, toggle } = useSelection()
  const { did: opened } = useOpened()
  const press = usePressOn(did, list)
  const card = useViewOf(listedCard, did)
  if (card === undefined || card === null) return null
  const isChosen = chosen.has(did)
  return (
    <tr
      className={`trow${isChosen ? " chosen" : ""}${opened === did ? " current" : ""}`}
      data-did={did}
      // The table header is the first row.
      aria-rowindex={position + 1}
      aria-selected={isChosen}
      aria-current={opened === did ? "page" : undefined}
      aria-label={card.name}
    >
      <td className="t-state">
        {isChoosing ? (
          <Checkbox
            key={did}
            label={t("devices.selection.choose", { name: card.name })}
            isSelected={isChosen}
            isStop={false}
            onChange={() => toggle(did)}
          />
        ) : (
          <Glyph name={card.status} label={say(statusKeys[card.status])} />
        )}
      </td>
      <td className="t-name">
        <button type="button" className="hit" tabIndex={isStop ? 0 : -1} title={card.name} onClick={press}>
          {card.pendingName === null ? <FoundName name={card.name} /> : <Pending value={card.name} />}
        </button>
        <FoundId did={did} name={card.name} />
        {card.notice !== null && <NoticeSlot key={did} notice={card.notice} card={card} />}
        {card.notice === null && card.batch !== null && <BatchSlot key={did} of={card.batch} />}
        {card.notice === null && card.batch === null && card.lan !== null && (
          <NearNews key={did} card={card} lan={card.lan} />
        )}
      </td>
      {shown.map((id) => (
        <td key={id} className="cut">
          {cell(id, card, words)}
        </td>
      ))}
      <td className="t-menu">
        <CardMenu card={card} isStop={false} />
      </td>
    </tr>
  )
})
