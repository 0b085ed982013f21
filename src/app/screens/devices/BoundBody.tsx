import { useTranslation } from "react-i18next"
import type { State } from "../../../domain/product/state.ts"
import type { ListState } from "../../../domain/views/listState.ts"
import { useView } from "../../client/client.ts"
import { ListNote } from "../../lists/ListNote.tsx"
import { useAsk } from "../../toasts/useAsk.ts"
import { SkeletonCard } from "../../ui/SkeletonCard.tsx"
import { DeviceGrid } from "./DeviceGrid.tsx"
import { useDeviceView } from "./deviceView.ts"
import { FirstSteps } from "./FirstSteps.tsx"
import type { Finding } from "./finding.ts"
import { NoMatch } from "./NoMatch.tsx"

const isAway = ({ connection }: State): boolean => connection.status !== "online"

const Loading = () => {
  const { t } = useTranslation()
  return (
    <div className="cards" role="status">
      <span className="vh">{t("common.state.loading")}</span>
      <SkeletonCard />
      <SkeletonCard />
      <SkeletonCard />
    </div>
  )
}

const Empty = () => {
  const { t } = useTranslation()
  return <FirstSteps title={t("devices.empty.title")} body={t("devices.empty.body")} />
}

/** The list in each of its states: a reading that failed is said, and never shown as an empty list (DEVICE-2). */
export const BoundBody = ({
  list,
  finding,
}: {
  readonly list: ListState | null | undefined
  readonly finding: Finding
}) => {
  const ask = useAsk()
  const away = useView(isAway) ?? false
  const { ids } = finding.found
  const { view } = useDeviceView(finding)
  if (list === undefined || list === null) return <Loading />
  const isAwaited = list.status === "loading" && list.failure === null && !away
  return (
    <>
      <ListNote list={list} tall={list.readAt === null} onRetry={() => ask({ type: "Refresh" })} />
      {isAwaited && <Loading />}
      {list.status === "empty" && <Empty />}
      {list.status === "list" && ids.length === 0 && <NoMatch finding={finding} />}
      {list.status === "list" && ids.length > 0 && (
        <DeviceGrid
          ids={ids}
          view={view}
          choice={finding.choice}
          choose={finding.choose}
          search={finding.query.search}
        />
      )}
    </>
  )
}
