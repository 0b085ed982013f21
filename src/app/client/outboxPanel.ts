import { useMemo } from "react"
import { routeOf, UNKNOWN_ROUTE, VIEWER } from "../../domain/values/routes.ts"
import { closedPanel, type OutboxPanel } from "./overlays.ts"
import { useClient } from "./provider.ts"
import { type Store, useStore } from "./store.ts"

/** The pages without a sidebar have no place for the outbox beside them. */
const WITHOUT: ReadonlySet<string> = new Set(["/", "/signin", "/signup", "/reset-password", VIEWER, UNKNOWN_ROUTE])

/** Whether the page at this address shows the outbox when it is open. */
export const hasOutbox = (path: string): boolean => !WITHOUT.has(routeOf(path))

export const useOutboxPanel = (): OutboxPanel => useStore(useClient().outboxPanel)

/** It opens only when somebody asks for it: a panel that opened unasked moved the page under the person's hand. */
export const useOutbox = () => {
  const { outboxPanel } = useClient()
  return useMemo(() => actsOn(outboxPanel), [outboxPanel])
}

const actsOn = (panel: Store<OutboxPanel>) => ({
  open: (action: string | null = null) => panel.set({ isOpen: true, focus: action }),
  close: () => panel.set(closedPanel),
})
