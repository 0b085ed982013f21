import { useCallback, useMemo, useRef } from "react"
import { useLocation, useNavigate } from "react-router-dom"
import type { ListName } from "../../domain/event/listRead.ts"
import { listRead } from "../../domain/product/lists.ts"
import type { State } from "../../domain/product/state.ts"
import { pathOfDevice } from "../../domain/values/routes.ts"
import { allDevices } from "../../domain/views/allDevices.ts"
import { isHere, scanTargets } from "../../domain/views/lan.ts"
import { useEngineStatus, useViewOf } from "../client/client.ts"
import { useShowCommands } from "../client/commandView.ts"
import { hasOutbox, useOutbox } from "../client/outboxPanel.ts"
import { useClient } from "../client/provider.ts"
import { useLogOut } from "../dialogs/useLogOut.ts"
import { useOpenDialog } from "../dialogs/useOpenDialog.ts"
import { useAsked } from "../flows/askedPage.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { useExportLog } from "../log/useExportLog.ts"
import { useChooseLanguage } from "../preferences/language.ts"
import { useTheme } from "../preferences/theme.ts"
import { useAsk } from "../toasts/useAsk.ts"
import { viewerPath } from "../viewer/target.ts"
import { useConnectBound } from "../viewer/useConnect.ts"
import { isSomethingOver } from "./keyListener.ts"
import type { Doing, Situation } from "./registry.ts"

/** The first list of a page, which is the list that a refresh reads there. */
const listOf = (path: string): ListName => (path === "/account" ? "subAccounts" : "devices")

const NO_TARGETS: readonly string[] = []

const viewOf = (state: State, path: string) => {
  const { session, connection } = state
  const account = session.current?.account ?? null
  return {
    signedIn: account !== null,
    online: connection.status === "online",
    refreshing: listRead(state, account, listOf(path)).requested,
    deviceCount: allDevices(state).size,
    scanTargets: isHere(state) ? scanTargets(state) : NO_TARGETS,
  }
}

const nothing = { signedIn: false, online: false, refreshing: false, deviceCount: 0, scanTargets: NO_TARGETS }

/** The facts that decide which commands are possible, as of now. */
export const useSituation = (): Situation => {
  const { pathname: path } = useLocation()
  const { secure } = useEngineStatus()
  const [theme] = useTheme()
  const { language } = useFormat()
  const view = useViewOf(viewOf, path) ?? nothing
  return { ...view, path, secure, theme, language: language.code }
}

/** The most frames to wait for the search field of a page that opens. */
const FRAMES_MAX = 300

const searchField = () => document.querySelector<HTMLElement>("[data-page-search]")

/** Focuses the search field of this page, or of the page that is about to open. */
const focusSearchSoon = (frames = FRAMES_MAX): void => {
  const field = searchField()
  /* A page that opens and a palette that closes move the focus first. */
  if (field !== null) requestAnimationFrame(() => requestAnimationFrame(() => field.focus()))
  else if (frames > 0) requestAnimationFrame(() => focusSearchSoon(frames - 1))
}

/** The effects that commands use. */
export const useDoing = (): Doing => {
  const { pathname } = useLocation()
  const go = useNavigate()
  const { devicesAddress, start } = useClient()
  const connectBound = useConnectBound()
  const ask = useAsk()
  const [, chooseTheme] = useTheme()
  const chooseLanguage = useChooseLanguage()
  const { save } = useExportLog()
  const outbox = useOutbox()
  const show = useShowCommands()
  const openDialog = useOpenDialog()
  const { logOut } = useLogOut()
  const refresh = useCallback(() => ask({ type: "Refresh", list: listOf(pathname), asked: true }), [ask, pathname])
  const scan = useCallback(() => {
    const now = start.get()
    if (now.phase === "ready") ask({ type: "Scan", targets: scanTargets(now.handle.state()) })
  }, [start, ask])
  const asked = useRef<ReturnType<typeof useAsked>>({})
  asked.current = useAsked()
  return useMemo(
    () => ({
      go: (path) => {
        go(path, path === "/signin" ? { state: asked.current } : {})
      },
      goDevices: () => {
        go(devicesAddress.get())
      },
      connect: ({ did, name, nearId }) => {
        if (nearId !== undefined) go(viewerPath(nearId))
        else if (!connectBound({ did, name })) go(pathOfDevice(did))
      },
      refresh,
      scan,
      focusSearch: () => {
        const field = searchField()
        /* The person may type the next key at once, and it must reach the field. */
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
    [
      go,
      devicesAddress,
      connectBound,
      pathname,
      refresh,
      scan,
      chooseTheme,
      chooseLanguage,
      save,
      outbox,
      show,
      openDialog,
      logOut,
    ],
  )
}
