import type { CallName } from "../../../src/domain/wire/cloud.ts"
import { boundCalls } from "./bound.ts"
import { entranceCalls } from "./entrance.ts"
import type { CloudCall } from "./handler.ts"
import { ownCalls } from "./own.ts"
import { sharingCalls } from "./sharing.ts"

/** Every call of the mock cloud (EMU-2): its answer, and its facts for the API document and the tests. */
export const catalogue: Readonly<Record<CallName, CloudCall>> = {
  ...entranceCalls,
  ...ownCalls,
  ...boundCalls,
  ...sharingCalls,
}

export const statusesOf = (call: CallName): readonly { readonly status: number; readonly meaning: string }[] =>
  Object.entries(catalogue[call].statuses)
    .map(([status, meaning]) => ({ status: Number(status), meaning }))
    .sort((a, b) => b.status - a.status)
