import i18next from "i18next"

/** The text of a recorded message in the language on screen; its key where this release has no such text. */
export const messageText = (message: string, params: unknown): string => {
  const text: unknown = message
    .split(".")
    .reduce<unknown>(
      (part, key) => (typeof part === "object" && part !== null ? Reflect.get(part, key) : undefined),
      i18next.getResourceBundle(i18next.language, "translation"),
    )
  if (typeof text !== "string") return message
  const given = typeof params === "object" && params !== null ? { ...params } : {}
  return i18next.services.interpolator.interpolate(text, given, i18next.language, {})
}
