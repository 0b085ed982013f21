import { useTranslation } from "react-i18next"
import { ownAccount } from "../../../domain/views/account.ts"
import { useView } from "../../client/client.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { Button } from "../../ui/Button.tsx"
import { Group, Row } from "./Group.tsx"

/** SETTINGS-3: deleting the account is offered only while signed in. */
export const Danger = () => {
  const { t } = useTranslation()
  const account = useView(ownAccount)
  const open = useOpenDialog()
  return (
    <Group danger title={t("pages.settings.danger")}>
      <Row title={t("pages.settings.reset")} body={t("pages.settings.resetBody")}>
        <Button onPress={() => open("resetSettings")}>{t("pages.settings.reset")}</Button>
      </Row>
      {account && (
        <Row
          title={t("pages.settings.deleteAccount")}
          body={t("pages.settings.deleteAccountBody", { email: account.email })}
        >
          <Button variant="danger" onPress={() => open("deleteAccount")}>
            {t("pages.settings.deleteAccount")}
          </Button>
        </Row>
      )}
    </Group>
  )
}
