import { Component, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Button } from "../ui/Button.tsx"
import { Horizon } from "../ui/Horizon.tsx"

const Message = () => {
  const { t } = useTranslation()
  return (
    <div className="page">
      <div className="lone" role="alert">
        <Horizon />
        <h1>{t("pages.crashed.title")}</h1>
        <p>{t("pages.crashed.body")}</p>
        <Button variant="primary" onPress={() => location.reload()}>
          {t("pages.crashed.reload")}
        </Button>
      </div>
    </div>
  )
}

/** A screen that cannot be shown says so and offers to start again; the engine runs on meanwhile. */
export class Crashed extends Component<{ readonly children: ReactNode }, { readonly crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <Message /> : this.props.children
  }
}
