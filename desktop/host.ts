import type { BridgeProgram } from "../bridge/bridge.ts"
import type { WindowPage } from "../bridge/page/windowLink.ts"
import type { Window } from "./window.ts"

/**
 * The program behind the page of its window: hands messages from the page to the bridge in this process and back. The page has
 * no token. Each `ready` is a page that begins: the one before is gone, with its sessions and passcodes.
 */
export interface PageHost {
  receive(message: unknown): void
  saved(name: string, folder: string, error?: string): void
  close(): void
}

const isReady = (message: unknown): boolean =>
  typeof message === "object" && message !== null && Reflect.get(message, "type") === "ready"

/** Some shells hand on text. */
const parsed = (message: unknown): unknown => {
  if (typeof message !== "string") return message
  try {
    return JSON.parse(message)
  } catch {
    return message
  }
}

export const createHost = (bridge: Pick<BridgeProgram, "openWindow">, post: Window["post"]): PageHost => {
  let page: WindowPage | undefined
  return {
    receive: (message) => {
      const read = parsed(message)
      if (!isReady(read)) return page?.receive(JSON.stringify(read) ?? "")
      page?.close()
      page = bridge.openWindow(post)
    },
    saved: (name, folder, error) =>
      post(JSON.stringify({ type: "file_saved", name, folder, ...(error !== undefined && { error }) })),
    close: () => page?.close(),
  }
}
