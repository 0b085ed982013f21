import { useCallback, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/model/state.ts"
import { assignees, type BatchKind, selectedDevices } from "../../domain/views/batch.ts"
import { useCheck, useSend, useView } from "../client/client.ts"
import type { CommandRequest, Refused } from "../client/handle.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Select } from "../ui/Select.tsx"
import { BatchResults } from "./BatchResults.tsx"
import { LaterNote } from "./LaterNote.tsx"
import type { SubjectDialogProps } from "./useDialogs.tsx"

interface Started {
  readonly batch: BatchKind
  /** ms */
  readonly since: number
  /** Why nothing was asked of a device. */
  readonly left: ReadonlyMap<string, Refused>
}

/** Whom devices can be assigned to is not known yet. */
const unread = ({ sharing }: State) => sharing.subAccountsRead.at === null && sharing.subAccountsRead.failure === null

const commandOf = (batch: BatchKind, did: string): CommandRequest => {
  switch (batch.kind) {
    case "wake":
      return { type: "WakeDevice", did, mac: null }
    case "reboot":
      return { type: "RebootDevice", did }
    case "assign":
      return { type: "AssignDevice", accountId: batch.accountId, did, isAdd: true }
  }
}

const batchOf = (kind: BatchKind["kind"], accountId: string): BatchKind =>
  kind === "assign" ? { kind, accountId } : { kind }

/** One action for several devices: who is left out and why, then what becomes of each (DEVICE-13). */
export const BatchDialog = ({
  kind,
  dids,
  isOpen,
  onClose,
}: SubjectDialogProps & { readonly kind: BatchKind["kind"]; readonly dids: readonly string[] }) => {
  const { t } = useTranslation()
  const send = useSend()
  const check = useCheck()
  const devices = useView(useCallback((state: State) => selectedDevices(state, dids), [dids])) ?? []
  const people = useView(assignees) ?? []
  const [person, setPerson] = useState<string | null>(null)
  const [started, setStarted] = useState<Started | null>(null)
  const accountId = person ?? people[0]?.id ?? ""
  const batch = batchOf(kind, accountId)
  const reasons = new Map(devices.map(({ did }) => [did, check(commandOf(batch, did))]))
  const able = devices.filter(({ did }) => reasons.get(did) === null)
  const noOne = kind === "assign" && people.length === 0
  const isReading = useView(unread) === true
  useEffect(() => {
    if (kind === "assign") send({ type: "RefreshSharing", list: "subAccounts", asked: false })
  }, [kind, send])

  const start = () => {
    const left = new Map<string, Refused>()
    for (const [did, reason] of reasons) if (reason !== null) left.set(did, reason)
    setStarted({ batch, since: Date.now(), left })
    for (const { did } of able)
      send(commandOf(batch, did), (reason) =>
        setStarted((before) => before && { ...before, left: new Map(before.left).set(did, reason) }),
      )
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t(`dialog.batch.${kind}.title`, { count: devices.length })}
      actions={
        started === null ? (
          <>
            <Button onPress={onClose}>{t("common.action.cancel")}</Button>
            <Button variant="primary" isDisabled={noOne || able.length === 0} onPress={start}>
              {t(`common.action.${kind}`)}
            </Button>
          </>
        ) : (
          <Button variant="primary" onPress={onClose}>
            {t("common.action.done")}
          </Button>
        )
      }
    >
      {started === null && (
        <p role="status">
          {t(noOne ? (isReading ? "common.state.loading" : "dialog.batch.assign.nobody") : `dialog.batch.${kind}.body`)}
        </p>
      )}
      {started === null && kind === "assign" && !noOne && (
        <Select
          label={t("dialog.batch.assign.whom")}
          value={accountId}
          onChange={setPerson}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {!noOne && <BatchResults devices={devices} started={started} reasons={reasons} />}
      {started === null && able.length === 0 && !noOne && <p role="status">{t("dialog.batch.nobodyLeft")}</p>}
      {started === null && <LaterNote expires={kind !== "assign"} />}
    </Dialog>
  )
}
