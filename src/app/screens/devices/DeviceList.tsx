import { memo, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { DeviceQuery } from "../../../domain/views/findDevices.ts"
import { answered } from "../../../domain/views/lan.ts"
import type { ListState } from "../../../domain/views/listState.ts"
import { useView } from "../../client/client.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { DoubledAddresses } from "../../lists/DoubledNote.tsx"
import { ListNote, UnreadNote } from "../../lists/ListNote.tsx"
import { useIsOn } from "../../preferences/usePreference.ts"
import { noteRoom, useRoom } from "../../shell/useRoom.ts"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { Section } from "../../ui/Section.tsx"
import { DeviceGrid } from "./DeviceGrid.tsx"
import { useDeviceView } from "./deviceView.ts"
import { FirstSteps } from "./FirstSteps.tsx"
import { useChosen } from "./filters.ts"
import type { Finding } from "./finding.ts"
import { NeedsBridge, Reread, Ways } from "./ListHead.tsx"
import { useNewListPosition } from "./listPosition.ts"
import { useBridgeReported } from "./networkKnown.ts"
import { TickHelp } from "./TickHelp.tsx"

/** For a search or filter without matches: names it, and offers to clear it. */
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

/** The first steps when the account has no device. Devices of this network may be in the list above. */
const Empty = ({ isAlone }: { readonly isAlone: boolean }) => {
  const { t } = useTranslation()
  return (
    <FirstSteps
      title={t(isAlone ? "devices.empty.title" : "devices.empty.titleBound")}
      body={t("devices.empty.body")}
    />
  )
}

/** A note below the list. Above the list it would push the list down. */
const Below = ({ children }: { readonly children: ReactNode }) => {
  const position = useRoom<HTMLDivElement>("--note", noteRoom)
  return (
    <div ref={position} className="below-list">
      {children}
    </div>
  )
}

/** Search and filters as one key, without the order. */
const soughtIn = ({ search, kinds, types, statuses, owners, tags, outdated, needsYou, among }: DeviceQuery): string =>
  JSON.stringify([search.trim(), kinds, types, statuses, owners, tags, outdated, needsYou, among && [...among]])

const Found = ({ finding }: { readonly finding: Finding }) => {
  const { ids, of } = finding.found
  const { view } = useDeviceView({ ...finding, of })
  const position = useNewListPosition()
  if (of === 0) return null
  if (ids.length === 0) return <NoMatch finding={finding} />
  return (
    <DeviceGrid
      ids={ids}
      view={view}
      choice={finding.choice}
      choose={finding.choose}
      search={finding.query.search}
      sought={finding.isFiltered ? soughtIn(finding.query) : null}
      position={position}
    />
  )
}

/** Notes on odd devices of the network, or the note that the app does not see it. */
const NetworkNotes = ({ isGuest, isAlone }: { readonly isGuest: boolean; readonly isAlone: boolean }) => {
  const view = useView(answered)
  const isNoticed = useIsOn("networkNotice")
  const isReported = useBridgeReported()
  if (view === undefined) return null
  // For a guest without any device, the first steps say so.
  if (!view.here) return isAlone && isNoticed && isReported && !isGuest ? <NeedsBridge /> : null
  return (
    <>
      <UnreadNote unread={view.unread} odd={view.odd} />
      <DoubledAddresses of={view.doubled} />
    </>
  )
}

const Note = ({ finding: { isFiltered, found } }: { readonly finding: Finding }) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (found.of === 0) return null
  return (
    <>
      <span className="note">
        {isFiltered ? t("devices.find.shown", { shown: found.ids.length, all: found.of }) : number(found.of)}
      </span>
      <TickHelp />
    </>
  )
}

/** The second name is for screen readers alone on phones, where both would take two lines. */
const BothNames = () => {
  const { t } = useTranslation()
  return (
    <>
      {t("devices.bound.title")}
      <span className="second-name"> · {t("devices.lan.title")}</span>
    </>
  )
}

interface Props {
  readonly list: ListState | null | undefined
  readonly finding: Finding
  readonly isGuest: boolean
}

const useIsAlone = (): boolean => useView(answered)?.own.length === 0

/**
 * DEVICE-1, PICTURE-5: one list of the devices of the account and of this network, under both names, with the age of
 * the last reading. A failed reading shows a note, and never an empty list (DEVICE-2).
 */
export const DeviceList = memo(({ list, finding, isGuest }: Props) => {
  const { t } = useTranslation()
  const ask = useAsk()
  const isAlone = useIsAlone()
  const note = list && (
    <ListNote
      list={list}
      tall={list.readAt === null}
      onRetry={() => ask({ type: "Refresh", list: "devices", asked: true })}
    />
  )
  return (
    <Section
      title={isGuest ? t("devices.lan.title") : <BothNames />}
      note={<Note finding={finding} />}
      end={
        <>
          {!isGuest && <Reread list={list} />}
          <Ways isGuest={isGuest} />
        </>
      }
    >
      <NetworkNotes isGuest={isGuest} isAlone={isAlone} />
      {list?.readAt === null && note}
      <Found finding={finding} />
      {list?.status === "empty" && <Empty isAlone={isAlone} />}
      {list && list.readAt !== null && <Below>{note}</Below>}
    </Section>
  )
})
