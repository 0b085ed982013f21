/** The props that the host gives to each dialog. */
export interface DialogProps {
  /** Id of the subject; empty when the dialog is about the own account. */
  readonly subject: string
  /** The devices that were chosen for a batch when the dialog was opened. */
  readonly among: readonly string[]
  readonly isOpen: boolean
  readonly onClose: () => void
}
