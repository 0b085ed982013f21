import { ByteWriter } from "./bytes.ts"
import { RFB_VERSION, RFB_VERSION_BYTES, securityTypes } from "./protocol.ts"

/**
 * The server's half of the RFB 3.8 handshake with security None: version, choice of security, ClientInit. Device and
 * agent share it. RFB asks for no credentials, because the viewer is inside an encrypted session.
 */

export type HandshakeStep =
  | { readonly kind: "wait" }
  | { readonly kind: "refused" }
  /** ServerInit is next. `rest`: the bytes after the handshake. */
  | { readonly kind: "done"; readonly rest: Uint8Array }

type Stage = "version" | "security" | "init"

/** Bytes that each stage waits for. */
const wanted: Readonly<Record<Stage, number>> = { version: RFB_VERSION_BYTES, security: 1, init: 1 }
/** SecurityResult: no error. */
const SECURITY_OK = Uint8Array.of(0, 0, 0, 0)

export class ServerHandshake {
  readonly #send: (bytes: Uint8Array) => void
  readonly #refusal: string | undefined
  #stage: Stage = "version"
  #held: readonly number[] = []

  /**
   * Sends the version at once. With a `refusal`, the client gets that in place of a security type (RFC 6143, 7.1.2).
   */
  constructor(send: (bytes: Uint8Array) => void, refusal?: string) {
    this.#send = send
    this.#refusal = refusal
    send(new TextEncoder().encode(RFB_VERSION))
  }

  push(bytes: Uint8Array): HandshakeStep {
    let rest = bytes
    for (;;) {
      const missing = wanted[this.#stage] - this.#held.length
      this.#held = [...this.#held, ...rest.subarray(0, missing)]
      rest = rest.subarray(missing)
      if (this.#held.length < wanted[this.#stage]) return { kind: "wait" }
      const part = this.#held
      this.#held = []
      if (this.#stage === "init") return { kind: "done", rest }
      if (!this.#accept(part)) return { kind: "refused" }
    }
  }

  #accept(part: readonly number[]): boolean {
    if (this.#stage === "version") {
      this.#stage = "security"
      if (this.#refusal !== undefined) {
        const reason = new TextEncoder().encode(this.#refusal)
        this.#send(new ByteWriter().u8(0).u32(reason.byteLength).bytes(reason).done())
        return false
      }
      this.#send(Uint8Array.of(1, securityTypes.none))
      return String.fromCharCode(...part) === RFB_VERSION
    }
    this.#stage = "init"
    this.#send(SECURITY_OK)
    return part[0] === securityTypes.none
  }
}
