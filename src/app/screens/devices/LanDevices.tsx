import { memo, type ReactNode, useDeferredValue, useId, useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { answered } from "../../../domain/views/lan.ts"
import { useSend, useView } from "../../client/client.ts"
import { wordsOf } from "../../commands/match.ts"
import { SearchedProvider } from "../../devices/searched.tsx"
import { useSelection } from "../../devices/selection.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { DoubledAddresses } from "../../lists/DoubledNote.tsx"
import { UnreadNote } from "../../lists/ListNote.tsx"
import { useIsOn } from "../../preferences/usePreference.ts"
import { Glyph } from "../../ui/Glyph.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { CloseIcon, DownIcon, UpIcon } from "../../ui/icons.ts"
import { useTight } from "../../ui/useMedia.ts"
import { LanCards, LanRows } from "../network/LanLists.tsx"
import { DeviceSearch } from "./DeviceSearch.tsx"
import { useDeviceView } from "./deviceView.ts"
import type { Finding, SearchTyping } from "./finding.ts"
import { useLanFound } from "./lanFound.ts"
import { useBridgeReported } from "./networkKnown.ts"
import { Select } from "./Tools.tsx"
import { useColumns } from "./useColumns.ts"

/** A browser alone sees nothing of the network around it: one line, until a person has read it. */
const NeedsBridge = memo(() => {
  const { t } = useTranslation()
  const send = useSend()
  return (
    <div className="line-note">
      <Glyph name="info" />
      <p className="cut" role="status" title={t("devices.lan.needsBridge")}>
        {t("devices.lan.needsBridge")}
      </p>
      <Link className="word" to="/devices/network">
        {t("devices.lan.howTo")}
      </Link>
      <IconButton
        icon={CloseIcon}
        label={t("common.action.dismiss")}
        small
        smallIcon
        onPress={() => send({ type: "SetPreference", key: "networkNotice", value: "false" })}
      />
    </div>
  )
})

const useFoundDevices = (finding: Finding, isGuest: boolean) => {
  const { found, asked } = useLanFound(finding, isGuest)
  /* Drawn in slices: a slow phone answers while the cards of a whole network appear. What a person asks for comes in one step. */
  const known = useMemo(() => ({ found, asked }), [found, asked])
  const drawn = useDeferredValue(known)
  /* The first of them take their places at once: later they would push the list of an account. */
  const isAtOnce = drawn.asked !== asked || (!isGuest && drawn.found.length === 0)
  return isAtOnce
    ? { found, drawn: found, search: asked.search }
    : { found, drawn: drawn.found, search: drawn.asked.search }
}

/**
 * Where there is little room they would push the devices of the account below the window: one line, until a person opens it or looks for
 * something.
 */
const useFold = ({ isFiltered, found }: Finding, count: number) => {
  const [isOpen, setOpen] = useState(false)
  const canFold = useTight() && found.of > 0 && !isFiltered && count > 0
  return { canFold, isOpen: !canFold || isOpen, toggle: () => setOpen(!isOpen) }
}

/** How many there are, and the way to look for more. */
const Head = ({
  title,
  shown,
  all,
  isHere,
  fold: { canFold, isOpen, toggle },
  children,
}: {
  readonly title: string
  readonly shown: number
  readonly all: number
  readonly isHere: boolean
  readonly fold: ReturnType<typeof useFold>
  readonly children: ReactNode
}) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <div className="sec-head">
      <div className="grow">
        <h2 id={title}>{t("devices.lan.title")}</h2>
        {all > 0 && (
          <span className="note">{shown === all ? number(all) : t("devices.find.shown", { shown, all })}</span>
        )}
        {canFold && (
          <IconButton
            icon={isOpen ? UpIcon : DownIcon}
            label={t("devices.lan.title")}
            small
            aria-expanded={isOpen}
            onPress={toggle}
          />
        )}
      </div>
      <p className="vh" role="status">
        {!isHere && t("devices.lan.needsBridge")}
      </p>
      {children}
      {/* What says that the native side is away takes no line of its own: it would push the list down (UX-5). */}
      {isHere ? (
        <Link key="here" className="btn plain" to="/devices/network">
          {t("devices.lan.scan")}
        </Link>
      ) : (
        <Link key="away" className="btn plain" to="/devices/network" title={t("devices.lan.needsBridge")}>
          {t("devices.lan.howTo")}
        </Link>
      )}
    </div>
  )
}

interface Props {
  readonly finding: Finding
  /** The search of a guest, whose only devices these are; null where another is above. */
  readonly typing: SearchTyping | null
  /** Whether a selection begins at the tools of the list, and not here. */
  readonly hasTools: boolean
}

/** DEVICE-1, DEVICE-12, LAN-7: devices of this network that are on no list of the account. */
export const LanDevices = memo(({ finding, typing, hasTools }: Props) => {
  const isOnly = typing !== null
  const { isChoosing, start, clear } = useSelection()
  const selection = { isChoosing, start, clear }
  const { t } = useTranslation()
  const { found, drawn, search } = useFoundDevices(finding, isOnly)
  const searched = useMemo(() => wordsOf(search), [search])
  const title = useId()
  const view = useView(answered)
  const isNoticed = useIsOn("networkNotice")
  const { view: layout } = useDeviceView({ ...finding, of: finding.found.of })
  const { wanted } = useColumns(finding)
  const ids = view?.own ?? []
  const fold = useFold(finding, ids.length)
  const here = view?.here ?? false
  const isReported = useBridgeReported()
  // Those who answered before the native side went away keep their places.
  const isAlone = view !== undefined && !here && ids.length === 0
  if (!here && ids.length === 0 && (!isNoticed || !isReported)) return null
  // The search of a guest comes with the devices, above them. Without any, the first steps say what is needed.
  if (isOnly && ids.length === 0 && !(isReported && here)) return null
  return (
    <>
      {isOnly && ids.length > 0 && (
        <div className="tools">
          <DeviceSearch {...typing} />
        </div>
      )}
      <section className="sec" aria-labelledby={title}>
        {isAlone ? (
          <h2 id={title} className="vh">
            {t("devices.lan.title")}
          </h2>
        ) : (
          <Head title={title} shown={found.length} all={ids.length} isHere={here} fold={fold}>
            {!hasTools && ids.length > 0 && <Select {...selection} />}
          </Head>
        )}
        {isAlone && <NeedsBridge />}
        {here && ids.length === 0 && view?.unread === 0 && <p className="small muted">{t("devices.lan.none")}</p>}
        {here && <UnreadNote unread={view?.unread ?? 0} odd={view?.odd ?? []} />}
        {here && <DoubledAddresses of={view?.doubled ?? []} />}
        {fold.isOpen && drawn.length > 0 && (
          <SearchedProvider value={searched}>
            {layout === "table" && !isOnly ? (
              <LanRows ids={drawn} label={t("devices.lan.title")} columns={wanted} />
            ) : (
              <LanCards key={layout} ids={drawn} label={t("devices.lan.title")} isWall={layout === "wall" && !isOnly} />
            )}
          </SearchedProvider>
        )}
        {found.length < ids.length && found.length === 0 && <p className="small muted">{t("devices.noMatch")}</p>}
      </section>
    </>
  )
})
