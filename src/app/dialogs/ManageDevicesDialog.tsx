import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { SHARING_MIN_BUILD } from "../../domain/values/limits.ts"
import { deviceList } from "../../domain/views/listState.ts"
import { type AssignableDevice, assignableDevices } from "../../domain/views/subAccounts.ts"
import { useSend, useView, useViewOf } from "../client/client.ts"
import { ListNote } from "../lists/ListNote.tsx"
import { Checkbox } from "../ui/Checkbox.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Glyph } from "../ui/Glyph.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { Name } from "../ui/Name.tsx"
import { Acts } from "./Acts.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { LaterNote } from "./LaterNote.tsx"
import { useAttempt } from "./useAttempt.ts"
import { useSubAccount } from "./useSubAccount.ts"

const blockedWords = {
  firmwareTooOld: "dialog.manageDevices.tooOld",
  firmwareUnknown: "common.error.firmwareUnknown",
  noFirmware: "dialog.firmware.hindrance.noFirmware",
} as const

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
          <Name of={device.name} />
          {device.blocked !== null && (
            <span className="why" id={why}>
              {t(blockedWords[device.blocked], { build: device.build })}
            </span>
          )}
        </span>
        {device.pending && <Glyph name="pending" label={t("common.state.pending")} />}
      </Checkbox>
    </li>
  )
}

/** The purpose of the list, or why there is none yet: an unread list is not an empty one (UX-4). */
const About = ({ name, devices }: { readonly name: string; readonly devices: readonly AssignableDevice[] }) => {
  const { t } = useTranslation()
  const send = useSend()
  const list = useView(deviceList)
  const words = devices.length > 0 ? "dialog.manageDevices.body" : listWords[list?.status ?? "loading"]
  return (
    <>
      {list && <ListNote list={list} onRetry={() => send({ type: "Refresh", list: "devices", asked: true })} />}
      {words !== null && <p role="status">{t(words, { name })}</p>}
      {devices.some(({ blocked }) => blocked !== null) && (
        <p>{t("dialog.manageDevices.rule", { build: SHARING_MIN_BUILD })}</p>
      )}
    </>
  )
}

/**
 * The text in place of the devices. A list with devices can still have none to assign: other people may share them all.
 */
const listWords = {
  loading: "common.state.loading",
  failed: null,
  empty: "dialog.manageDevices.none",
  list: "dialog.manageDevices.none",
} as const

/** SUB-5: the owner's devices that a sub-account sees. Devices with older firmware show why they cannot be shared. */
export const ManageDevicesDialog = ({ subject, isOpen, onClose }: DialogProps) => {
  const { t } = useTranslation()
  const name = useSubAccount(subject)?.name ?? ""
  const devices = useViewOf(assignableDevices, subject) ?? []
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const { attempt, isPending, why } = useAttempt(onClose)
  const isChosen = (device: AssignableDevice) => changed.get(device.did) ?? device.assigned
  const save = () => {
    const turned = (wasAssigned: boolean) =>
      devices.flatMap((device) =>
        device.assigned === wasAssigned && isChosen(device) !== wasAssigned ? [device.did] : [],
      )
    attempt({ type: "AssignDevices", accountId: subject, add: turned(false), remove: turned(true) })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("dialog.manageDevices.title", { name })}
      actions={
        <Acts onCancel={onClose} isPending={isPending} isDisabled={devices.length === 0} onPress={save}>
          {t("common.action.save")}
        </Acts>
      }
    >
      <About name={name} devices={devices} />
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
      <InlineError text={why} />
    </Dialog>
  )
}
