import { useClient } from "../client/provider.ts"
import { useStore } from "../client/store.ts"

/** The list of devices as it was looked at last: a person who returns from another page finds it unchanged (DEVICE-12). */
export const useDevicesAddress = (): string => useStore(useClient().devicesAddress)

/** Where the list is with this filter and order. */
export const devicesAddressOf = (search: string): string => (search === "" ? "/devices" : `/devices?${search}`)
