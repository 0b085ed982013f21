import { useEffect, useEffectEvent, useRef } from "react"
import { useLocation, useNavigate } from "react-router-dom"
import { endedUnasked } from "../../domain/features/session/state.ts"
import type { State } from "../../domain/product/state.ts"
import { deviceOfPath, routeOf } from "../../domain/values/routes.ts"
import { useSend, useView } from "../client/client.ts"
import { useOutboxPanel } from "../client/outboxPanel.ts"
import { useClient } from "../client/provider.ts"
import { useAsked } from "../flows/askedPage.ts"
import { changeLanguage, currentLanguage } from "../i18n/i18n.ts"
import { languageOf } from "../i18n/languages.ts"
import { themeOf } from "../look/theme.ts"
import { readLocal } from "../preferences/localStorage.ts"
import { adoptTheme } from "../preferences/theme.ts"

/** Adopts the choice that another tab made after this one read it for its first paint, and before this one listened. */
const catchUp = () => {
  const theme = themeOf(readLocal("theme"))
  if (theme !== themeOf(document.documentElement.dataset.theme)) adoptTheme(theme)
  const language = readLocal("language")
  if (language !== null && languageOf(language) !== currentLanguage()) changeLanguage(language).catch(() => undefined)
}

/** Adopts the theme and the language that a person chose in another tab. */
const useOtherTabs = (): void => {
  useEffect(() => {
    catchUp()
    const heard = ({ key, newValue }: StorageEvent) => {
      if (key === "theme") adoptTheme(themeOf(newValue))
      /* If the texts cannot be loaded, the language stays as it is. */
      if (key === "language") changeLanguage(newValue ?? "en").catch(() => undefined)
    }
    addEventListener("storage", heard)
    return () => removeEventListener("storage", heard)
  }, [])
}

const sessionOf = ({ session }: State) => ({
  id: session.current?.id ?? null,
  endedUnasked: endedUnasked(session) !== null,
})

/**
 * Records the page of the person in the log (EVENT-1). Leads a person whose session ended unasked to the sign-in page.
 */
export const Witness = () => {
  const send = useSend()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [route, did] = [routeOf(pathname), deviceOfPath(pathname)]
  const session = useView(sessionOf)
  const panel = useOutboxPanel()
  const outboxOpen = useRef(panel.isOpen)
  const signedIn = useRef(false)
  const { dialog, filesPanel } = useClient()
  useOtherTabs()
  const asked = useAsked()
  const leave = useEffectEvent(() => navigate("/signin", { state: asked }))

  /* An overlay belongs to its page: leaving the page closes it, also from one device page to another. */
  useEffect(() => {
    void pathname
    return () => {
      const opened = dialog.get()
      if (opened?.isOpen === true) send({ type: "CloseDialog", dialog: opened.name })
      dialog.set(null)
      filesPanel.set(false)
    }
  }, [dialog, filesPanel, send, pathname])

  useEffect(() => {
    send({ type: "OpenRoute", path: route })
    /* A change of route closes the recorded overlays. The outbox beside the page stays open. */
    if (outboxOpen.current) send({ type: "OpenDialog", dialog: "outbox", about: null, among: [] })
  }, [send, route])

  useEffect(() => {
    if (did === null) return
    send({ type: "OpenDialog", dialog: "device", about: did, among: [] })
    return () => send({ type: "CloseDialog", dialog: "device" })
  }, [send, did])

  useEffect(() => {
    if (outboxOpen.current === panel.isOpen) return
    outboxOpen.current = panel.isOpen
    send(
      panel.isOpen
        ? { type: "OpenDialog", dialog: "outbox", about: null, among: [] }
        : { type: "CloseDialog", dialog: "outbox" },
    )
  }, [send, panel.isOpen])

  useEffect(() => {
    if (session === undefined) return
    const ended = signedIn.current && session.id === null && session.endedUnasked
    signedIn.current = session.id !== null
    if (ended) leave()
  }, [session])

  return null
}
