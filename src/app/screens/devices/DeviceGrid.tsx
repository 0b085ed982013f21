import { memo, useRef } from "react"
import { PresenceLegend } from "../../ui/PresenceLegend.tsx"
import { useFrameRows } from "../../ui/windowed.ts"
import { CardWordsProvider, useNewCardWords } from "./cardWords.ts"
import { DeviceCard } from "./DeviceCard.tsx"
import { useFrameHeight } from "./useFrameHeight.ts"

/** A card and the gap below it, px; as in cards.css. */
const CARD = { pitch: 148 }

/**
 * The cards of a list that scrolls inside itself (DEVICE-3). Of a long one only the rows in sight are in the page, so that
 * ten thousand devices cost what a dozen do; all cards have one height.
 */
export const DeviceGrid = memo(({ ids }: { readonly ids: readonly string[] }) => {
  const words = useNewCardWords()
  const { t } = words
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const height = useFrameHeight(frame)
  const { columns, first, last, before, after } = useFrameRows(() => frame.current, list, ids.length, CARD)
  const shown = ids.slice(first * columns, last * columns)
  return (
    <CardWordsProvider value={words}>
      <div ref={frame} className="list-frame" style={{ maxBlockSize: height }}>
        <ul
          ref={list}
          className="cards"
          style={{
            paddingBlockStart: before,
            paddingBlockEnd: after,
          }}
        >
          {shown.map((did, index) => (
            <DeviceCard key={did} did={did} place={first * columns + index + 1} of={ids.length} />
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
