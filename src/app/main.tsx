import "./security/trustedTypes.ts"
import "./look/look.css"
import { StrictMode, startTransition } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App.tsx"
import { startLiveClient } from "./client/live.ts"
import { type Client, ClientProvider } from "./client/provider.ts"
import { keepCompositionKeys } from "./dom/compositionKeys.ts"
import { keepDrops } from "./dom/drops.ts"
import { guardAgainstForeignNodes } from "./dom/foreignNodes.ts"
import { walkFromRoot } from "./dom/lostScopes.ts"
import { startWayBack } from "./dom/wayBack.ts"
import { startI18n } from "./i18n/i18n.ts"
import { LocaleProvider } from "./i18n/LocaleProvider.tsx"
import { quiet, runInTurn, untilLoaded } from "./loading/inSequence.ts"
import { readLocal } from "./preferences/localStorage.ts"
import { registerServiceWorker } from "./pwa/serviceWorker.ts"
import { isReplayFrame } from "./replay/message.ts"
import { fetchOtherScreens, loadFirstScreen } from "./screens.ts"
import { keepChannels } from "./security/channels.ts"
import { takeInvitation } from "./sharing/invitationLink.ts"

const show = (client: Client): void => {
  const root = document.getElementById("root")
  if (root === null) return
  const app = (
    <StrictMode>
      <LocaleProvider>
        <ClientProvider value={client}>
          <App />
        </ClientProvider>
      </LocaleProvider>
    </StrictMode>
  )
  /* React renders a transition in slices, so that a slow machine can respond in between. */
  startTransition(() => createRoot(root).render(app))
}

/**
 * The first screen waits only for its own texts and code. Then come the engine, the other screens, and last the service
 * worker, which stores the whole app. This file must not await at its top level: other scripts import from the same
 * file, and each would wait for the other.
 */
const start = async (): Promise<void> => {
  keepChannels()
  keepCompositionKeys()
  keepDrops()
  guardAgainstForeignNodes()
  walkFromRoot()
  if (isReplayFrame()) return (await import("./frame.tsx")).startFrame()
  takeInvitation()
  startWayBack()
  const shown = Promise.withResolvers<void>()
  const client = startLiveClient(shown.promise, async () => {
    await runInTurn("engine")
    return import("./runtime.ts")
  })
  await Promise.allSettled([untilLoaded(() => startI18n(readLocal("language"))), loadFirstScreen(location.pathname)])
  show(client)
  await quiet()
  shown.resolve()
  await new Promise<void>((resolve) => client.whenReady(() => resolve(), resolve))
  await fetchOtherScreens()
  await quiet()
  await registerServiceWorker()
}

void start()
