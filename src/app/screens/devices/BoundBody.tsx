import { useTranslation } from "react-i18next"
import type { State } from "../../../domain/product/state.ts"
import type { DeviceListView } from "../../../domain/views/devices.ts"
import { useView } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { InlineNote } from "../../ui/InlineNote.tsx"
import { SkeletonCard } from "../../ui/SkeletonCard.tsx"
import { DeviceGrid } from "./DeviceGrid.tsx"
import { useDeviceView } from "./deviceView.ts"
import { FirstSteps } from "./FirstSteps.tsx"
import type { Finding } from "./finding.ts"
import { NoMatch } from "./NoMatch.tsx"
import type { DeviceList } from "./Summary.tsx"

const connectionOf = ({ connection }: State) => connection.status

const failureKeys = { connect: "connect", tooOften: "tooOftenLoading", unknown: "unknown" } as const

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

const TryAgain = () => {
  const { t } = useTranslation()
  const ask = useAsk()
  return <Button onPress={() => ask({ type: "Refresh" })}>{t("common.action.tryAgain")}</Button>
}

const Empty = () => {
  const { t } = useTranslation()
  return <FirstSteps title={t("devices.empty.title")} body={t("devices.empty.body")} />
}

/** DEVICE-2: why the list is not fresh, above it; a connection that is away is said above the page already. */
const Failure = ({ list }: { readonly list: DeviceList }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const connection = useView(connectionOf)
  if (list.failure === null || list.readAt === null || connection !== "online") return null
  const reason = t(`common.error.${failureKeys[list.failure]}`)
  return (
    <div className="above-list">
      <InlineNote
        glyph="refused"
        title={t("devices.failed.lastKnown", { reason, time: format.minute(list.readAt, now) })}
        action={<TryAgain />}
      />
    </div>
  )
}

const NothingYet = ({ failure }: { readonly failure: DeviceList["failure"] }) => {
  const { t } = useTranslation()
  const away = useView(connectionOf) === "unreachable" ? "layout.banner.unreachable" : "layout.banner.offline"
  const reason = t(failure === null ? away : `common.error.${failureKeys[failure]}`)
  return (
    <InlineNote
      tall
      glyph={failure === null ? "offline" : "refused"}
      title={t("devices.failed.nothing", { reason })}
      action={<TryAgain />}
    />
  )
}

export const BoundBody = ({
  list,
  finding,
}: {
  readonly list: DeviceListView | undefined
  readonly finding: Finding
}) => {
  const connection = useView(connectionOf)
  const { ids } = finding.found
  const { view } = useDeviceView(finding)
  if (list === undefined) return <Loading />
  switch (list.status) {
    case "signedOut":
      return null
    case "loading":
      return connection === "online" ? <Loading /> : <NothingYet failure={null} />
    case "failed":
      return <NothingYet failure={list.failure} />
    case "empty":
      return (
        <>
          <Failure list={list} />
          <Empty />
        </>
      )
    case "list":
      return (
        <>
          <Failure list={list} />
          {ids.length === 0 ? (
            <NoMatch finding={finding} />
          ) : (
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
}
