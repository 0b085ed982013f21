import type { BridgeProgram } from "../bridge/bridge.ts"
import type { WindowPage } from "../bridge/page/windowLink.ts"
import { Rate } from "../src/domain/values/rate.ts"
import type { Window } from "./window.ts"

/**
 * The program behind the page of its window: carries messages between the page and the bridge in this process. The page
 * has no token. Each `ready` starts a new page: the page before is closed, with its sessions and passcodes.
 */
export interface PageHost {
  receive(message: unknown): void
  saved(name: string, folder: string, error?: string): void
  close(): void
}

const isReady = (message: unknown): boolean =>
  typeof message === "object" && message !== null && Reflect.get(message, "type") === "ready"

/** Some shells deliver text. */
const parsed = (message: unknown): unknown => {
  if (typeof message !== "string") return message
  try {
    return JSON.parse(message)
  } catch {
    return message
  }
}

/**
 * Pages that may start in a burst, and interval for one more, ms. A person who reloads the page is never slowed down.
 */
const PAGES_BURST = 8
const PAGE_EVERY_MS = 1_000

/** `say` receives one sentence when the host stops reading a page. */
export const createHost = (
  bridge: Pick<BridgeProgram, "openWindow">,
  post: Window["post"],
  say: (line: string) => void,
): PageHost => {
  const rate = new Rate(PAGES_BURST, PAGE_EVERY_MS)
  let page: WindowPage | undefined
  let begins: ReturnType<typeof setTimeout> | undefined
  const open = (): void => {
    begins = undefined
    page = bridge.openWindow(post, (reason) =>
      say(
        `The bridge reads no more of this page, which sends what it does not follow (${reason}): load it again (Ctrl R).`,
      ),
    )
  }
  const begin = (): void => {
    page?.close()
    page = undefined
    if (begins !== undefined) return
    const wait = rate.wait(performance.now())
    rate.owe(performance.now())
    if (wait === 0) open()
    else {
      say(`The page begins again and again: it is greeted in ${Math.ceil(wait)} ms.`)
      begins = setTimeout(open, wait)
    }
  }
  return {
    receive: (message) => {
      const read = parsed(message)
      if (isReady(read)) begin()
      else page?.receive(JSON.stringify(read) ?? "")
    },
    saved: (name, folder, error) =>
      post(JSON.stringify({ type: "file_saved", name, folder, ...(error !== undefined && { error }) })),
    close: () => {
      clearTimeout(begins)
      page?.close()
    },
  }
}
