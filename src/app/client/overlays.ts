import type { DialogName } from "../../domain/values/dialogs.ts"

/** The overlays of a page. */

export interface OpenedDialog {
  readonly name: DialogName
  /** Empty when the dialog is about the own account. */
  readonly subject: string
  readonly among: readonly string[]
  /** False while the dialog fades out. */
  readonly isOpen: boolean
  /**
   * Session of the person who opened the dialog. The dialog acts for no other (OFFLINE-10). Undefined until the engine
   * is ready and knows the session.
   */
  readonly session: string | null | undefined
  /** A new number at each opening, so that a form starts empty. */
  readonly opening: number
}

/** The outbox panel. Cards and toasts open it as well as the sidebar. `focus` is the action at which it opens. */
export interface OutboxPanel {
  readonly isOpen: boolean
  readonly focus: string | null
}

export const closedPanel: OutboxPanel = { isOpen: false, focus: null }

/** The content of the command centre. Keys open it, and so do controls of any screen. */
export type CommandView = "none" | "palette" | "shortcuts"
