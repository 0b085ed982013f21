/** Where a device is reached: UDP for discovery, TCP for control, both at the same port. */
export interface Place {
  readonly address: string
  readonly port: number
}
