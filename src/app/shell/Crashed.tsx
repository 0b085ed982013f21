import { Component, type ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Button } from "../ui/Button.tsx"
import { Lone } from "../ui/Lone.tsx"

const Message = () => {
  const { t } = useTranslation()
  return (
    <Lone role="alert" title={t("pages.crashed.title")}>
      <p>{t("pages.crashed.body")}</p>
      <Button variant="primary" onPress={() => location.reload()}>
        {t("common.action.reload")}
      </Button>
    </Lone>
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
