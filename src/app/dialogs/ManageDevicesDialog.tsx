import { useCallback, useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/model/state.ts"
import { SHARING_MIN_BUILD } from "../../domain/values/limits.ts"
import { type AssignableDevice, assignableDevices } from "../../domain/views/subAccounts.ts"
import { useView } from "../client/client.ts"
import { refusedKey } from "../toasts/refused.ts"
import { Button } from "../ui/Button.tsx"
import { Checkbox } from "../ui/Checkbox.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Glyph } from "../ui/Glyph.tsx"
import { InlineError } from "./InlineError.tsx"
import { LaterNote } from "./LaterNote.tsx"
import type { SubjectDialogProps } from "./useDialogs.tsx"
import { useSubAccount } from "./useSubAccount.ts"
import { useSubmitAll } from "./useSubmitAll.ts"

const Choice = ({
  device,
  isChosen,
  onChange,
}: {
  readonly device: AssignableDevice
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
}) => {
  const { t } = useTranslation()
  const why = useId()
  return (
    <li>
      <Checkbox
        isSelected={isChosen}
        onChange={onChange}
        isDisabled={device.blocked !== null}
        {...(device.blocked === null ? {} : { describedBy: why })}
      >
        <span className="grow">
          <bdi>{device.name}</bdi>
          {device.blocked !== null && (
            <span className="why" id={why}>
              {device.build > 0
                ? t("dialog.manageDevices.tooOld", { build: device.build })
                : t("devices.card.firmwareUnknown")}
            </span>
          )}
        </span>
        {device.pending && <Glyph name="pending" label={t("common.state.pending")} />}
      </Checkbox>
    </li>
  )
}

/** SUB-5: which of the owner's devices a sub-account sees; those with older firmware say why they cannot be shared. */
export const ManageDevicesDialog = ({ subject, isOpen, onClose }: SubjectDialogProps) => {
  const { t } = useTranslation()
  const name = useSubAccount(subject)?.name ?? ""
  const devices = useView(useCallback((state: State) => assignableDevices(state, subject), [subject])) ?? []
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const { submit, isPending, refused } = useSubmitAll(onClose)
  const isChosen = (device: AssignableDevice) => changed.get(device.did) ?? device.assigned
  const save = () =>
    submit(
      devices
        .filter((device) => isChosen(device) !== device.assigned)
        .map((device) => ({ type: "AssignDevice", accountId: subject, did: device.did, isAdd: isChosen(device) })),
    )
  const hasBlocked = devices.some(({ blocked }) => blocked !== null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.manageDevices.title", { name })}
      actions={
        <>
          <Button onPress={onClose}>{t("common.action.cancel")}</Button>
          <Button variant="primary" isPending={isPending} onPress={save}>
            {t("common.action.save")}
          </Button>
        </>
      }
    >
      <p>
        {t(devices.length === 0 ? "dialog.manageDevices.none" : "dialog.manageDevices.body", { name })}{" "}
        {hasBlocked && t("dialog.manageDevices.rule", { build: SHARING_MIN_BUILD })}
      </p>
      <ul className="choices">
        {devices.map((device) => (
          <Choice
            key={device.did}
            device={device}
            isChosen={isChosen(device)}
            onChange={(next) => setChanged((before) => new Map(before).set(device.did, next))}
          />
        ))}
      </ul>
      <LaterNote />
      <InlineError text={refused && t(refusedKey(refused))} />
    </Dialog>
  )
}
