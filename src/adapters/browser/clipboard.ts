/** The clipboard; missing without a secure context, and any use of it may be refused. */

declare global {
  interface Permissions {
    /** Known to Chromium, and missing from the DOM types. */
    query(descriptor: { readonly name: "clipboard-read" }): Promise<PermissionStatus>
  }
}

/** Puts the text on the clipboard; false when the browser refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** What is on the clipboard, as the answer to a press; null when the browser refuses. */
export const pasteText = async (): Promise<string | null> => {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return null
  }
}

/** What is on the clipboard, read unasked and so only where that was allowed before (ACCOUNT-5); null elsewhere. */
export const textIfAllowed = async (): Promise<string | null> => {
  try {
    const { state } = await navigator.permissions.query({ name: "clipboard-read" })
    return state === "granted" && document.hasFocus() ? await pasteText() : null
  } catch {
    return null
  }
}
