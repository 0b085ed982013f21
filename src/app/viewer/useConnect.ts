import { useCallback } from "react"
import { useNavigate } from "react-router-dom"
import { farName } from "../../domain/views/farName.ts"
import { isHere, type LanDeviceView, lanViewOf } from "../../domain/views/lan.ts"
import { CLOUD } from "../../domain/wire/cloudType.ts"
import { useClient } from "../client/provider.ts"
import { type ViewerTarget, viewerPath } from "./target.ts"

export const targetOf = ({ id, did, name, isStreaming, cloudType, address }: LanDeviceView): ViewerTarget => ({
  id,
  did,
  name,
  isUsb: isStreaming,
  cloudType,
  address: address ?? "",
})

/** The target of a device of the account, through the cloud. */
export const farTarget = (did: string, name: string): ViewerTarget => ({
  id: did,
  did,
  name,
  isUsb: false,
  cloudType: CLOUD,
  address: "",
})

/** Opens the viewer of a device, which connects to it (DEVICE-8). The history entry carries `origin` too. */
export const useConnect = (): ((target: ViewerTarget, origin?: Readonly<Record<string, string>>) => void) => {
  const navigate = useNavigate()
  return useCallback(
    (target, origin) => navigate(viewerPath(target.id), { state: { ...target, ...origin } }),
    [navigate],
  )
}

/**
 * Opens a device: over this network where it answers, else through the cloud. Returns false without a native
 * side, and for a device of this network alone that does not answer.
 */
export const useConnectBound = (): ((device: { readonly did: string; readonly name?: string }) => boolean) => {
  const { start } = useClient()
  const connect = useConnect()
  return useCallback(
    ({ did, name: shown }) => {
      const now = start.get()
      const state = now.phase === "ready" ? now.handle.state() : null
      if (state === null || !isHere(state)) return false
      const lanDevice = lanViewOf(state, did)
      const bound = farName(state, did)
      if (bound === null && lanDevice?.known === "last") return false
      const name = shown ?? bound ?? lanDevice?.name ?? did
      connect(lanDevice === null ? farTarget(did, name) : { ...targetOf(lanDevice), name })
      return true
    },
    [start, connect],
  )
}
