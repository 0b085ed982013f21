import type { DialogName } from "../../domain/values/dialogs.ts"

/** What can be open over a page. */

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

/** What the command centre shows: opened by keys and by controls of any screen. */
export type CommandView = "none" | "palette" | "shortcuts"
