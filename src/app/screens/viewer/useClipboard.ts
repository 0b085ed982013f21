import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react"
import { COPY_CONFIRMATION_MS } from "../../../domain/values/limits.ts"
import { CLIPBOARD_MAX_BYTES } from "../../../domain/wire/rfb/limits.ts"
import { useCopy } from "../../clipboard/useCopy.ts"
import { usePaste, usePasteIfAllowed } from "../../clipboard/usePaste.ts"
import { isInPicture } from "./pictureKeys.ts"
import type { ViewerStage } from "./useViewer.ts"

export interface ViewerClipboard {
  /** Of the computer behind the device; null before it has changed it. */
  readonly ofDevice: string | null
  /** How the last press went: that it went well is said for a while, what went wrong until it is forgotten. */
  readonly outcome: "sent" | "copied" | "unread" | "refused" | "tooLong" | null
  readonly forget: () => void
  /** Gives the device what is on the clipboard here. */
  readonly send: () => void
  /** Gives it this text. */
  readonly sendText: (text: string) => void
  /** Takes what is on the clipboard of the device. */
  readonly take: () => void
  /** True when the app keeps both clipboards the same, as far as the browser allows. */
  readonly isShared: boolean
  readonly share: (isShared: boolean) => void
}

/** A person turns to the picture. */
const takingKeys = ["focusin", "pointerdown"] as const

const isTooLong = (text: string): boolean => new TextEncoder().encode(text).byteLength > CLIPBOARD_MAX_BYTES

/** The clipboards of both computers: nothing goes from one to the other but by a press, or once sharing was turned on (SCREEN-5). */
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
