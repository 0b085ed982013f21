import { useCallback, useEffect, useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import type { BatchKind } from "../../domain/features/batches/events.ts"
import type { State } from "../../domain/product/state.ts"
import {
  type AssignableUser,
  assignees,
  awayAmong,
  makeBatchPlan,
  type PlannedDevice,
} from "../../domain/views/batch.ts"
import { subAccountsView } from "../../domain/views/subAccounts.ts"
import { sharedBy, unlisted } from "../../domain/views/unlisted.ts"
import { useSend, useView, useViewOf } from "../client/client.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { ListNote } from "../lists/ListNote.tsx"
import { useIsOn } from "../preferences/usePreference.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { Glyph } from "../ui/Glyph.tsx"
import { InlineError } from "../ui/InlineError.tsx"
import { Name } from "../ui/Name.tsx"
import { Select } from "../ui/Select.tsx"
import { Acts } from "./Acts.tsx"
import { DeviceList } from "./batch/DeviceList.tsx"
import { RecordActions, RecordBody, useBatch } from "./batch/Record.tsx"
import { useLeftWords } from "./batch/words.ts"
import type { DialogProps } from "./dialogProps.ts"
import { LaterNote } from "./LaterNote.tsx"
import { useAttempt } from "./useAttempt.ts"

const peopleList = (state: State, now: number) => subAccountsView(state, now)?.list

/** The sub-accounts to assign to, or the reason why there is no choice: unread, unreadable, or none exist (UX-4). */
const Assignee = ({
  people,
  value,
  onChange,
}: {
  readonly people: readonly AssignableUser[]
  readonly value: string
  readonly onChange: (id: string) => void
}) => {
  const { t } = useTranslation()
  const send = useSend()
  const list = useView(peopleList)
  useEffect(() => send({ type: "Refresh", list: "subAccounts", asked: false }), [send])
  const retry = () => send({ type: "Refresh", list: "subAccounts", asked: true })
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
      {(list.status === "empty" || list.status === "list") && (
        <p role="status">{t("dialog.batch.assign.noSubAccount")}</p>
      )}
    </>
  )
}

/** `notBound`: the device is only on this network, so that no server can reach it. */
type Chosen = Omit<PlannedDevice, "reason"> & { readonly reason: PlannedDevice["reason"] | "notBound" }

/** The reason why a device is left out. For a device that others share with the person, it names the owner. */
const Left = ({ did, reason }: { readonly did: string; readonly reason: NonNullable<Chosen["reason"]> }) => {
  const { t } = useTranslation()
  const leftWords = useLeftWords()
  const owner = useViewOf(sharedBy, did) ?? null
  const isOthers = reason === "notAllowed" && owner !== null
  return (
    <span className="outcome">
      <Glyph name={isOthers ? "shared" : "disabled"} />{" "}
      {!isOthers
        ? leftWords(reason)
        : owner === ""
          ? t("devices.notice.shared")
          : t("devices.notice.sharedBy", { owner })}
    </span>
  )
}

/** Each device of the selection, with the reason when it is left out. */
const Plan = ({ devices }: { readonly devices: readonly Chosen[] }) => {
  const byDid = new Map(devices.map((device) => [device.did, device]))
  return (
    <DeviceList dids={devices.map(({ did }) => did)}>
      {(did) => {
        const { name, reason } = byDid.get(did) ?? { name: did, reason: null }
        return (
          <>
            <Name of={name} className="grow cut" />
            {reason !== null && <Left did={did} reason={reason} />}
          </>
        )
      }}
    </DeviceList>
  )
}

/** How many devices take part, when some do not, and how many of them will hardly carry out the action now. */
const Forecast = ({
  kind,
  able,
  of,
}: {
  readonly kind: BatchKind
  readonly able: readonly string[]
  readonly of: number
}) => {
  const { t } = useTranslation()
  const away = useView(useCallback((state: State, now: number) => awayAmong(state, able, now), [able])) ?? 0
  return (
    <>
      {able.length < of && <p role="status">{t("dialog.batch.part", { able: able.length, of })}</p>}
      {away > 0 && kind !== "assign" && (
        <p className="row away">
          <Glyph name="warning" large />
          <span>{t("dialog.batch.away", { n: away })}</span>
        </p>
      )}
    </>
  )
}

export const BatchWakeDialog = (props: DialogProps) => <BatchDialog {...props} kind="wake" />
export const BatchRebootDialog = (props: DialogProps) => <BatchDialog {...props} kind="reboot" />
export const BatchAssignDialog = (props: DialogProps) => <BatchDialog {...props} kind="assign" />

const NO_DEVICES: readonly never[] = []

/** The person whom devices are assigned to, and the plan of a batch with these devices. */
const usePlan = (kind: BatchKind, whom: string, dids: readonly string[]) => {
  const people = useView(assignees) ?? []
  const [chosen, choose] = useState(whom)
  const person = people.find(({ id }) => id === chosen) ?? people[0]
  const accountId = kind === "assign" ? (person?.id ?? "") : null
  const { compareNames } = useFormat()
  const plan = useMemo(() => makeBatchPlan(compareNames), [compareNames])
  const planned = useCallback((state: State) => plan(state, { kind, accountId }, dids), [kind, accountId, dids, plan])
  const listed = useView(planned) ?? NO_DEVICES
  const near = useViewOf(unlisted, dids) ?? NO_DEVICES
  const devices = useMemo(
    (): readonly Chosen[] => [...listed, ...near.map((device) => ({ ...device, reason: "notBound" as const }))],
    [listed, near],
  )
  return { people, accountId, choose, listed, devices, noOne: kind === "assign" && people.length === 0 }
}

/**
 * One action for several devices: the left out devices and the reasons, then the outcome of each (DEVICE-13,
 * DEVICE-18).
 */
const BatchDialog = ({
  kind,
  subject: whom,
  among: dids,
  isOpen,
  onClose,
}: DialogProps & { readonly kind: BatchKind }) => {
  const { t } = useTranslation()
  const { people, accountId, choose, listed, devices, noOne } = usePlan(kind, whom, dids)
  const [begun, setBegun] = useState("")
  const batch = useBatch(begun) ?? null
  const undo = useIsOn("undoReboot") && kind === "reboot"
  const { attempt, isPending, why } = useAttempt(({ actions: [id = ""] }) => setBegun(id))
  const isAsking = begun === ""
  const able = useMemo(() => devices.filter(({ reason }) => reason === null).map(({ did }) => did), [devices])
  /* If no device takes part, the title counts all chosen devices. */
  const count = able.length === 0 ? devices.length : able.length
  const start = () => attempt({ type: "BeginBatch", kind, accountId, dids: listed.map(({ did }) => did), undo })
  return (
    <Dialog
      isOpen={isOpen && (isAsking || batch !== null)}
      onClose={onClose}
      wide={!isAsking}
      title={isAsking ? t(`dialog.batch.${kind}.title`, { count }) : t(`common.action.${kind}`)}
      actions={
        isAsking ? (
          <Acts onCancel={onClose} isDisabled={noOne || able.length === 0} isPending={isPending} onPress={start}>
            {t(`common.action.${kind}`)}
          </Acts>
        ) : (
          batch !== null && <RecordActions batch={batch} onClose={onClose} />
        )
      }
    >
      {!isAsking && batch !== null && <RecordBody batch={batch} />}
      {isAsking && (
        <>
          {!noOne && <p role="status">{t(`dialog.batch.${kind}.body`, { count })}</p>}
          {able.length > 0 && <Forecast kind={kind} able={able} of={devices.length} />}
          {kind === "assign" && <Assignee people={people} value={accountId ?? ""} onChange={choose} />}
          {!noOne && <Plan devices={devices} />}
          {able.length === 0 && !noOne && <p role="status">{t("dialog.batch.noneLeft")}</p>}
          <LaterNote expires={kind !== "assign"} />
          <InlineError text={why} />
        </>
      )}
    </Dialog>
  )
}
