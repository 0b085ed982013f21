import { useSyncExternalStore } from "react"

/** The outbox panel is opened from cards and toasts as well as from the sidebar. `focus` is the action it opens at. */
export interface OutboxPanel {
  readonly isOpen: boolean
  /** It came by itself, so the focus stays where the person is. */
  readonly quiet: boolean
  readonly focus: string | null
}

let panel: OutboxPanel = { isOpen: false, quiet: false, focus: null }
const listeners = new Set<() => void>()

const become = (next: OutboxPanel) => {
  panel = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const openOutbox = (action: string | null = null): void => become({ isOpen: true, quiet: false, focus: action })

export const closeOutbox = (): void => become({ isOpen: false, quiet: false, focus: null })

/** Comes up beside the page without being asked; an open panel stays as it is. */
export const showOutbox = (): void => {
  if (!panel.isOpen) become({ isOpen: true, quiet: true, focus: null })
}

export const useOutboxPanel = (): OutboxPanel => useSyncExternalStore(subscribe, () => panel)
