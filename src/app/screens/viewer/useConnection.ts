import { useEffect, useRef } from "react"
import { useNavigate } from "react-router-dom"
import { useSend } from "../../client/client.ts"
import { useBackAddress } from "../../lists/origin.ts"
import type { ViewerTarget } from "../../viewer/target.ts"

/** Connects when a person opens the address of a device, and disconnects when they leave the screen. */
export const useConnection = ({
  named,
  target,
  isReady,
  isShown,
}: {
  /** The device of the address; undefined in a replay. */
  readonly named: string | undefined
  readonly target: ViewerTarget | null
  /** True once the log is read. */
  readonly isReady: boolean
  /** True when this tab connects to that device, or did. */
  readonly isShown: boolean
}): void => {
  const navigate = useNavigate()
  const back = useBackAddress()
  const send = useSend()
  // Opening the address connects once. A connection that is closed later stays closed.
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (!isReady || target === null || asked.current === target.id) return
    asked.current = target.id
    send({ type: "ConnectDevice", ...target })
  }, [isReady, target, send])
  // Leaves the page once the connection was abandoned, by the passcode dialog or with the account.
  const lastShown = useRef<string | null>(null)
  useEffect(() => {
    if (named === undefined) return
    if (isShown) lastShown.current = named
    else if (lastShown.current === named) navigate(back, { replace: true })
  }, [isShown, named, navigate, back])
  // Leaving the screen disconnects the device.
  useEffect(
    () => () => {
      asked.current = null
      send({ type: "DisconnectDevice" })
    },
    [send],
  )
}
