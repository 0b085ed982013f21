import { useCallback } from "react"
import { useNavigate } from "react-router-dom"
import { type ViewerTarget, viewerPath } from "./target.ts"

/** Opens the viewer of a device, which connects to it (DEVICE-8). */
export const useConnect = (): ((target: ViewerTarget) => void) => {
  const navigate = useNavigate()
  return useCallback((target: ViewerTarget) => navigate(viewerPath(target.id), { state: target }), [navigate])
}
