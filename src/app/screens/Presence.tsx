import { useCallback, useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { PRESENCE_TICK_MS } from "../../domain/values/limits.ts"
import { type FleetPresence, makeFleetPresence, type PresenceSpan } from "../../domain/views/fleetPresence.ts"
import { deviceList, type ListState } from "../../domain/views/listState.ts"
import { useView } from "../client/client.ts"
import { CardWordsProvider, useNewCardWords } from "../devices/cardWords.ts"
import { SignInLink } from "../flows/SignInLink.tsx"
import { usePage } from "../focus/usePage.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { ListNote } from "../lists/ListNote.tsx"
import { useOpening } from "../loading/useOpening.ts"
import { useWeekOfMarks } from "../log/useWeekOfMarks.ts"
import { useExpectsUser } from "../preferences/useExpectsUser.ts"
import { PhoneFoot } from "../shell/PhoneFoot.tsx"
import { ToDevices } from "../shell/ToDevices.tsx"
import { useAsk } from "../toasts/useAsk.ts"
import { Button } from "../ui/Button.tsx"
import { EmptyState } from "../ui/EmptyState.tsx"
import { SearchField } from "../ui/SearchField.tsx"
import { SegmentedRadio } from "../ui/SegmentedRadio.tsx"
import { useNarrow } from "../ui/useMedia.ts"
import { TickHelp } from "./devices/TickHelp.tsx"
import { PresenceList } from "./presence/PresenceList.tsx"

/** The number of devices from which the first view is a map. */
const MAP_FROM = 200

const accountOf = ({ session }: State) => session.current?.account ?? null

const Figures = ({ of: { seen, looked, observed, withGap } }: { readonly of: FleetPresence }) => {
  const { t } = useTranslation()
  const { number, share, duration } = useFormat()
  const figures = [
    [looked === 0 ? "–" : share(seen / looked), t("pages.presence.seen")],
    [duration(observed * PRESENCE_TICK_MS), t("pages.presence.observed")],
    [number(withGap), t("pages.presence.withGap")],
  ] as const
  return (
    <dl className="pfig">
      {figures.map(([figure, label]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The presence of the devices: over a chosen span, as rows or as a map, filtered by a search. */
const Fleet = ({ count }: { readonly count: number }) => {
  const { t } = useTranslation()
  const { compareNames } = useFormat()
  const [span, setSpan] = useState<PresenceSpan>("day")
  const [chosen, setView] = useState<"rows" | "map">()
  const [search, setSearch] = useState("")
  const isNarrow = useNarrow()
  const view = chosen ?? (count >= MAP_FROM ? "map" : "rows")
  const account = useView(accountOf) ?? null
  const week = useWeekOfMarks(account, span === "week")
  const marks = span === "week" ? week : null
  const sought = search.trim()
  const picture = useMemo(
    () => makeFleetPresence(compareNames, span, marks, sought),
    [compareNames, span, marks, sought],
  )
  const fleet = useView(picture)
  const words = useNewCardWords()
  if (fleet === undefined) return null
  return (
    <CardWordsProvider value={words}>
      <div className="tools">
        <SearchField
          label={t("devices.search")}
          placeholder={t("devices.searchHint")}
          value={search}
          onChange={setSearch}
        />
        <div className="ptools">
          <SegmentedRadio
            label={t("pages.presence.span")}
            labelHidden
            value={span}
            onChange={setSpan}
            options={[
              { value: "day", label: t("pages.presence.day") },
              { value: "week", label: t("pages.presence.week") },
            ]}
          />
          <SegmentedRadio
            label={t("devices.table.view")}
            labelHidden
            value={view}
            onChange={setView}
            options={[
              { value: "rows", label: t("pages.presence.rows") },
              { value: "map", label: t("pages.presence.map") },
            ]}
          />
        </div>
      </div>
      <Figures of={fleet} />
      {span === "week" && week === null && <p role="status">{t("common.state.loading")}</p>}
      {fleet.ids.length === 0 ? (
        <p role="status">{t("devices.find.noSearch", { search: sought })}</p>
      ) : (
        <PresenceList key={`${view} ${isNarrow}`} fleet={fleet} isMap={view === "map"} isNarrow={isNarrow} />
      )}
    </CardWordsProvider>
  )
}

const Listed = ({ list }: { readonly list: ListState }) => {
  const { t } = useTranslation()
  const ask = useAsk()
  return (
    <>
      {list.status === "list" && <Fleet count={list.count} />}
      {list.status === "empty" && <EmptyState title={t("devices.empty.title")}>{t("devices.empty.body")}</EmptyState>}
      <ListNote
        list={list}
        tall={list.readAt === null}
        onRetry={() => ask({ type: "Refresh", list: "devices", asked: true })}
      />
    </>
  )
}

/** PICTURE-2: the presence of each device, a row for each. */
export const Presence = () => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const title = t("devices.page.presence")
  usePage(title)
  const list = useView(deviceList)
  const isExpected = useExpectsUser(list === undefined ? undefined : list !== null)
  const isOpening = useOpening(list !== undefined, list?.status !== "loading")
  const print = useCallback(() => window.print(), [])
  return (
    <div className="page">
      <div className="page-head">
        <ToDevices />
        <h1>{title}</h1>
        {list?.status === "list" && (
          <>
            <p className="sub">{number(list.count)}</p>
            <TickHelp />
            <Button onPress={print}>{t("pages.presence.print")}</Button>
          </>
        )}
      </div>
      {list && !isOpening && <Listed list={list} />}
      {list === null && !isExpected && (
        <section className="sec">
          <EmptyState
            title={t("pages.presence.signedOut")}
            actions={<SignInLink className="btn primary">{t("common.action.signIn")}</SignInLink>}
          >
            {t("pages.account.signedOutBody")}
          </EmptyState>
        </section>
      )}
      {!isOpening && <PhoneFoot />}
    </div>
  )
}
