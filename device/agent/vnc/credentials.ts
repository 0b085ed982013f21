/** The agent's possible answers to a VNC server. */
export interface VncCredentials {
  readonly user?: string | undefined
  readonly password?: string | undefined
  /** SHA-256 of the public key that the server showed before. */
  readonly known?: string | undefined
}
