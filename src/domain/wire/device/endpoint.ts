/** Where a device is reached: UDP for discovery, TCP for control, both at the same port. */
export interface Endpoint {
  readonly address: string
  readonly port: number
}
