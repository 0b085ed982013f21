import { changesBetween } from "../../event/changes.ts"
import type { OddItem } from "../../wire/items.ts"
import type { LanDeviceFields, LanEvent, LanWakeStage, ScanOutcome } from "./events.ts"
import type { LanDevice, LanState } from "./state.ts"

export type LanCommand =
  /** The latest reports of the native side about some devices, and the devices that it reported gone. */
  | {
      readonly type: "RecordLanDevices"
      readonly devices: readonly LanDeviceFields[]
      readonly gone: readonly string[]
      /** Number of devices that could not be read; unset when unchanged. */
      readonly unread?: number
      readonly odd?: readonly OddItem[]
    }
  | { readonly type: "StartScan"; readonly scan: string; readonly targets: readonly string[]; readonly total: number }
  | { readonly type: "EndScan"; readonly scan: string; readonly done: number; readonly outcome: ScanOutcome }
  | {
      readonly type: "TellLanWake"
      readonly wake: string
      readonly id: string
      readonly did: string
      readonly stage: LanWakeStage
      readonly mac: string | null
    }

/** A change of the device's clock alone is no change (LAN-6). */
const TIME_APART: ReadonlySet<string> = new Set(["timestamp"])

/** The stages that may follow each stage of a wake. No stage goes back. */
const after: Readonly<Record<LanWakeStage, readonly LanWakeStage[]>> = {
  asked: ["sent", "awake", "notConfirmed", "failed"],
  sent: ["awake", "notConfirmed"],
  // A computer may wake late.
  notConfirmed: ["awake"],
  awake: [],
  failed: [],
}

export const decideLan = (command: LanCommand, state: LanState): readonly LanEvent[] => {
  switch (command.type) {
    case "RecordLanDevices":
      return decideDevices(command, state)
    case "StartScan": {
      const { scan, targets, total } = command
      return [...endOf(state), { type: "ScanStarted", payload: { scan, targets, total } }]
    }
    case "EndScan": {
      const { scan, done, outcome } = command
      return state.scan?.id === scan && state.scan.end === null
        ? [{ type: "ScanEnded", payload: { scan, done, outcome } }]
        : []
    }
    case "TellLanWake":
      return decideWake(command, state)
  }
}

/** A new scan replaces one that never ended. */
const endOf = ({ scan }: LanState): readonly LanEvent[] =>
  scan === null || scan.end !== null
    ? []
    : [{ type: "ScanEnded", payload: { scan: scan.id, done: scan.done, outcome: "lost" } }]

/** When other addresses stop answering, that is a change too. */
const aloneAgain = (device: LanDeviceFields, before: LanDevice | undefined): LanDeviceFields =>
  device.others === undefined && before?.others !== undefined ? { ...device, others: [] } : device

const decideDevices = (
  { devices: read, gone, unread, odd = [] }: Extract<LanCommand, { type: "RecordLanDevices" }>,
  state: LanState,
): readonly LanEvent[] => {
  const devices = read.map((device) => aloneAgain(device, state.devices.get(device.id)))
  const reported = new Map(devices.map((device) => [device.id, device]))
  const known = new Map<string, LanDevice>()
  for (const id of reported.keys()) {
    const device = state.devices.get(id)
    if (device !== undefined) known.set(id, device)
  }
  const { added, changed } = changesBetween<LanDeviceFields, LanDevice>(known, devices, () => TIME_APART)
  const left = [...new Set(gone)].filter((id) => !reported.has(id) && state.devices.has(id))
  const isCounted = unread === undefined || (unread === state.unread && isSameOdd(odd, state.odd))
  const counted = isCounted ? {} : { unread, ...(odd.length > 0 && { odd }) }
  if (added.length + changed.length + left.length === 0 && !("unread" in counted)) return []
  const dated = changed.map(({ id, fields }) => ({ id, fields: { ...fields, ...timeOf(reported.get(id)) } }))
  return [{ type: "LanDevicesTold", payload: { added, changed: dated, gone: left, ...counted } }]
}

const isSameOdd = (a: readonly OddItem[], b: readonly OddItem[] = []): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

const timeOf = (device: LanDeviceFields | undefined) => (device === undefined ? {} : { timestamp: device.timestamp })

const decideWake = (
  { wake, id, did, stage, mac }: Extract<LanCommand, { type: "TellLanWake" }>,
  { wakes }: LanState,
): readonly LanEvent[] => {
  const before = wakes.find((known) => known.wake === wake)
  const isNext = before === undefined ? stage === "asked" : after[before.stage].includes(stage)
  return isNext ? [{ type: "LanWakeTold", payload: { wake, id, did, stage, mac } }] : []
}
