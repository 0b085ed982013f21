import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { answered, isHere } from "../../domain/views/lan.ts"
import { deviceList } from "../../domain/views/listState.ts"
import { useIsSilent, useView } from "../client/client.ts"
import { OpenedContext, useNewOpened } from "../devices/opened.ts"
import { SelectionContext, useNewSelection } from "../devices/selection.ts"
import { Batches } from "../dialogs/batch/Batches.tsx"
import { SignInLink } from "../flows/SignInLink.tsx"
import { usePage } from "../focus/usePage.ts"
import { useOpening } from "../loading/useOpening.ts"
import { useExpectsUser } from "../preferences/useExpectsUser.ts"
import { InlineNote } from "../ui/InlineNote.tsx"
import { Presence } from "../ui/Presence.tsx"
import { Section } from "../ui/Section.tsx"
import { FramesProvider, useKeptFrames } from "../viewer/lastFrames.ts"
import { DeviceList } from "./devices/DeviceList.tsx"
import { FirstSteps } from "./devices/FirstSteps.tsx"
import { useFinding } from "./devices/finding.ts"
import { FleetBand } from "./devices/fleet/FleetBand.tsx"
import { useChosenRange } from "./devices/fleet/useFleet.ts"
import { useBridgeReported, useNetworkKnown } from "./devices/networkKnown.ts"
import { DevicePage } from "./devices/page/DevicePage.tsx"
import { SelectionBar } from "./devices/SelectionBar.tsx"
import { Summary } from "./devices/Summary.tsx"
import { Tools } from "./devices/Tools.tsx"

/** A card during the first reading of the list; never in place of known devices. */
const SkeletonCard = () => (
  <div className="card" aria-hidden="true">
    <div className="card-head">
      <span className="sk dot" />
      <span className="sk w-45" />
    </div>
    <div className="meta">
      <span className="sk w-30" />
      <span className="sk w-25" />
    </div>
    <div className="trace">
      <Presence ticks={[]} online={false} />
      <span className="sk fix" />
    </div>
    <div className="slot">
      <span className="sk w-40" />
    </div>
  </div>
)

/**
 * Takes the place of the list, below its tools, until the first reading ends. Then it disappears whole, so nothing
 * moves.
 */
const FirstReading = () => {
  const { t } = useTranslation()
  const isSilent = useIsSilent()
  return (
    <div className="first-reading">
      <div className="cards" role="status">
        <span className="vh">{t("common.state.loading")}</span>
        <SkeletonCard />
        <SkeletonCard />
        <SkeletonCard />
      </div>
      {isSilent && <InlineNote glyph="pending" title={t("layout.connection.announceSilent")} />}
    </div>
  )
}

/** The note for a guest in place of the list. `index.html` paints the same before the app loads. */
const BoundSignedOut = () => {
  const { t } = useTranslation()
  return (
    <Section title={t("devices.bound.title")}>
      <InlineNote
        glyph="info"
        title={t("devices.signedOut.title")}
        action={<SignInLink className="btn">{t("common.action.signIn")}</SignInLink>}
      >
        {t("devices.signedOut.body")}
      </InlineNote>
    </Section>
  )
}

/** The first steps of a guest. Hidden once devices of this network are shown: that person is further on. */
const GuestSteps = () => {
  const { t } = useTranslation()
  const isReported = useBridgeReported()
  const isAlone = useView(answered)?.own.length === 0
  return isAlone && isReported ? <FirstSteps title={t("devices.steps.titleGuest")} /> : null
}

const isConnected = ({ connection }: State): boolean => connection.status === "online"

/**
 * DEVICE-1. A guest first reads how to see more: the HTML shows it already (ROUTE-6), and LAN devices that appear later
 * push nothing away. Until the log is read, a saved user tells that the person is no guest.
 */
export const Devices = () => {
  const { t } = useTranslation()
  usePage(t("devices.title"))
  const list = useView(deviceList)
  const range = useChosenRange()
  const { typing, finding } = useFinding(range.among, range.forget)
  const selection = useNewSelection()
  const opened = useNewOpened()
  const frames = useKeptFrames()
  const isExpected = useExpectsUser(list === undefined ? undefined : list !== null)
  const isGuest = (list === undefined || list === null) && !isExpected
  // A guest without a native side reads the first steps, and no empty list.
  const canScan = useView(isHere) ?? false
  const isOnline = useView(isConnected) ?? true
  const isAwaited = list === undefined || list === null || (list.status === "loading" && list.failure === null)
  const isRead = !isAwaited || !isOnline
  const isOpening = useOpening(isRead, useNetworkKnown())
  const isLoading = !isGuest && (!isRead || isOpening)
  const hasList = !isLoading && list !== undefined && finding.found.of > 0
  return (
    <FramesProvider value={frames}>
      <OpenedContext value={opened}>
        <div className={opened.did === null ? "split" : "split with-device"}>
          <div className="page of-devices">
            <div className="page-head">
              <h1>{t("devices.title")}</h1>
              {hasList && list !== null && (
                <Summary
                  list={list}
                  of={finding.found.of}
                  choice={finding.choice}
                  choose={finding.choose}
                  overview={finding.overview}
                />
              )}
            </div>
            {hasList && list !== null && <FleetBand chosen={range} />}
            {isGuest && <BoundSignedOut />}
            {hasList && <Tools typing={typing} finding={finding} selection={selection} />}
            <SelectionContext value={selection}>
              {isLoading && <FirstReading />}
              {!isLoading && !isGuest && <Batches />}
              {!isLoading && list !== undefined && (!isGuest || hasList || canScan) && (
                <DeviceList list={list} finding={finding} isGuest={isGuest} />
              )}
              {isGuest && list !== undefined && <GuestSteps />}
              {!isLoading && <SelectionBar finding={finding} isGuest={isGuest} />}
            </SelectionContext>
          </div>
          {opened.did !== null && <DevicePage did={opened.did} ids={finding.found.ids} />}
        </div>
      </OpenedContext>
    </FramesProvider>
  )
}
