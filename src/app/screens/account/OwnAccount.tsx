import { useTranslation } from "react-i18next"
import type { OwnAccount as Own } from "../../../domain/views/account.ts"
import { useNow } from "../../client/clock.ts"
import { useOpenDialog } from "../../dialogs/useOpenDialog.ts"
import { useFormat } from "../../i18n/useFormat.ts"
import { IconButton } from "../../ui/IconButton.tsx"
import { RenameIcon } from "../../ui/icons.ts"
import { Name } from "../../ui/Name.tsx"
import { Pending } from "../../ui/Pending.tsx"
import { SetbackNote } from "./SetbackNote.tsx"

/** The main account card (ACCOUNT-1). */
export const OwnAccount = ({ account }: { readonly account: Own }) => {
  const { t } = useTranslation()
  const open = useOpenDialog()
  const format = useFormat()
  const now = useNow()
  const { name, pendingName, email, server, loginAt, createdAt, setback } = account
  return (
    <>
      <dl className="me">
        <div>
          <dt>{t("pages.account.name")}</dt>
          <dd className="lead">
            {pendingName === null ? <Name of={name} /> : <Pending value={name} before={pendingName.before} />}
            <IconButton
              icon={RenameIcon}
              label={t("pages.account.rename")}
              small
              smallIcon
              onPress={() => open("renameAccount")}
            />
          </dd>
        </div>
        <div>
          <dt>{t("pages.account.email")}</dt>
          <dd>
            <Name of={email} />
            <IconButton
              icon={RenameIcon}
              label={t("pages.account.changeEmail")}
              small
              smallIcon
              onPress={() => open("changeEmail")}
            />
          </dd>
        </div>
        <div>
          <dt>{t("pages.account.server")}</dt>
          <dd>
            <bdi className="mono">{new URL(server).host}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t("pages.account.signedInAt")}</dt>
          <dd className="num" title={format.full(loginAt)}>
            {format.minute(loginAt, now)}
          </dd>
        </div>
        <div>
          <dt>{t("pages.account.since")}</dt>
          <dd className="num">{format.day(createdAt)}</dd>
        </div>
      </dl>
      <SetbackNote setback={setback} />
    </>
  )
}
