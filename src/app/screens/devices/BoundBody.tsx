import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { DeviceQuery } from "../../../domain/views/findDevices.ts"
import { answered } from "../../../domain/views/lan.ts"
import type { ListState } from "../../../domain/views/listState.ts"
import { useView } from "../../client/client.ts"
import { ListNote } from "../../lists/ListNote.tsx"
import { noteRoom, useRoom } from "../../shell/useRoom.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { DeviceGrid } from "./DeviceGrid.tsx"
import { useDeviceView } from "./deviceView.ts"
import { FirstSteps } from "./FirstSteps.tsx"
import { useChosen } from "./filters.ts"
import type { Finding } from "./finding.ts"
import { useNewListPosition } from "./listPosition.ts"

/** Devices there are, but none like this: says what was asked for, and takes it back at one press. */
const NoMatch = ({ finding }: { readonly finding: Finding }) => {
  const { t } = useTranslation()
  const chosen = useChosen({ ...finding, owners: finding.overview?.allOwners ?? [] })
  const filters = chosen.join(t("pages.account.subs.comma"))
  const search = finding.query.search.trim()
  return (
    <EmptyState
      title={t("devices.noMatch")}
      actions={
        <Button onPress={finding.clear}>
          {t(chosen.length === 0 ? "common.action.clearSearch" : "devices.find.clear")}
        </Button>
      }
    >
      {chosen.length === 0
        ? t("devices.find.noSearch", { search })
        : search === ""
          ? t("devices.find.noFilter", { filters })
          : t("devices.find.noBoth", { search, filters })}
    </EmptyState>
  )
}

/** Of devices on this network, which are listed above, none is the account's yet. */
const Empty = () => {
  const { t } = useTranslation()
  const isAlone = useView(answered)?.own.length === 0
  return (
    <FirstSteps
      title={t(isAlone ? "devices.empty.title" : "devices.empty.titleBound")}
      body={t("devices.empty.body")}
    />
  )
}

/** Below the list, which it would push down. */
const Below = ({ children }: { readonly children: ReactNode }) => {
  const position = useRoom<HTMLDivElement>("--note", noteRoom)
  return (
    <div ref={position} className="below-list">
      {children}
    </div>
  )
}

/** What is looked for, whatever the order. */
const soughtIn = ({ search, kinds, types, statuses, owners, tags, outdated, needsYou, among }: DeviceQuery): string =>
  JSON.stringify([search.trim(), kinds, types, statuses, owners, tags, outdated, needsYou, among && [...among]])

/** The list in each of its states: a reading that failed is said, and never shown as an empty list (DEVICE-2). */
export const BoundBody = ({
  list,
  finding,
}: {
  readonly list: ListState | null | undefined
  readonly finding: Finding
}) => {
  const ask = useAsk()
  const { ids, of } = finding.found
  const { view } = useDeviceView({ ...finding, of })
  const position = useNewListPosition()
  if (list === undefined || list === null) return null
  const note = (
    <ListNote
      list={list}
      tall={list.readAt === null}
      onRetry={() => ask({ type: "Refresh", list: "devices", asked: true })}
    />
  )
  return (
    <>
      {list.readAt === null && note}
      {list.status === "empty" && <Empty />}
      {list.status === "list" && ids.length === 0 && <NoMatch finding={finding} />}
      {list.status === "list" && ids.length > 0 && (
        <DeviceGrid
          ids={ids}
          view={view}
          choice={finding.choice}
          choose={finding.choose}
          search={finding.query.search}
          sought={finding.isFiltered ? soughtIn(finding.query) : null}
          position={position}
        />
      )}
      {list.readAt !== null && <Below>{note}</Below>}
    </>
  )
}
