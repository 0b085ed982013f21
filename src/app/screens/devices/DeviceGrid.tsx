import { memo, useRef } from "react"
import { PresenceLegend } from "../../ui/PresenceLegend.tsx"
import type { OnAct } from "./BoundDevices.tsx"
import { CardWordsProvider, useNewCardWords } from "./cardWords.ts"
import { DeviceCard } from "./DeviceCard.tsx"
import { useFrameHeight } from "./useFrameHeight.ts"
import { CARD_PITCH_PX, useRows } from "./useRows.ts"

/**
 * The cards of a list that scrolls inside itself (DEVICE-3). Of a long one only the rows in sight are in the page, so that
 * ten thousand devices cost what a dozen do; all cards have one height.
 */
export const DeviceGrid = memo(({ ids, onAct }: { readonly ids: readonly string[]; readonly onAct: OnAct }) => {
  const words = useNewCardWords()
  const { t } = words
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const height = useFrameHeight(frame)
  const { columns, first, last } = useRows(frame, list, ids.length)
  const shown = ids.slice(first * columns, last * columns)
  const rows = Math.ceil(ids.length / columns)
  return (
    <CardWordsProvider value={words}>
      <div ref={frame} className="list-frame" style={{ maxBlockSize: height }}>
        <ul
          ref={list}
          className="cards"
          style={{
            paddingBlockStart: first * CARD_PITCH_PX,
            paddingBlockEnd: Math.max(0, rows - last) * CARD_PITCH_PX,
          }}
        >
          {shown.map((did, index) => (
            <DeviceCard key={did} did={did} onAct={onAct} place={first * columns + index + 1} of={ids.length} />
          ))}
        </ul>
      </div>
      <PresenceLegend
        seen={t("devices.presence.seen")}
        unseen={t("devices.presence.unseen")}
        unobserved={t("devices.presence.unobserved")}
        note={t("devices.presence.legend")}
      />
    </CardWordsProvider>
  )
})
