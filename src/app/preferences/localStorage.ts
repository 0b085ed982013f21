import { isReplayFrame } from "../replay/message.ts"

/**
 * What the page reads of local storage before the engine is there: language, theme, and where `/` leads. Writing is the
 * engine's, so that the log learns of it.
 */
export const readLocal = (
  key: "language" | "theme" | "serverType" | "serverUrl" | "skipLogin" | "user",
): string | null => {
  if (isReplayFrame()) return null
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

const TEXTS = ["id", "email", "name", "uid", "token"]
const MOMENTS = ["createdAt", "loginAt"]

/**
 * Whether the engine will take this for a saved user (`parsePlainUser`), decided without its schemas: they come after
 * the first screen. What it cannot read it erases.
 */
export const isSavedUser = (text: string | null): boolean => {
  if (text === null) return false
  try {
    const user: unknown = JSON.parse(text)
    if (typeof user !== "object" || user === null) return false
    const at = (key: string): unknown => Reflect.get(user, key)
    return (
      TEXTS.every((key) => typeof at(key) === "string") &&
      MOMENTS.every((key) => Number.isFinite(at(key))) &&
      at("type") === "main" &&
      at("status") === "active"
    )
  } catch {
    return false
  }
}

/** ROUTE-1: whether `/` leads to the devices, decided without waiting for anything. */
export const opensOnDevices = (): boolean => isSavedUser(readLocal("user")) || readLocal("skipLogin") === "true"
