import { useMemo } from "react"
import { closedPanel, type OutboxPanel } from "./opened.ts"
import { useClient } from "./provider.ts"
import { type Store, useStore } from "./store.ts"

export const useOutboxPanel = (): OutboxPanel => useStore(useClient().outboxPanel)

/** `show` brings the panel up beside the page without being asked; an open panel stays as it is. */
export const useOutbox = () => {
  const { outboxPanel } = useClient()
  return useMemo(() => actsOn(outboxPanel), [outboxPanel])
}

const actsOn = (panel: Store<OutboxPanel>) => ({
  open: (action: string | null = null) => panel.set({ isOpen: true, quiet: false, focus: action }),
  close: () => panel.set(closedPanel),
  show: () => {
    if (!panel.get().isOpen) panel.set({ isOpen: true, quiet: true, focus: null })
  },
})
