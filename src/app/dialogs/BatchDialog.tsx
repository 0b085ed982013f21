import { useCallback, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import type { State } from "../../domain/product/state.ts"
import { BATCH_DEVICES_MAX } from "../../domain/values/limits.ts"
import { assignees, type BatchKind, type NamedDevice, type Person, selectedDevices } from "../../domain/views/batch.ts"
import { subAccountsView } from "../../domain/views/subAccounts.ts"
import { useCheck, useSend, useView } from "../client/client.ts"
import type { CommandRequest } from "../client/handle.ts"
import { ListNote } from "../lists/ListNote.tsx"
import { useTelling } from "../toasts/toldElsewhere.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Select } from "../ui/Select.tsx"
import { BatchResults, type LeftOut } from "./BatchResults.tsx"
import type { DialogProps } from "./dialogProps.ts"
import { LaterNote } from "./LaterNote.tsx"

interface Started {
  /** The action of each device, once it is queued. */
  readonly actions: ReadonlyMap<string, string>
  /** Why nothing was asked of a device. */
  readonly left: ReadonlyMap<string, LeftOut>
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

/** What is asked of which devices, and asking it; `assigned` are those that need not be assigned any more. */
const useBatch = (batch: BatchKind, devices: readonly NamedDevice[], assigned: readonly string[]) => {
  const send = useSend()
  const check = useCheck()
  const [started, setStarted] = useState<Started | null>(null)
  const leftOut = (did: string): LeftOut | null => (assigned.includes(did) ? "assigned" : check(commandOf(batch, did)))
  const left =
    started?.left ??
    new Map(
      devices.flatMap(({ did }) => {
        const reason = leftOut(did)
        return reason === null ? [] : [[did, reason] as const]
      }),
    )
  const able = devices.filter(({ did }) => !left.has(did))
  const start = () => {
    setStarted({ actions: new Map(), left })
    for (const { did } of able)
      send(
        commandOf(batch, did),
        (reason) => setStarted((before) => before && { ...before, left: new Map(before.left).set(did, reason) }),
        ({ actions }) =>
          setStarted(
            (before) =>
              before && {
                ...before,
                actions: new Map([...before.actions, ...actions.map((id) => [did, id] as const)]),
              },
          ),
      )
  }
  return { left, able, started, start }
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

export const BatchWakeDialog = (props: DialogProps) => <BatchDialog {...props} kind="wake" />
export const BatchRebootDialog = (props: DialogProps) => <BatchDialog {...props} kind="reboot" />
export const BatchAssignDialog = (props: DialogProps) => <BatchDialog {...props} kind="assign" />

/** One action for several devices: who is left out and why, then what becomes of each (DEVICE-13). */
const BatchDialog = ({ kind, among: dids, isOpen, onClose }: DialogProps & { readonly kind: BatchKind["kind"] }) => {
  const { t } = useTranslation()
  const isTooMany = dids.length > BATCH_DEVICES_MAX
  const devices =
    useView(useCallback((state: State) => selectedDevices(state, isTooMany ? [] : dids), [dids, isTooMany])) ?? []
  const people = useView(assignees) ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const person = people.find(({ id }) => id === chosen) ?? people[0]
  const accountId = person?.id ?? ""
  const assigned = kind === "assign" ? (person?.dids ?? []) : []
  const { left, able, started, start } = useBatch(batchOf(kind, accountId), devices, assigned)
  const noOne = kind === "assign" && people.length === 0
  const isAsking = started === null
  useTelling(started !== null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={
        isAsking
          ? t(`dialog.batch.${kind}.title`, { count: isTooMany ? dids.length : devices.length })
          : t(`common.action.${kind}`)
      }
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
      {isTooMany ? (
        <p role="status">{t("dialog.batch.tooMany", { max: BATCH_DEVICES_MAX })}</p>
      ) : (
        <>
          {isAsking && !noOne && <p role="status">{t(`dialog.batch.${kind}.body`, { count: devices.length })}</p>}
          {isAsking && kind === "assign" && <Assignee people={people} value={accountId} onChange={setChosen} />}
          {!noOne && <BatchResults devices={devices} actions={started?.actions ?? null} left={left} />}
          {isAsking && able.length === 0 && !noOne && <p role="status">{t("dialog.batch.nobodyLeft")}</p>}
          {isAsking && <LaterNote expires={kind !== "assign"} />}
        </>
      )}
    </Dialog>
  )
}
