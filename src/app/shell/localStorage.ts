/**
 * What the page reads of local storage before the engine is there: language, and where `/` leads. Writing is the
 * engine's, so that the log hears of it.
 */
export const readLocal = (key: "language" | "serverType" | "serverUrl" | "skipLogin" | "user"): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** ROUTE-1: whether `/` leads to the devices, decided without waiting for anything. */
export const opensOnDevices = (): boolean => readLocal("user") !== null || readLocal("skipLogin") === "true"
