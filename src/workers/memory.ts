let gone: MessagePort | undefined

/** A port whose other end is closed: the browser discards all that it receives. */
const unlinked = (): MessagePort => {
  if (gone === undefined) {
    const { port1, port2 } = new MessageChannel()
    port2.close()
    gone = port1
  }
  return gone
}

/**
 * Frees the memory of these bytes, which are empty afterwards. A view of a part of a buffer is left to the owner of the
 * rest. Otherwise the pieces of a large image wait for the garbage collector by the hundred megabytes. The buffer's own
 * `transfer` does not help in Chromium, which keeps its share of that memory.
 */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) unlinked().postMessage(null, [buffer])
}
