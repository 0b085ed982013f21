import type { ReactNode } from "react"
import { Dialog as AriaDialog } from "react-aria-components/Dialog"
import { Heading } from "react-aria-components/Heading"
import { Modal, ModalOverlay } from "react-aria-components/Modal"
import { useTranslation } from "react-i18next"
import { BackCloses } from "./BackCloses.tsx"
import { useDraft } from "./draft.ts"
import { IconButton } from "./IconButton.tsx"
import { CloseIcon } from "./icons.ts"

export interface DialogFrameProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** A question or a name. */
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons: the safe choice first. The last one names the act. */
  readonly actions: ReactNode
  /** Beside the buttons: "Step 2 of 3". */
  readonly aside?: ReactNode
  /** 540 px instead of 460 px, for dialogs with progress. */
  readonly wide?: boolean
  /** False while a person must not leave it: no cross, no Escape, no press outside. */
  readonly canClose?: boolean
  /** True for a question that interrupts. */
  readonly alert?: boolean
}

/**
 * Keep it mounted and change `isOpen`, so that it can leave with an animation. The focus returns to its earlier place.
 * On phones it rises from the bottom.
 */
export const Dialog = ({
  isOpen,
  onClose,
  title,
  children,
  actions,
  aside,
  wide = false,
  canClose = true,
  alert = false,
}: DialogFrameProps) => {
  const { t } = useTranslation()
  const draft = useDraft()
  const keep = () => {
    if (draft !== null) draft.isKept = true
  }
  return (
    <ModalOverlay
      className="scrim"
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      isDismissable={canClose}
      isKeyboardDismissDisabled={!canClose}
    >
      <Modal className={wide ? "dialog wide" : "dialog"}>
        <BackCloses canClose={canClose} onBack={keep} />
        <AriaDialog role={alert ? "alertdialog" : "dialog"}>
          <div className="dialog-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {canClose && <IconButton icon={CloseIcon} label={t("common.action.close")} slot={null} onPress={onClose} />}
          </div>
          <div className="dialog-body">{children}</div>
          <div className="dialog-foot">
            {aside === undefined ? null : <span className="start small muted">{aside}</span>}
            {actions}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
