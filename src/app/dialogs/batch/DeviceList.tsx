import { type ReactNode, useCallback, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useFrameRows } from "../../ui/windowed.ts"

/** The estimated height of a row, px. */
const ROW_PX = 41

/** The devices of a batch. In a long list only the visible rows are in the page. */
export const DeviceList = ({
  dids,
  children,
}: {
  readonly dids: readonly string[]
  readonly children: (did: string) => ReactNode
}) => {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const body = useCallback(() => list.current?.closest<HTMLElement>(".dialog-body") ?? null, [])
  const { first, last, before, after, measure } = useFrameRows(body, list, dids.length, { pitch: ROW_PX, keys: dids })
  return (
    <ul
      ref={list}
      className="previewed"
      aria-label={t("dialog.batch.devices")}
      style={{ paddingBlockStart: before, paddingBlockEnd: after }}
    >
      {dids.slice(first, last).map((did, index) => (
        <li
          key={did}
          ref={measure}
          data-index={first + index}
          aria-posinset={first + index + 1}
          aria-setsize={dids.length}
        >
          {children(did)}
        </li>
      ))}
    </ul>
  )
}
