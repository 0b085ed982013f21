import type { CommandView } from "./overlays.ts"
import { useClient } from "./provider.ts"
import { useStore } from "./store.ts"

export const useCommandView = (): CommandView => useStore(useClient().commandView)

export const useShowCommands = (): ((view: CommandView) => void) => useClient().commandView.set
