/** The channel of a page that can have none. It accepts every message and delivers none. */
class SilentChannel extends EventTarget implements BroadcastChannel {
  readonly name: string
  onmessage = null
  onmessageerror = null
  constructor(name: string) {
    super()
    this.name = name
  }
  postMessage(): void {}
  close(): void {}
}

/**
 * Where the data of a site is blocked, a browser may throw when a page creates a channel (Firefox does). Libraries
 * create theirs while their code loads, so the code of whole pages would not run, and the reason would be lost.
 */
export const keepChannels = (): void => {
  try {
    new BroadcastChannel("probe").close()
  } catch {
    globalThis.BroadcastChannel = SilentChannel
  }
}
