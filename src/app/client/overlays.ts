import type { DialogName } from "../../domain/values/dialogs.ts"

/** The overlays of a page. */

export interface OpenedDialog {
  readonly name: DialogName
  /** Empty when the dialog is about the own account. */
  readonly subject: string
  readonly among: readonly string[]
  /** False while the dialog leaves with motion. */
  readonly isOpen: boolean
  /**
   * Session of the person who opened it: the dialog acts for no other (OFFLINE-10). Undefined until the engine is there,
   * which then tells whose page this is.
   */
  readonly session: string | null | undefined
  /** Another number at each opening, so that a form starts empty. */
  readonly opening: number
}

/** The outbox panel is opened from cards and toasts as well as from the sidebar. `focus` is the action it opens at. */
export interface OutboxPanel {
  readonly isOpen: boolean
  readonly focus: string | null
}

export const closedPanel: OutboxPanel = { isOpen: false, focus: null }

/** The content of the command centre. Keys open it, and so do controls of any screen. */
export type CommandView = "none" | "palette" | "shortcuts"
