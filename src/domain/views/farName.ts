import type { State } from "../product/state.ts"

/** The name of a device of the account, for a tab that opens its address by its `did`; null for any other (SCREEN-9). */
export const farName = ({ session, devices }: State, did: string): string | null =>
  session.current !== null && devices.account === session.current.account
    ? (devices.bound.get(did)?.name ?? null)
    : null
