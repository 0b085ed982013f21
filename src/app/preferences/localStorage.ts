import { isReplayFrame } from "../replay/message.ts"

/**
 * The values that the page reads from local storage before the engine is ready: language, theme, and the target of `/`.
 * Only the engine writes them, so that the log records it.
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
 * True when the engine will accept this as a saved user (`parsePlainUser`). Decided without its schemas, which load
 * after the first screen. The engine erases a user that it cannot read.
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

/** ROUTE-1: true when `/` leads to the devices. Decided without waiting for anything. */
export const opensOnDevices = (): boolean => isSavedUser(readLocal("user")) || readLocal("skipLogin") === "true"
