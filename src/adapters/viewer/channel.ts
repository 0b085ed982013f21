import { parseViewerCallback, type ViewerCallback, type ViewerMessage } from "../../domain/wire/viewer.ts"

/** The parts of a WebSocket that we use. */
export type ViewerSocket = Pick<WebSocket, "binaryType" | "addEventListener" | "readyState" | "send" | "close">

/**
 * The viewer's socket in the form that noVNC expects: binary frames are RFB and go to noVNC; text frames are our own
 * messages. Counts received bytes, and times keys.
 */
export class Channel {
  binaryType = "arraybuffer"
  readonly protocol = ""
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: ArrayBuffer }) => void) | null = null
  onclose: ((event: { readonly code: number; readonly reason: string }) => void) | null = null
  onerror: ((event: Event) => void) | null = null
  /** Called when a received message cannot be read. */
  onbroken: (() => void) | null = null
  /** Bytes of RFB that have come. */
  received = 0
  /** The time when the oldest key without a following picture was sent, ms of the page's clock; null for none. */
  keyAt: number | null = null
  readonly #socket: ViewerSocket
  #isKept = false

  constructor(socket: ViewerSocket, receive: (message: ViewerCallback) => void) {
    this.#socket = socket
    socket.binaryType = "arraybuffer"
    socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      if (data instanceof ArrayBuffer) {
        this.received += data.byteLength
        try {
          this.onmessage?.({ data })
        } catch {
          // A decoder of noVNC failed on data of the device.
          this.onbroken?.()
        }
      } else {
        const read = typeof data === "string" ? parseViewerCallback(data) : undefined
        if (read?.ok === true) receive(read.value)
      }
    })
    socket.addEventListener("close", ({ code, reason }) => this.onclose?.({ code, reason }))
  }

  get readyState(): string {
    const names = ["connecting", "open", "closing", "closed"]
    return names[this.#socket.readyState] ?? "closed"
  }

  send(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(bytes)
  }

  say(message: ViewerMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  /** Stops RFB: when noVNC closes, our own messages still come. */
  keep(): void {
    this.#isKept = true
  }

  close(): void {
    if (this.#isKept) queueMicrotask(() => this.onclose?.({ code: 1_000, reason: "" }))
    else this.#socket.close()
  }
}
