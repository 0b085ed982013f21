import i18next from "i18next"
import { StrictMode, startTransition, useEffect, useEffectEvent, useLayoutEffect } from "react"
import { createRoot, type Root } from "react-dom/client"
import { MemoryRouter, useNavigate } from "react-router-dom"
import { unpackedState } from "../domain/product/stored.ts"
import { TOAST_MS, TOAST_SUCCESS_MS } from "../domain/values/limits.ts"
import { Pages } from "./App.tsx"
import type { Deployment } from "./client/deployment.ts"
import { type Client, MomentProvider } from "./client/provider.ts"
import { createReplayClient, type Moment } from "./client/replay.ts"
import { CommandCentreLater } from "./commands/CommandCentreLater.tsx"
import { DialogHostLater } from "./dialogs/DialogHostLater.tsx"
import { changeLanguage, startI18n } from "./i18n/i18n.ts"
import { LocaleProvider } from "./i18n/LocaleProvider.tsx"
import { messageText } from "./log/messageText.ts"
import { themeOf } from "./look/theme.ts"
import { adoptTheme } from "./preferences/theme.ts"
import { isShowMoment, READY, type ShowMoment } from "./replay/message.ts"
import { pathOf, tabOf } from "./replay/pathOf.ts"
import { ToastRegion } from "./ui/ToastRegion.tsx"
import { closeAllToasts, showToast, type ToastContent } from "./ui/toasts.ts"

/** Navigates the screens to the page where the person was. */
const Follow = ({ path }: { readonly path: string }) => {
  const navigate = useNavigate()
  const go = useEffectEvent((to: string) => navigate(to, { replace: true }))
  /* Once for each moment: a page may redirect to another one, and returning there would never end. */
  useEffect(() => {
    go(path)
  }, [path])
  return null
}

/** The sign and the button of a toast, for messages that offer one. */
const offerOf = (message: string): Partial<Pick<ToastContent, "glyph" | "action">> => {
  const act = (label: string) => ({ label, onPress: () => undefined })
  switch (message) {
    case "common.toast.unconfirmed":
      return { glyph: "unconfirmed", action: act(i18next.t("common.action.decide")) }
    case "common.toast.refused":
      return { action: act(i18next.t("common.action.show")) }
    case "common.toast.renameQueued":
    case "common.toast.wakeQueued":
    case "common.toast.rebootQueued":
      return { glyph: "queued", action: act(i18next.t("common.action.show")) }
    default:
      return {}
  }
}

/** The toasts that were visible at that moment. Here they all stay. */
const showToasts = ({ state, at, tab }: Moment): void => {
  closeAllToasts()
  for (const { kind, message, params, at: since } of state.places.get(tab)?.toasts ?? [])
    if (at - since < (kind === "success" ? TOAST_SUCCESS_MS : TOAST_MS))
      showToast({ kind, text: messageText(message, params), ...offerOf(message) }, undefined)
}

interface ShownMoment {
  readonly moment: Moment
  readonly deployment: Deployment
}

const readMoment = ({ state: packed, fleet, at, deployment }: ShowMoment): ShownMoment | null => {
  const state = unpackedState(packed)
  return state === null ? null : { moment: { state, fleet, at, tab: tabOf(state) }, deployment }
}

/** The parts outside the screens of a moment: its theme comes together with the picture, its toasts after it. */
const Alongside = ({ moment }: { readonly moment: Moment }) => {
  useLayoutEffect(() => adoptTheme(themeOf(moment.state.settings.get("theme"))), [moment])
  useEffect(() => showToasts(moment), [moment])
  return null
}

/** The page that shows the moments, and the client of the latest. */
interface Shown {
  readonly root: Root
  readonly client: Client
}
let shown: Shown | undefined

/**
 * A moment on another page renders all of that page. A transition does it in slices, so that keys are handled in
 * between. Of the moments that arrive meanwhile it shows the last one.
 */
const render = ({ root, client }: Shown, moment: Moment): void => {
  const path = pathOf(moment.state, moment.tab)
  startTransition(() =>
    root.render(
      <StrictMode>
        <LocaleProvider>
          <MomentProvider value={client}>
            <MemoryRouter initialEntries={[path]}>
              <Alongside moment={moment} />
              <Follow path={path} />
              <Pages />
              <CommandCentreLater />
              <DialogHostLater />
              <ToastRegion hasOutbox={false} />
            </MemoryRouter>
          </MomentProvider>
        </LocaleProvider>
      </StrictMode>,
    ),
  )
}

const show = async ({ moment, deployment }: ShownMoment): Promise<void> => {
  const language = moment.state.settings.get("language") ?? "en"
  const place = document.getElementById("root")
  if (place === null) return
  if (shown === undefined) await startI18n(language)
  else await changeLanguage(language).catch(() => undefined)
  const client = createReplayClient(moment, deployment, shown?.client ?? null)
  shown = { client, root: shown?.root ?? createRoot(place) }
  render(shown, moment)
}

/**
 * Pages and dialogs take the focus when they open, even out of a frame. The keys that step through a log would then end
 * here.
 */
const takeNoFocus = (): void => {
  HTMLElement.prototype.focus = () => undefined
}

/** Shows the moments that the surrounding page sends. When several wait, it shows only the last one. */
export const startFrame = (): void => {
  takeNoFocus()
  let next: ShownMoment | null = null
  let isBusy = false
  const showNext = async () => {
    if (isBusy) return
    isBusy = true
    while (next !== null) {
      const moment = next
      next = null
      // A moment that cannot be shown must not block the later ones.
      await show(moment).catch(() => undefined)
    }
    isBusy = false
  }
  addEventListener("message", ({ data, origin, source }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== window.parent || !isShowMoment(data)) return
    next = readMoment(data)
    void showNext()
  })
  window.parent.postMessage(READY, location.origin)
}
