import { useMemo } from "react"
import { closedPanel, type OutboxPanel } from "./opened.ts"
import { useClient } from "./provider.ts"
import { type Store, useStore } from "./store.ts"

export const useOutboxPanel = (): OutboxPanel => useStore(useClient().outboxPanel)

/** It opens for who asks for it alone: what came up by itself moved the page under the person's hand. */
export const useOutbox = () => {
  const { outboxPanel } = useClient()
  return useMemo(() => actsOn(outboxPanel), [outboxPanel])
}

const actsOn = (panel: Store<OutboxPanel>) => ({
  open: (action: string | null = null) => panel.set({ isOpen: true, quiet: false, focus: action }),
  close: () => panel.set(closedPanel),
})
