import { useEffect, useEffectEvent, useRef } from "react"
import { useLocation, useNavigate } from "react-router-dom"
import { endedUnasked } from "../../domain/features/session/state.ts"
import type { State } from "../../domain/product/state.ts"
import { deviceOfPath, routeOf } from "../../domain/values/routes.ts"
import { useSend, useView } from "../client/client.ts"
import { useOutboxPanel } from "../client/outboxPanel.ts"
import { useClient } from "../client/provider.ts"
import { useAsked } from "../flows/askedPage.ts"
import { useOtherTabs } from "../preferences/otherTabs.ts"

const sessionOf = ({ session }: State) => ({
  id: session.current?.id ?? null,
  endedUnasked: endedUnasked(session) !== null,
})

/** Tells the log where the person is (EVENT-1), and takes whose session ended unasked to the sign-in page. */
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

  /* What is open belongs to its page: leaving the page closes it, also from the page of one device to that of another. */
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
    /* A change of route closes what was recorded as open; the outbox beside the page stays. */
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
