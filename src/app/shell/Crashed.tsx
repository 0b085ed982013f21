import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useOutbox, useOutboxPanel } from "../client/outboxPanel.ts"
import { overlay } from "../loading/overlay.ts"
import { Boundary } from "../ui/Boundary.tsx"
import { Button } from "../ui/Button.tsx"
import { Lone } from "../ui/Lone.tsx"

const reload = () => location.reload()

const Page = ({ retry, more }: { readonly retry: () => void; readonly more?: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <Lone role="alert" title={t("pages.crashed.title")}>
      <p>{t("pages.crashed.body")}</p>
      <Button variant="primary" onPress={retry}>
        {t("common.action.tryAgain")}
      </Button>
      {more}
      <Button onPress={reload}>{t("common.action.reload")}</Button>
    </Lone>
  )
}

/** In place of a crashed screen: a message and a way back. The engine runs on meanwhile. */
export const Crashed = ({ children }: { readonly children: ReactNode }) => (
  <Boundary instead={(retry) => <Page retry={retry} />}>{children}</Boundary>
)

const OutboxLater = overlay(async () => (await import("./outbox/OutboxPanel.tsx")).OutboxPanel)

/** In place of the whole app, including the layout with its button for the outbox. */
const Whole = ({ retry }: { readonly retry: () => void }) => {
  const { t } = useTranslation()
  const { open } = useOutbox()
  const { isOpen } = useOutboxPanel()
  return (
    <div className={isOpen ? "app with-sheet" : "app"}>
      <main className="main">
        <Page retry={retry} more={<Button onPress={() => open()}>{t("layout.outbox.title")}</Button>} />
      </main>
      <Boundary instead={() => null}>
        <OutboxLater />
      </Boundary>
    </div>
  )
}

/** Around everything. The outbox can still be seen after a crash, and the engine goes on sending its actions. */
export const CrashedWhole = ({ children }: { readonly children: ReactNode }) => (
  <Boundary instead={(retry) => <Whole retry={retry} />}>{children}</Boundary>
)
