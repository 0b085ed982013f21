import { memo, useEffect, useId, useRef } from "react"
import { devicePage } from "../../../../domain/views/devicePage.ts"
import { listedCard } from "../../../../domain/views/listedCard.ts"
import { outboxItem } from "../../../../domain/views/outbox.ts"
import { useSend, useView, useViewOf } from "../../../client/client.ts"
import { useNow } from "../../../client/clock.ts"
import { useOutbox } from "../../../client/outboxPanel.ts"
import { useSingleKeys } from "../../../commands/useKeys.ts"
import { CardWordsProvider, useCardWords, useNewCardWords } from "../../../devices/cardWords.ts"
import { FrameSection } from "../../../devices/FramePicture.tsx"
import { useOpened } from "../../../devices/opened.ts"
import { useActionText } from "../../../i18n/useActionText.ts"
import { useDeviceHistory } from "../../../log/useDeviceHistory.ts"
import { StateLine } from "../../../shell/outbox/StateLine.tsx"
import { Button } from "../../../ui/Button.tsx"
import { Glyph } from "../../../ui/Glyph.tsx"
import { IconButton } from "../../../ui/IconButton.tsx"
import { BackIcon, CloseIcon, DownIcon, UpIcon } from "../../../ui/icons.ts"
import { useNarrow } from "../../../ui/useMedia.ts"
import { onlineSession } from "../../account/useFreshSharing.ts"
import { CardMenu } from "../CardMenu.tsx"
import { Actions } from "./Actions.tsx"
import { DayStrip } from "./DayStrip.tsx"
import { Facts } from "./Facts.tsx"
import { History } from "./History.tsx"
import { LanPage } from "./LanPage.tsx"
import { NameAndState } from "./NameAndState.tsx"
import { Week } from "./Week.tsx"

const Item = memo(({ id }: { readonly id: string }) => {
  const { t } = useCardWords()
  const actionText = useActionText()
  const outbox = useOutbox()
  const item = useViewOf(outboxItem, id)
  if (item === undefined || item === null) return null
  return (
    <li>
      <Glyph name={item.state} large />
      <b>{actionText(item)}</b>
      <Button variant="word" onPress={() => outbox.open(id)}>
        {t(item.state === "unconfirmed" ? "common.action.decide" : "common.action.show")}
      </Button>
      <StateLine item={item} />
    </li>
  )
})

/** The actions of the device that are open or wait for a decision. */
const Underway = ({ ids }: { readonly ids: readonly string[] }) => {
  const { t } = useCardWords()
  if (ids.length === 0) return null
  return (
    <section className="dsec">
      <h3>{t("devices.page.underway")}</h3>
      <ul className="way">
        {ids.map((id) => (
          <Item key={id} id={id} />
        ))}
      </ul>
    </section>
  )
}

interface Props {
  readonly did: string
  /** The devices of the list beside the page, in its order. */
  readonly ids: readonly string[]
}

/** The position in the list, the buttons for the previous and the next device, the menu, and the button back. */
const Bar = ({ did, ids }: Props) => {
  const { t } = useCardWords()
  const { open, close } = useOpened()
  const narrow = useNarrow()
  const card = useViewOf(listedCard, did)
  const place = ids.indexOf(did)
  const adjacent = (step: 1 | -1) => (place < 0 ? undefined : ids[place + step])
  const [before, after] = [adjacent(-1), adjacent(1)]
  const back = (
    <IconButton
      icon={narrow ? BackIcon : CloseIcon}
      flip={narrow}
      label={t(narrow ? "devices.page.back" : "devices.page.close")}
      onPress={close}
    />
  )
  return (
    <div className="dsheet-bar">
      {narrow && back}
      <span className="pos">{place >= 0 && t("devices.page.place", { place: place + 1, all: ids.length })}</span>
      <IconButton
        icon={UpIcon}
        label={t("devices.page.previous")}
        isDisabled={before === undefined}
        onPress={() => before !== undefined && open(before)}
      />
      <IconButton
        icon={DownIcon}
        label={t("devices.page.next")}
        isDisabled={after === undefined}
        onPress={() => after !== undefined && open(after)}
      />
      {/* Its room is kept until it is known what there is to do. */}
      {card === undefined && <span className="icon sm" />}
      {card && <CardMenu key={did} card={card} />}
      {!narrow && back}
    </div>
  )
}

/** Reads the sub-accounts, which say with whom a device is shared. Nothing else on this screen reads them. */
const useFreshSharers = () => {
  const send = useSend()
  const session = useView(onlineSession) ?? null
  useEffect(() => {
    if (session !== null) send({ type: "Refresh", list: "subAccounts", asked: false })
  }, [send, session])
}

const Body = ({ did, title }: { readonly did: string; readonly title: string }) => {
  const now = useNow()
  const page = useViewOf(devicePage, did)
  const history = useDeviceHistory(did, now)
  useFreshSharers()
  if (page === undefined) return null
  if (page === null) return <LanPage key={did} did={did} title={title} history={history} />
  return (
    <>
      <NameAndState key={did} card={page.card} title={title} />
      <FrameSection card={page.card} />
      <Actions page={page} history={history} />
      <Underway ids={page.underway} />
      <DayStrip card={page.card} />
      <Week history={history} />
      <Facts page={page} />
      <History did={did} history={history} />
    </>
  )
}

/**
 * Moves the focus into a page that a person opened by keyboard, and back when the page closes. A person who is typing
 * when the page appears goes on typing.
 */
const useFocusInside = (did: string) => {
  const sheet = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const byKeyboard = before instanceof HTMLElement && before.matches(":focus-visible:not([data-page-search])")
    if (byKeyboard || before === document.body) sheet.current?.focus({ preventScroll: true })
    return () => {
      const isInside = sheet.current?.contains(document.activeElement) ?? true
      if (before instanceof HTMLElement && before.isConnected && (isInside || document.activeElement === document.body))
        before.focus()
    }
  }, [])
  useEffect(() => {
    // The page of another device begins at its top. The focused element may have left with the previous device.
    void did
    sheet.current?.querySelector(".dsheet-body")?.scrollTo(0, 0)
    if (document.activeElement === document.body) sheet.current?.focus({ preventScroll: true })
  }, [did])
  return sheet
}

/** One device beside the list; over the list in narrower windows, and a page on phones (DEVICE-16). */
export const DevicePage = ({ did, ids }: Props) => {
  const words = useNewCardWords()
  const { open, close } = useOpened()
  const letters = useSingleKeys()
  const title = useId()
  const sheet = useFocusInside(did)
  const move = (step: 1 | -1) => {
    const next = ids[ids.indexOf(did) + step]
    if (ids.includes(did) && next !== undefined) open(next)
  }
  return (
    <CardWordsProvider value={words}>
      <button
        type="button"
        className="dscrim"
        aria-label={words.t("devices.page.close")}
        tabIndex={-1}
        onClick={close}
      />
      <aside
        ref={sheet}
        className="dsheet"
        aria-labelledby={title}
        tabIndex={-1}
        onKeyDown={(event) => {
          const { key, target, currentTarget } = event
          if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
          // Menus and dialogs over the page handle their own keys. Their events arrive here only through React.
          if (!(target instanceof Node && currentTarget.contains(target)) || target instanceof HTMLInputElement) return
          if (key === "Escape") close()
          else if (letters && key === "j") move(1)
          else if (letters && key === "k") move(-1)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        <Bar did={did} ids={ids} />
        <div className="dsheet-body">
          <Body did={did} title={title} />
        </div>
      </aside>
    </CardWordsProvider>
  )
}
