import { Component, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useOutbox, useOutboxPanel } from "../client/outboxPanel.ts"
import { overlay } from "../loading/overlay.ts"
import { Button } from "../ui/Button.tsx"
import { Lone } from "../ui/Lone.tsx"

interface Props {
  readonly children: ReactNode
  /** What is shown instead; `retry` shows the part again. */
  readonly instead: (retry: () => void) => ReactNode
}

class Boundary extends Component<Props, { readonly crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    if (!this.state.crashed) return this.props.children
    return this.props.instead(() => this.setState({ crashed: false }))
  }
}

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

/** A screen that cannot be shown says so and offers a way back; the engine runs on meanwhile. */
export const Crashed = ({ children }: { readonly children: ReactNode }) => (
  <Boundary instead={(retry) => <Page retry={retry} />}>{children}</Boundary>
)

const OutboxLater = overlay(async () => (await import("./outbox/OutboxPanel.tsx")).OutboxPanel)

/** In place of all of the app, the layout with its way to the outbox included. */
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

/** Around everything: what queued actions wait for can still be seen, and the engine goes on sending them. */
export const CrashedWhole = ({ children }: { readonly children: ReactNode }) => (
  <Boundary instead={(retry) => <Whole retry={retry} />}>{children}</Boundary>
)

const Over = ({ retry }: { readonly retry: () => void }) => {
  const { t } = useTranslation()
  return (
    <div className="banners over-page">
      <div className="banner bad" role="alert">
        <p className="grow">
          <b>{t("pages.crashed.title")}</b> <span className="muted">{t("pages.crashed.part")}</span>
        </p>
        <Button onPress={retry}>{t("common.action.close")}</Button>
        <Button onPress={reload}>{t("common.action.reload")}</Button>
      </div>
    </div>
  )
}

/** A dialog, the palette or the toasts: the page stays in use. `close` leaves what crashed behind. */
export const CrashedOver = ({ children, close }: { readonly children: ReactNode; readonly close: () => void }) => (
  <Boundary
    instead={(retry) => (
      <Over
        retry={() => {
          close()
          retry()
        }}
      />
    )}
  >
    {children}
  </Boundary>
)
