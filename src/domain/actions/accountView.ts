import type { Device } from "../features/devices/state.ts"
import type { MainAccount, SubAccount } from "../features/sharing/state.ts"
import type { ServerUrl } from "../values/serverUrl.ts"

/**
 * The data that a person sees when asking for an action: the lists of the signed-in account, with its open actions laid
 * over them (OFFLINE-9).
 */
export interface AccountView {
  readonly own: {
    readonly server: ServerUrl
    readonly email: string
    /** The name that the server has. */
    readonly name: string
    readonly shownName: string
  }
  readonly device: (did: string) => SeenDevice | undefined
  /** Undefined also when an open action removes it. */
  readonly subAccount: (id: string) => { readonly item: SubAccount; readonly shown: SubAccount } | undefined
  readonly mainAccount: (id: string) => MainAccount | undefined
}

export interface SeenDevice {
  readonly item: Device
  readonly shownName: string
  /** The name before the first rename that is still open. */
  readonly before: string
}

/** A list that was just read, as far as it can tell what became of an action. */
export type Listing =
  | {
      readonly read: "devices"
      readonly devices: ReadonlyMap<string, { readonly name: string }>
      /** Undefined when the server did not tell the own name. */
      readonly ownName: string | undefined
    }
  | {
      readonly read: "subAccounts"
      readonly subAccounts: ReadonlyMap<string, SubAccountFields>
      /** True when a sub-account came onto the list after an event. */
      readonly isNewSince: (id: string, seq: number) => boolean
    }
  | { readonly read: "mainAccounts"; readonly mainAccounts: ReadonlySet<string> }

export type SubAccountFields = Pick<SubAccount, "name" | "email" | "status" | "devices">
