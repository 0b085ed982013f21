import { Component, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Button } from "./Button.tsx"

interface Props {
  readonly children: ReactNode
  /** The content in place of a crashed part; `retry` shows the part again. */
  readonly instead: (retry: () => void) => ReactNode
}

/** Limits a crash to the part in which it happened. */
export class Boundary extends Component<Props, { readonly crashed: boolean }> {
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

/** For a dialog, the palette or the toasts: the page stays in use. `close` closes the crashed part. */
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
