import type { Durability } from "../../ports/eventStore.ts"
import type { Command } from "../../product/decide.ts"

/**
 * Observations and traces of where the person was may be lost with the power: they are observed again or missed by
 * nobody. Everything else, a person's commands and all that a send depends on, waits for the disk.
 */
const relaxed: ReadonlySet<Command["type"]> = new Set<Command["type"]>([
  "StartApp",
  "TellAppVersion",
  "ReportConnection",
  "ObservePreference",
  "RecordProfile",
  "RecordDevices",
  "RecordReadFailure",
  "RecordSubAccounts",
  "RecordMainAccounts",
  "RequestRefresh",
  "OpenRoute",
  "OpenDialog",
  "CloseDialog",
  "ShowToast",
  "RejectInput",
  "StartFlow",
  "MoveFlow",
  "RecordLanDevices",
  "StartScan",
  "EndScan",
  "TellLanWake",
])

export const durabilityOf = (command: Command): Durability => (relaxed.has(command.type) ? "relaxed" : "strict")
