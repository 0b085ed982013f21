import { useCallback, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/model/state.ts"
import { assignees, type BatchKind, type NamedDevice, type Person, selectedDevices } from "../../domain/views/batch.ts"
import { subAccountsView } from "../../domain/views/subAccounts.ts"
import { useCheck, useSend, useView } from "../client/client.ts"
import type { CommandRequest, Refused } from "../client/handle.ts"
import { ListNote } from "../sharing/ListNote.tsx"
import { useTelling } from "../toasts/toldElsewhere.ts"
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

const peopleList = (state: State, now: number) => subAccountsView(state, now)?.list

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

/** What is asked of which devices, and asking it. */
const useBatch = (batch: BatchKind, devices: readonly NamedDevice[]) => {
  const send = useSend()
  const check = useCheck()
  const [started, setStarted] = useState<Started | null>(null)
  const reasons = new Map(devices.map(({ did }) => [did, check(commandOf(batch, did))]))
  const able = devices.filter(({ did }) => reasons.get(did) === null)
  const start = () => {
    const left = new Map<string, Refused>()
    for (const [did, reason] of reasons) if (reason !== null) left.set(did, reason)
    setStarted({ batch, since: Date.now(), left })
    for (const { did } of able)
      send(commandOf(batch, did), (reason) =>
        setStarted((before) => before && { ...before, left: new Map(before.left).set(did, reason) }),
      )
  }
  return { reasons, able, started, start }
}

/** Whom to assign to; why nobody can be chosen: not read yet, not to be read, or there is nobody (UX-4). */
const Assignee = ({
  people,
  value,
  onChange,
}: {
  readonly people: readonly Person[]
  readonly value: string
  readonly onChange: (id: string) => void
}) => {
  const { t } = useTranslation()
  const send = useSend()
  const list = useView(peopleList)
  useEffect(() => send({ type: "RefreshSharing", list: "subAccounts", asked: false }), [send])
  const retry = () => send({ type: "RefreshSharing", list: "subAccounts", asked: true })
  if (people.length > 0)
    return (
      <Select
        label={t("dialog.batch.assign.whom")}
        value={value}
        onChange={onChange}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
      />
    )
  if (list === undefined || list === null) return null
  return (
    <>
      <ListNote list={list} onRetry={retry} />
      {list.status === "loading" && <p role="status">{t("common.state.loading")}</p>}
      {(list.status === "empty" || list.status === "list") && <p role="status">{t("dialog.batch.assign.nobody")}</p>}
    </>
  )
}

/** One action for several devices: who is left out and why, then what becomes of each (DEVICE-13). */
export const BatchDialog = ({
  kind,
  dids,
  isOpen,
  onClose,
}: SubjectDialogProps & { readonly kind: BatchKind["kind"]; readonly dids: readonly string[] }) => {
  const { t } = useTranslation()
  const devices = useView(useCallback((state: State) => selectedDevices(state, dids), [dids])) ?? []
  const people = useView(assignees) ?? []
  const [person, setPerson] = useState<string | null>(null)
  const accountId = person ?? people[0]?.id ?? ""
  const { reasons, able, started, start } = useBatch(batchOf(kind, accountId), devices)
  const noOne = kind === "assign" && people.length === 0
  const isAsking = started === null
  useTelling(started?.since ?? null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={isAsking ? t(`dialog.batch.${kind}.title`, { count: devices.length }) : t(`common.action.${kind}`)}
      actions={
        isAsking ? (
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
      {isAsking && !noOne && <p role="status">{t(`dialog.batch.${kind}.body`)}</p>}
      {isAsking && kind === "assign" && <Assignee people={people} value={accountId} onChange={setPerson} />}
      {!noOne && <BatchResults devices={devices} started={started} reasons={reasons} />}
      {isAsking && able.length === 0 && !noOne && <p role="status">{t("dialog.batch.nobodyLeft")}</p>}
      {isAsking && <LaterNote expires={kind !== "assign"} />}
    </Dialog>
  )
}
