import { useClient } from "../client/provider.ts"
import { useStore } from "../client/store.ts"

/**
 * The address of the device list as last seen. A person who returns from another page finds it unchanged (DEVICE-12).
 */
export const useDevicesAddress = (): string => useStore(useClient().devicesAddress)

/** The address of the list with this filter and order. */
export const devicesAddressOf = (search: string): string => (search === "" ? "/devices" : `/devices?${search}`)
