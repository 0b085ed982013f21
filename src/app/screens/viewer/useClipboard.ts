import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react"
import { COPY_CONFIRMATION_MS } from "../../../domain/values/limits.ts"
import { CLIPBOARD_MAX_BYTES } from "../../../domain/wire/rfb/limits.ts"
import { useCopy } from "../../clipboard/useCopy.ts"
import { usePaste, usePasteIfAllowed } from "../../clipboard/usePaste.ts"
import { isInPicture } from "./pictureKeys.ts"
import type { ViewerStage } from "./useViewer.ts"

export interface ViewerClipboard {
  /** The text of the computer behind the device; null before that computer has changed it. */
  readonly ofDevice: string | null
  /** The outcome of the last press. A success is shown for a while, a failure until it is forgotten. */
  readonly outcome: "sent" | "copied" | "unread" | "refused" | "tooLong" | null
  readonly forget: () => void
  /** Sends the text on the clipboard here to the device. */
  readonly send: () => void
  /** Sends this text to the device. */
  readonly sendText: (text: string) => void
  /** Copies the clipboard of the device to the clipboard here. */
  readonly take: () => void
  /** True when the app keeps both clipboards the same, as far as the browser allows. */
  readonly isShared: boolean
  readonly share: (isShared: boolean) => void
}

/** Events with which a person turns to the picture. */
const takingKeys = ["focusin", "pointerdown"] as const

const isTooLong = (text: string): boolean => new TextEncoder().encode(text).byteLength > CLIPBOARD_MAX_BYTES

/**
 * The clipboards of both computers. Text goes from one to the other only by a press, or once sharing is turned on
 * (SCREEN-5).
 */
export const useClipboard = ({ act, clipboard: ofDevice }: ViewerStage, isPossible: boolean): ViewerClipboard => {
  const paste = usePaste()
  const pasteIfAllowed = usePasteIfAllowed()
  const { copy } = useCopy()
  const [outcome, setOutcome] = useState<ViewerClipboard["outcome"]>(null)
  useEffect(() => {
    if (outcome !== "sent" && outcome !== "copied") return
    const timer = setTimeout(() => setOutcome(null), COPY_CONFIRMATION_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const forget = useCallback(() => setOutcome(null), [])
  const [isShared, setShared] = useState(false)
  /** The text on both clipboards, as far as it is known: it need not be sent. */
  const last = useRef<string | null>(null)
  /**
   * The text here when the clipboard was last read or written. An older text must not replace a newer one of the
   * device.
   */
  const here = useRef<string | null>(null)

  const give = (text: string): boolean => {
    here.current = text
    if (isTooLong(text)) return false
    last.current = text
    act((viewer) => viewer.copy(text))
    return true
  }
  const sendText = (text: string) => setOutcome(give(text) ? "sent" : "tooLong")
  const send = () =>
    paste((text) => {
      if (text === null || text === "") setOutcome("unread")
      else sendText(text)
    })

  const bringThere = useEffectEvent(() => {
    if (!isPossible) return
    pasteIfAllowed((text) => {
      if (text === null || text === "" || text === here.current) return
      if (text === last.current) here.current = text
      else give(text)
    })
  })
  useEffect(() => {
    if (!isShared) return
    const inPicture = ({ target }: Event) => {
      if (isInPicture(target)) bringThere()
    }
    addEventListener("focus", bringThere)
    // Copying within this page, or in another program meanwhile, does not move the focus of the window.
    for (const type of takingKeys) document.addEventListener(type, inPicture, true)
    return () => {
      removeEventListener("focus", bringThere)
      for (const type of takingKeys) document.removeEventListener(type, inPicture, true)
    }
  }, [isShared])
  const bringHere = useEffectEvent((text: string) => {
    if (text === last.current) return
    last.current = text
    copy(text, (went) => {
      if (went) here.current = text
      else setOutcome("refused")
    })
  })
  useEffect(() => {
    if (isShared && ofDevice !== null) bringHere(ofDevice)
  }, [isShared, ofDevice])

  return {
    ofDevice,
    outcome,
    forget,
    send,
    sendText,
    take: () => {
      if (ofDevice === null) return
      last.current = ofDevice
      copy(ofDevice, (went) => {
        if (went) here.current = ofDevice
        setOutcome(went ? "copied" : "refused")
      })
    },
    isShared,
    share: (wanted) => {
      setShared(wanted)
      // The device's earlier text stays there. It must not replace what the person has just copied here.
      last.current = ofDevice
      if (wanted && isPossible) send()
    },
  }
}
