import "./security/trustedTypes.ts"
import "./look/look.css"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App.tsx"
import { startClient } from "./client/client.ts"
import { startI18n } from "./i18n/i18n.ts"
import { LocaleProvider } from "./i18n/LocaleProvider.tsx"
import { registerServiceWorker } from "./pwa/serviceWorker.ts"
import { loadFirstScreen } from "./screens.ts"
import { takeInvitation } from "./sharing/invitationLink.ts"
import { readLocal } from "./shell/localStorage.ts"

takeInvitation()

/** The engine loads beside the first screen, which waits for its own texts and code alone. */
void startClient()
await Promise.allSettled([startI18n(readLocal("language")), loadFirstScreen(location.pathname)])

const root = document.getElementById("root")
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <LocaleProvider>
        <App />
      </LocaleProvider>
    </StrictMode>,
  )
}
void registerServiceWorker()
