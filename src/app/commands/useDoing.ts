import { useCallback, useMemo } from "react"
import { useLocation, useNavigate } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import { useEngineStatus, useView } from "../client/client.ts"
import { useShowCommands } from "../client/commandView.ts"
import { hasOutbox, useOutbox } from "../client/outboxPanel.ts"
import { useLogOut } from "../dialogs/useLogOut.ts"
import { useOpenDialog } from "../dialogs/useOpenDialog.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { useExportLog } from "../log/useExportLog.ts"
import { useChooseLanguage } from "../preferences/language.ts"
import { useTheme } from "../preferences/theme.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { isSomethingOver } from "./keyListener.ts"
import type { Doing, Situation } from "./registry.ts"

const viewOf = ({ session, devices, connection }: State) => {
  const account = session.current?.account
  return {
    signedIn: account !== undefined,
    online: connection.status === "online",
    refreshing: devices.read.requested,
    deviceCount: account !== undefined && devices.account === account ? devices.bound.size : 0,
  }
}

const nothing = { signedIn: false, online: false, refreshing: false, deviceCount: 0 }

/** What decides about commands, as of now. */
export const useSituation = (): Situation => {
  const { pathname: path } = useLocation()
  const { secure } = useEngineStatus()
  const [theme] = useTheme()
  const { language } = useFormat()
  const view = useView(viewOf) ?? nothing
  return { ...view, path, secure, theme, language: language.code }
}

/** How many frames a search field may take to appear after its page was asked for. */
const FRAMES_MAX = 300

const searchField = () => document.querySelector<HTMLElement>("[data-page-search]")

/** The field of the page there is, or of the one that is coming. */
const focusSearchSoon = (frames = FRAMES_MAX): void => {
  const field = searchField()
  /* A page that opens and a palette that closes move the focus first. */
  if (field !== null) requestAnimationFrame(() => requestAnimationFrame(() => field.focus()))
  else if (frames > 0) requestAnimationFrame(() => focusSearchSoon(frames - 1))
}

/** What commands do it with. */
export const useDoing = (): Doing => {
  const { pathname } = useLocation()
  const go = useNavigate()
  const ask = useAsk()
  const [, chooseTheme] = useTheme()
  const chooseLanguage = useChooseLanguage()
  const { save } = useExportLog()
  const outbox = useOutbox()
  const show = useShowCommands()
  const openDialog = useOpenDialog()
  const { logOut } = useLogOut()
  const refresh = useCallback(
    () =>
      ask(pathname === "/account" ? { type: "RefreshSharing", list: "subAccounts", asked: true } : { type: "Refresh" }),
    [ask, pathname],
  )
  return useMemo(
    () => ({
      go: (path) => {
        go(path)
      },
      refresh,
      focusSearch: () => {
        const field = searchField()
        /* The next key is typed at once: it must find the field. */
        if (field !== null && !isSomethingOver()) return field.focus()
        if (field === null) go("/devices")
        focusSearchSoon()
      },
      openOutbox: () => {
        if (!hasOutbox(pathname)) go("/devices")
        outbox.open()
      },
      chooseTheme,
      chooseLanguage,
      exportLog: save,
      showShortcuts: () => show("shortcuts"),
      openDialog,
      logOut,
    }),
    [go, pathname, refresh, chooseTheme, chooseLanguage, save, outbox, show, openDialog, logOut],
  )
}
