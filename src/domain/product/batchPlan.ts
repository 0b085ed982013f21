import type { AccountView } from "../actions/accountView.ts"
import type { LeftReason } from "../features/batches/events.ts"
import { askDevice, type BatchAsk } from "./batches.ts"

/** Who takes part in a batch, each once, and who is left out, and why. */
export const partedForBatch = (ask: BatchAsk, dids: readonly string[], view: AccountView) => {
  // Laid out once: nothing changes in between, and it is as long as there are devices.
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
