import { useId, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { ConnectedMain, ConnectedMains as View } from "../../../domain/views/account.ts"
import { useNow } from "../../client/clock.ts"
import type { OpenDialog } from "../../dialogs/useAccountDialogs.tsx"
import { useFormat } from "../../i18n/useFormat.ts"
import { ListAge, ListNote } from "../../sharing/ListNote.tsx"
import { useAsk } from "../../toasts/useAsk.ts"
import { Button } from "../../ui/Button.tsx"
import { Glyph } from "../../ui/Glyph.tsx"
import { IconButton } from "../../ui/IconButton.tsx"
import { AcceptIcon, CloseIcon, DisconnectIcon } from "../../ui/icons.ts"
import { SetbackNote } from "./SetbackNote.tsx"

const Chip = ({ main, onOpen }: { readonly main: ConnectedMain; readonly onOpen: OpenDialog }) => {
  const { t } = useTranslation()
  const { id, name, email, devices, leaving } = main
  return (
    <li className="chip lg" title={email}>
      <Glyph name="shared" />
      <bdi className="cut">{name}</bdi>
      {leaving === null ? (
        <>
          {devices !== null && devices > 0 && (
            <span className="faint">{t("pages.account.mains.devices", { count: devices })}</span>
          )}
          <IconButton
            icon={DisconnectIcon}
            label={t("pages.account.mains.disconnect", { name })}
            small
            smallIcon
            onPress={() => onOpen("disconnect", id)}
          />
        </>
      ) : (
        <>
          <Glyph name={leaving} />
          <span className="pending">{t("pages.account.mains.leaving")}</span>
        </>
      )}
    </li>
  )
}

const Awaiting = ({ at, onDismiss }: { readonly at: number; readonly onDismiss: () => void }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  return (
    <li className="chip lg wait">
      <Glyph name="waiting" />
      <span className="pending">{t("pages.account.mains.waiting")}</span>
      <span className="faint">{t("pages.account.mains.since", { time: format.minute(at, now) })}</span>
      <IconButton icon={CloseIcon} label={t("pages.account.mains.stopWaiting")} small smallIcon onPress={onDismiss} />
    </li>
  )
}

/** The main accounts this one belongs to as sub-account (ACCOUNT-1, ACCOUNT-5). */
export const ConnectedMains = ({ view, onOpen }: { readonly view: View; readonly onOpen: OpenDialog }) => {
  const { t } = useTranslation()
  const title = useId()
  const ask = useAsk()
  const section = useRef<HTMLElement>(null)
  const { account, list, mains, awaiting } = view
  const stopWaiting = (acceptedAt: number) => {
    ask({ type: "DismissAwaiting", account, acceptedAt })
    /* The button pressed goes away: the focus goes to what one might do instead. */
    section.current?.querySelector("button")?.focus()
  }
  const isEmpty = mains.length === 0 && awaiting.length === 0
  return (
    <section ref={section} className="sec" aria-labelledby={title}>
      <div className="sec-head">
        <div className="grow">
          <h2 id={title}>{t("pages.account.mains.title")}</h2>
          <span className="note">{t("pages.account.mains.body")}</span>
        </div>
        <ListAge list={list} />
        <Button icon={AcceptIcon} onPress={() => onOpen("acceptInvitation")}>
          {t("common.action.acceptInvitation")}
        </Button>
      </div>
      <ListNote list={list} onRetry={() => ask({ type: "RefreshSharing", list: "mainAccounts", asked: true })} />
      {isEmpty && list.status === "loading" && <span className="sk w-30" />}
      {isEmpty && list.status === "empty" && <p className="muted">{t("pages.account.mains.none")}</p>}
      {!isEmpty && (
        <ul className="mains">
          {mains.map((main) => (
            <Chip key={main.id} main={main} onOpen={onOpen} />
          ))}
          {awaiting.map((at) => (
            <Awaiting key={at} at={at} onDismiss={() => stopWaiting(at)} />
          ))}
        </ul>
      )}
      {mains.map((main) => (
        <SetbackNote key={main.id} setback={main.setback} />
      ))}
    </section>
  )
}
