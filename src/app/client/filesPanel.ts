import { useClient } from "./provider.ts"
import { useStore } from "./store.ts"

export const useFilesPanel = (): boolean => useStore(useClient().filesPanel)

export const useShowFiles = (): ((isOpen: boolean) => void) => useClient().filesPanel.set
