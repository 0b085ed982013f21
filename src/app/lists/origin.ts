import { useLocation } from "react-router-dom"
import { pages } from "../../domain/values/routes.ts"
import { useDevicesAddress } from "./devicesAddress.ts"

/** The history state of a device that a person opened from the page of this network. */
export const FROM_NETWORK = { origin: "network" } as const

export const isFromNetwork = (carried: unknown): boolean =>
  typeof carried === "object" && carried !== null && Reflect.get(carried, "origin") === FROM_NETWORK.origin

/** The address to which Back leads from a device: the page from which the person opened it. */
export const useBackAddress = (): string => {
  const { state } = useLocation()
  const devices = useDevicesAddress()
  return isFromNetwork(state) ? pages.network.path : devices
}
