let gone: MessagePort | undefined

/** A port whose other end is closed: what goes to it is thrown away. */
const unlinked = (): MessagePort => {
  if (gone === undefined) {
    const { port1, port2 } = new MessageChannel()
    port2.close()
    gone = port1
  }
  return gone
}

/**
 * Frees the memory of these bytes, which are empty from then on; a view of a part leaves it to the owner of the rest. Left to the
 * collector, the pieces of a large image wait for it by the hundred megabytes. The buffer's own `transfer` is no help in Chromium:
 * the browser keeps its share of that memory.
 */
export const giveBack = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) unlinked().postMessage(null, [buffer])
}
