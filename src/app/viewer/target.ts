/** The device of a viewer's address. It is in the state of the history entry, so that it outlives a reload. */
export interface ViewerTarget {
  readonly id: string
  readonly did: string
  readonly name: string
  readonly isUsb: boolean
  readonly cloudType: number
  /** The displayed place of the device: an address of the network, or empty. */
  readonly address: string
}

export const viewerPath = (id: string): string => `/viewer/${encodeURIComponent(id)}`

/** Reads a target from the history, whose state may come from another release, or from another person. */
export const targetIn = (carried: unknown, id: string): ViewerTarget | null => {
  const field = (key: string): unknown =>
    typeof carried === "object" && carried !== null ? Reflect.get(carried, key) : undefined
  const [did, name, isUsb, cloudType, address] = [
    field("did"),
    field("name"),
    field("isUsb"),
    field("cloudType"),
    field("address"),
  ]
  if (field("id") !== id || typeof did !== "string" || typeof name !== "string") return null
  if (typeof isUsb !== "boolean" || typeof cloudType !== "number" || typeof address !== "string") return null
  return { id, did, name, isUsb, cloudType, address }
}
