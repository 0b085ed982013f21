/** What the host gives to each dialog. */
export interface DialogProps {
  /** Id of what the dialog is about; empty when it is about the own account. */
  readonly subject: string
  /** The devices that were chosen for a batch when the dialog was opened. */
  readonly among: readonly string[]
  readonly isOpen: boolean
  readonly onClose: () => void
}
