/** What the agent may answer a VNC server with. */
export interface VncCredentials {
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** SHA-256 of the public key that the server has shown before. */
  readonly known?: string | undefined
}
