import { type ReactNode, useEffect, useRef } from "react"
import { Dialog as AriaDialog } from "react-aria-components/Dialog"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import { BackCloses, useBackCloses } from "./BackCloses.tsx"
import { IconButton } from "./IconButton.tsx"
import { CloseIcon } from "./icons.ts"
import { useWide } from "./useMedia.ts"

export interface SheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly closeLabel: string
  /** Icon buttons before the cross. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

type InsideProps = Omit<SheetProps, "isOpen">

const Inside = ({ title, closeLabel, actions, onClose, children }: InsideProps) => (
  <>
    <div className="sheet-head">
      <h2>{title}</h2>
      {actions}
      <IconButton icon={CloseIcon} label={closeLabel} slot={null} onPress={onClose} />
    </div>
    <div className="sheet-body">{children}</div>
  </>
)

/** The panel beside the content. Takes the focus when it opens, returns it when it closes, and closes on Escape. */
const Docked = (props: InsideProps) => {
  const sheet = useRef<HTMLElement>(null)
  useBackCloses(true, props.onClose)
  useEffect(() => {
    const before = document.activeElement
    sheet.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <section
      ref={sheet}
      className="sheet"
      aria-label={props.title}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) props.onClose()
      }}
    >
      <Inside {...props} />
    </section>
  )
}

/**
 * A panel at the inline end: a column of `.app.with-sheet` in a wide window, over the page in a narrower one, from the
 * bottom on phones. In each case a region named by its title.
 */
export const Sheet = ({ isOpen, ...props }: SheetProps) => {
  const wide = useWide()
  if (wide) return isOpen ? <Docked {...props} /> : null
  return (
    <ModalOverlay
      className="scrim for-sheet"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) props.onClose()
      }}
    >
      <Modal className="sheet">
        <BackCloses />
        <AriaDialog aria-label={props.title}>
          <section className="sheet-frame" aria-label={props.title}>
            <Inside {...props} />
          </section>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
