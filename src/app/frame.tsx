import i18next from "i18next"
import { StrictMode, useEffect, useRef } from "react"
import { createRoot, type Root } from "react-dom/client"
import { MemoryRouter, useNavigate } from "react-router-dom"
import { unpackedState } from "../domain/product/stored.ts"
import { TOAST_MS, TOAST_SUCCESS_MS } from "../domain/values/limits.ts"
import { Pages } from "./App.tsx"
import type { Deployment } from "./client/deployment.ts"
import { ClientProvider } from "./client/provider.ts"
import { createReplayClient, type Moment, type ReplayClient } from "./client/replay.ts"
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

/** Takes the screens to where the person was. */
const Follow = ({ path }: { readonly path: string }) => {
  const navigate = useNavigate()
  const go = useRef(navigate)
  go.current = navigate
  /* Once for each moment: a page may send on to another one, and to go back there would never end. */
  useEffect(() => {
    go.current(path, { replace: true })
  }, [path])
  return null
}

/** The sign and the word of what can be done about a toast, for those that offer it. */
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

/** The toasts that were in sight at that moment; here they all stay. */
const showToasts = ({ state, at }: Moment): void => {
  closeAllToasts()
  for (const { kind, message, params, at: since } of state.places.get(tabOf(state))?.toasts ?? [])
    if (at - since < (kind === "success" ? TOAST_SUCCESS_MS : TOAST_MS))
      showToast({ kind, text: messageText(message, params), ...offerOf(message) }, undefined)
}

interface Told {
  readonly moment: Moment
  readonly deployment: Deployment
}

const toldIn = ({ state: packed, at, deployment }: ShowMoment): Told | null => {
  const state = unpackedState(packed)
  return state === null ? null : { moment: { state, at, tab: tabOf(state) }, deployment }
}

interface Shown {
  readonly replay: ReplayClient
  readonly root: Root
}
let shown: Shown | undefined

const render = ({ replay, root }: Shown, path: string): void =>
  root.render(
    <StrictMode>
      <LocaleProvider>
        <ClientProvider value={replay.client}>
          <MemoryRouter initialEntries={[path]}>
            <Follow path={path} />
            <Pages />
            <CommandCentreLater />
            <DialogHostLater />
            <ToastRegion hasOutbox={false} />
          </MemoryRouter>
        </ClientProvider>
      </LocaleProvider>
    </StrictMode>,
  )

const show = async ({ moment, deployment }: Told): Promise<void> => {
  const { settings } = moment.state
  const language = settings.get("language") ?? "en"
  if (shown === undefined) {
    const place = document.getElementById("root")
    if (place === null) return
    await startI18n(language)
    shown = { replay: createReplayClient(tabOf(moment.state), moment, deployment), root: createRoot(place) }
  } else {
    await changeLanguage(language).catch(() => undefined)
    shown.replay.show(moment)
  }
  adoptTheme(themeOf(settings.get("theme")))
  render(shown, pathOf(moment.state, tabOf(moment.state)))
  showToasts(moment)
}

/**
 * Pages and dialogs take the focus when they open, and out of a frame too: the keys of whoever steps through a log would
 * then end here.
 */
const takeNoFocus = (): void => {
  HTMLElement.prototype.focus = () => undefined
}

/** Shows what the page around it tells, one moment after the other; of many the last one counts. */
export const startFrame = (): void => {
  takeNoFocus()
  let next: Told | null = null
  let isBusy = false
  const showNext = async () => {
    if (isBusy) return
    isBusy = true
    while (next !== null) {
      const told = next
      next = null
      // A moment that cannot be shown must not keep the later ones away.
      await show(told).catch(() => undefined)
    }
    isBusy = false
  }
  addEventListener("message", ({ data, origin, source }: MessageEvent<unknown>) => {
    if (origin !== location.origin || source !== window.parent || !isShowMoment(data)) return
    next = toldIn(data)
    void showNext()
  })
  window.parent.postMessage(READY, location.origin)
}
