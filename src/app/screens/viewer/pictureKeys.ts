import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
} from "react"
import { useOpenedDialog } from "../../client/dialog.ts"
import { CONTENT_ID } from "../../focus/usePage.ts"
import type { ViewerStage } from "./useViewer.ts"

/** The keys go from the picture to the bar and back. */

const BAR_ID = "viewer-bar"
const PICTURE_ID = "viewer-picture"

export const ids = { bar: BAR_ID, picture: PICTURE_ID }

const isIn = (id: string, target: EventTarget | null): boolean =>
  target instanceof Node && document.getElementById(id)?.contains(target) === true

const hasFocusWithin = (id: string): boolean => isIn(id, document.activeElement)

export const isInPicture = (target: EventTarget | null): boolean => isIn(PICTURE_ID, target)

const isAt = (id: string, x: number, y: number): boolean => {
  const rect = document.getElementById(id)?.getBoundingClientRect()
  return rect !== undefined && x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom
}

/**
 * True when the point is on the visible part of the picture. Compares rectangles: an overlay would defeat a hit test.
 */
export const isOnPicture = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): boolean =>
  isAt(PICTURE_ID, clientX, clientY) && isAt(CONTENT_ID, clientX, clientY)

/** Focuses the first control of the bar, from which Tab moves on. In the picture Tab belongs to the device. */
export const focusBar = (): void =>
  document.getElementById(BAR_ID)?.querySelector<HTMLElement>("button:not(:disabled)")?.focus()

export interface PictureKeys {
  /** True when the pointer action under way began while the picture had the keys. Asking clears it. */
  readonly wereThere: () => boolean
  /** Gives the picture the keys, unless it has them, or a field that a person writes into took them meanwhile. */
  readonly giveBack: () => void
}

export const PictureKeysContext = createContext<PictureKeys>({ wereThere: () => false, giveBack: () => undefined })

type Within = { readonly currentTarget: Element; readonly target: EventTarget }

/** Overlays that the viewer opens are its children for React alone. */
const isWithin = ({ currentTarget, target }: Within): boolean =>
  target instanceof Node && currentTarget.contains(target)

/** True when the focus is on a pressed control, on an overlay that is closing, or on nothing. */
const gives = (active: Element | null): boolean =>
  active === null ||
  active === document.body ||
  active.matches(".viewer :is(button, [type=radio]), .scrim[data-exiting] *")

/** Elements in which a person writes or answers a question. A picture that appears leaves the focus there. */
const WRITING = ":is(textarea, input:not([type=radio]), [role$=dialog] *):not([data-exiting] *)"

export const isWriting = (): boolean => document.activeElement?.matches(WRITING) === true

const isOverPage = (): boolean => document.querySelector(".scrim:not([data-exiting])") !== null

/**
 * A person who presses a control of the viewer by the pointer while the device has the keys goes on typing there. A
 * person who came to the bar by the keyboard goes on in the bar.
 */
export const usePictureKeys = ({ act }: ViewerStage) => {
  const were = useRef(false)
  const latest = useRef(act)
  latest.current = act
  return useMemo(() => {
    const keys: PictureKeys = {
      wereThere: () => {
        const answer = were.current
        were.current = false
        return answer
      },
      giveBack: () => {
        if (gives(document.activeElement) && !hasFocusWithin(PICTURE_ID)) latest.current((viewer) => viewer.focus())
      },
    }
    return {
      keys,
      handlers: {
        onPointerDownCapture: (event: PointerEvent) => {
          if (isWithin(event)) were.current = hasFocusWithin(PICTURE_ID)
        },
        onKeyDownCapture: (event: KeyboardEvent) => {
          if (isWithin(event)) were.current = false
        },
        onClickCapture: (event: MouseEvent) => {
          if (!isWithin(event) || !(event.target instanceof Element)) return
          const button = event.target.closest("button")
          // A menu returns the keys when it closes, and so does a dialog.
          if (button === null || button.hasAttribute("aria-expanded")) return
          requestAnimationFrame(() => {
            if (!isOverPage() && keys.wereThere()) keys.giveBack()
          })
        },
      },
    }
  }, [])
}

/**
 * Returns the keys to the picture when a dialog closes, before it has faded. Only if the dialog was opened by the
 * pointer while the picture had the keys.
 */
export const useKeysAfterDialog = ({ wereThere, giveBack }: PictureKeys): void => {
  const isOpen = useOpenedDialog()?.isOpen === true
  useEffect(() => {
    if (!isOpen) return
    return () => {
      if (wereThere()) queueMicrotask(giveBack)
    }
  }, [isOpen, wereThere, giveBack])
}
