import { use, useEffect, useEffectEvent } from "react"
import { OverlayTriggerStateContext } from "react-aria-components/Dialog"
import { openOverPage } from "../dom/wayBack.ts"

/** Back calls `close` while `isOpen` is true. */
export const useBackCloses = (isOpen: boolean, close: () => void, canClose = true): void => {
  const mayClose = useEffectEvent(() => canClose)
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen) return
    return openOverPage({ canClose: () => mayClose(), close: () => closeNow() })
  }, [isOpen])
}

/** Placed inside an overlay: Back closes the overlay. */
export const BackCloses = ({
  canClose = true,
  onBack,
}: {
  readonly canClose?: boolean
  readonly onBack?: () => void
}) => {
  const over = use(OverlayTriggerStateContext)
  const close = () => {
    onBack?.()
    over?.close()
  }
  useBackCloses(over?.isOpen ?? false, close, canClose)
  return null
}
