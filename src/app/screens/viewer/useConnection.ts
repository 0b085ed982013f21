import { useEffect, useRef } from "react"
import { useNavigate } from "react-router-dom"
import { useSend } from "../../client/client.ts"
import { useBackAddress } from "../../lists/origin.ts"
import type { ViewerTarget } from "../../viewer/target.ts"

/** Connects when the address of a device is opened, and leaves the device with the screen. */
export const useConnection = ({
  named,
  target,
  isReady,
  isShown,
}: {
  /** The device of the address; a replay has none. */
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
  // Opening the address connects once: what is closed later stays closed.
  const asked = useRef<string | null>(null)
  useEffect(() => {
    if (!isReady || target === null || asked.current === target.id) return
    asked.current = target.id
    send({ type: "ConnectDevice", ...target })
  }, [isReady, target, send])
  // Once given up, by its passcode dialog or with the account, there is nothing left to look at.
  const lastShown = useRef<string | null>(null)
  useEffect(() => {
    if (named === undefined) return
    if (isShown) lastShown.current = named
    else if (lastShown.current === named) navigate(back, { replace: true })
  }, [isShown, named, navigate, back])
  // The device is left with its screen.
  useEffect(
    () => () => {
      asked.current = null
      send({ type: "DisconnectDevice" })
    },
    [send],
  )
}
