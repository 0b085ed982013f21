/** The clipboard. It is missing without a secure context, and the browser may refuse any use of it. */

declare global {
  interface Permissions {
    /** Chromium supports it, but the DOM types lack it. */
    query(descriptor: { readonly name: "clipboard-read" }): Promise<PermissionStatus>
  }
}

/** Copies the text. Returns false when the browser refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** The text of the clipboard after a press of the person; null when the browser refuses. */
export const pasteText = async (): Promise<string | null> => {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return null
  }
}

/** The text of the clipboard without a press, only where the person allowed that before (ACCOUNT-5); null otherwise. */
export const textIfAllowed = async (): Promise<string | null> => {
  try {
    const { state } = await navigator.permissions.query({ name: "clipboard-read" })
    return state === "granted" && document.hasFocus() ? await pasteText() : null
  } catch {
    return null
  }
}
