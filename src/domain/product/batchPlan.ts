import type { AccountView } from "../actions/accountView.ts"
import type { LeftReason } from "../features/batches/events.ts"
import { askDevice, type BatchAsk } from "./batches.ts"

/** The devices that take part in a batch, without duplicates, and those left out, each with the reason. */
export const partedForBatch = (ask: BatchAsk, dids: readonly string[], view: AccountView) => {
  // Computed once, because the sub-account stays the same for all devices and may hold as many entries.
  const seen = ask.accountId === null ? undefined : view.subAccount(ask.accountId)
  const once: AccountView = { ...view, subAccount: () => seen }
  const able: string[] = []
  const left: { did: string; reason: LeftReason }[] = []
  for (const did of new Set(dids)) {
    const { reason } = askDevice(ask, did, once)
    if (reason === undefined) able.push(did)
    else left.push({ did, reason })
  }
  return { able, left, subject: seen?.shown.name ?? "" }
}
