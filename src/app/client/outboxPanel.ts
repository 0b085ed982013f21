import { useMemo } from "react"
import { pageAt, redirects } from "../../domain/values/routes.ts"
import { closedPanel, type OutboxPanel } from "./overlays.ts"
import { useClient } from "./provider.ts"
import { type Store, useStore } from "./store.ts"

/** True when the page at this address can show the outbox. The other frames have no room for it. */
export const hasOutbox = (path: string): boolean => pageAt(redirects[path] ?? path)?.frame === "main"

export const useOutboxPanel = (): OutboxPanel => useStore(useClient().outboxPanel)

/**
 * The panel opens only when a person asks for it. One that opened unasked would move the page under the person's hand.
 */
export const useOutbox = () => {
  const { outboxPanel } = useClient()
  return useMemo(() => actsOn(outboxPanel), [outboxPanel])
}

const actsOn = (panel: Store<OutboxPanel>) => ({
  open: (action: string | null = null) => panel.set({ isOpen: true, focus: action }),
  close: () => panel.set(closedPanel),
})
