import { createStore } from "../client/store.ts"

/**
 * The list of devices as this tab looked at it last, with its filter and order: whoever comes back from another page
 * finds what they left (DEVICE-12).
 */
export const devicesAddress = createStore("/devices")

export const keepDevicesAddress = (search: string): void =>
  devicesAddress.set(search === "" ? "/devices" : `/devices?${search}`)
