import { memo, useId, useRef } from "react"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { State } from "../../../domain/product/state.ts"
import { pathOfDevice } from "../../../domain/values/routes.ts"
import { boundName, type Doubled, isHere, type LanDeviceView, lanDeviceAt } from "../../../domain/views/lan.ts"
import type { OddItem } from "../../../domain/wire/items.ts"
import { useView, useViewOf } from "../../client/client.ts"
import { useNow } from "../../client/clock.ts"
import { CutSentence } from "../../devices/CutSentence.tsx"
import { useFormat } from "../../i18n/useFormat.ts"
import { DoubledAddresses } from "../../lists/DoubledNote.tsx"
import { UnreadNote } from "../../lists/ListNote.tsx"
import { FROM_NETWORK } from "../../lists/origin.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/EmptyState.tsx"
import { Mono } from "../../ui/Mono.tsx"
import { Name } from "../../ui/Name.tsx"
import { usePageRows } from "../../ui/windowed.ts"
import { targetOf, useConnect } from "../../viewer/useConnect.ts"
import { LanDeviceSign } from "./LanDevice.tsx"

/** Height of a row with its line, px, as in network.css. */
const ROW = { pitch: 45 }
/** Maximum age of a new device, ms. */
const NEW_MS = 60_000

const useWord = (device: LanDeviceView, bound: ReturnType<typeof boundName>): string => {
  const { t } = useTranslation()
  const { age } = useFormat()
  const now = useNow()
  if (device.known === "last") return t("pages.network.answered.last", { age: age(device.reportedAt, now) })
  if (bound === null) return t("pages.network.answered.notBound")
  const owner = bound.owner.trim()
  return bound.shared && owner !== "" ? t("devices.notice.sharedBy", { owner }) : t("pages.network.answered.bound")
}

interface Shown {
  readonly device: LanDeviceView
  readonly bound: ReturnType<typeof boundName>
}

const RowOf = ({ device, bound }: Shown) => {
  const { t } = useTranslation()
  const now = useNow()
  const connect = useConnect()
  const word = useWord(device, bound)
  const here = device.known === "now"
  const mode = device.isStreaming || !device.showsAddress ? t(`devices.card.mode.${device.mode}`) : null
  return (
    <li>
      <LanDeviceSign device={device} />
      <span className="nn">
        <b className="cut" title={device.name}>
          <Link className="link" to={pathOfDevice(device.did)} state={FROM_NETWORK}>
            <Name of={device.name} />
          </Link>
        </b>
        {here && now - device.foundAt < NEW_MS && <span className="chip">{t("pages.network.answered.fresh")}</span>}
      </span>
      {mode === null ? (
        <Mono>{device.address}</Mono>
      ) : (
        <span className="note twofold">
          {device.showsAddress && <Mono className="cut">{device.address}</Mono>}
          <span className="cut">{mode}</span>
        </span>
      )}
      <span className="note hidew row">
        <CutSentence>{word}</CutSentence>
      </span>
      {here && (
        <Button
          aria-label={t("devices.card.connect", { name: device.name })}
          onPress={() => connect(targetOf(device), FROM_NETWORK)}
        >
          {t("common.action.connect")}
        </Button>
      )}
    </li>
  )
}

const shownOf = (state: State, id: string): Shown | null => {
  const device = lanDeviceAt(state, id)
  return device && { device, bound: boundName(state, device.did) }
}

/** Watches one LAN device, so that a change of it renders one row. */
const Row = memo(({ id }: { readonly id: string }) => {
  const shown = useViewOf(shownOf, id)
  return shown ? <RowOf {...shown} /> : null
})

interface Listed {
  readonly ids: readonly string[]
  /** Devices that could not be read. */
  readonly unread?: number
  readonly odd?: readonly OddItem[]
  /** Devices whose id answers at several addresses. */
  readonly doubled?: readonly Doubled[]
}

/** The answering devices; while the native side is away, those that answered last. */
export const AnsweredList = ({ ids, unread = 0, odd = [], doubled = [] }: Listed) => {
  const { t } = useTranslation()
  const { number } = useFormat()
  const title = useId()
  const list = useRef<HTMLUListElement>(null)
  const here = useView(isHere) ?? false
  const { first, last, before, after } = usePageRows(list, ids.length, ROW)
  return (
    <section className="stack-2" aria-labelledby={title}>
      <h2 id={title}>
        {t(here ? "pages.network.answered.title" : "pages.network.answered.lastTitle")}{" "}
        <span className="faint num">{number(ids.length)}</span>
      </h2>
      {here && <UnreadNote unread={unread} odd={odd} />}
      {here && <DoubledAddresses of={doubled} />}
      {ids.length === 0 && !(here && unread > 0) && (
        <EmptyState title={t("pages.network.answered.empty")}>{t("pages.network.answered.emptyBody")}</EmptyState>
      )}
      {ids.length > 0 && (
        <ul ref={list} className="panel found" style={{ paddingBlockStart: before, paddingBlockEnd: after }}>
          {ids.slice(first, last).map((id) => (
            <Row key={id} id={id} />
          ))}
        </ul>
      )}
    </section>
  )
}
