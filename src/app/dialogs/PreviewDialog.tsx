import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { ownAccount } from "../../domain/views/account.ts"
import { useView } from "../client/client.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Glyph } from "../ui/Glyph.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { Name } from "../ui/Name.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { useAttempt } from "./useAttempt.ts"
import { useSubAccount } from "./useSubAccount.ts"

const ownName = (state: State) => ownAccount(state)?.name ?? ""

/** SUB-7: the devices that a sub-account sees, or will see once it is approved. */
export const PreviewDialog = ({ subject, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const owner = useView(ownName) ?? ""
  const row = useSubAccount(subject)
  const { attempt, isPending, why } = useAttempt(onClose)
  const name = row?.name ?? ""
  const devices = row?.devices ?? []
  const isActive = row?.status === "active"
  const approve = row?.may.approve === true
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(isActive ? "dialog.preview.titleNow" : "dialog.preview.title", { name })}
      actions={
        <>
          <Button onPress={onClose}>{t("common.action.close")}</Button>
          {approve && (
            <Button
              variant="primary"
              isPending={isPending}
              onPress={() => attempt({ type: "ChangeSubAccountState", accountId: subject, state: 2 })}
            >
              {t("common.action.approve")}
            </Button>
          )}
        </>
      }
    >
      <p>
        {t(devices.length === 0 ? "dialog.preview.nothing" : "dialog.preview.devices", {
          count: devices.length,
          name,
          owner,
        })}
      </p>
      {devices.length > 0 && (
        <ul className="previewed">
          {devices.map((device) => (
            <li key={device.did}>
              <Glyph name="shared" />
              <Name of={device.name ?? t("common.state.unknown")} className="grow" />
              <span className="small muted">{t("devices.notice.sharedBy", { owner })}</span>
            </li>
          ))}
        </ul>
      )}
      <ul className="permits">
        <li>
          <Glyph name="confirmed" /> {t("dialog.preview.may")}
        </li>
        <li>
          <Glyph name="disabled" /> {t("dialog.preview.mayNot", { owner })}
        </li>
      </ul>
      <InlineError text={why} />
    </Dialog>
  )
}
