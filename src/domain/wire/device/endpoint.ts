/** The endpoint of a device: UDP for discovery and TCP for control, both at the same port. */
export interface Endpoint {
  readonly address: string
  readonly port: number
}
