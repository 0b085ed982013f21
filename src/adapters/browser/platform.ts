import { Effect, Layer } from "effect"
import { Platform } from "../../domain/ports/platform.ts"

type Os = Platform["Service"]["os"]

/** `isApp` is for the native bridge to say; a plain page is none. */
export const platformLayer = (options: { readonly isApp: boolean } = { isApp: false }): Layer.Layer<Platform> =>
  Layer.sync(Platform, () =>
    Platform.of({
      os: osOf(navigator.userAgent),
      isApp: options.isApp,
      online: Effect.sync(() => navigator.onLine),
      onOnlineChange: (listener) =>
        Effect.sync(() => {
          const stops = [
            listen(window, "online", () => listener(true)),
            listen(window, "offline", () => listener(false)),
          ]
          return () => {
            for (const stop of stops) stop()
          }
        }),
      visible: Effect.sync(isVisible),
      onVisibleChange: (listener) =>
        Effect.sync(() => listen(document, "visibilitychange", () => listener(isVisible()))),
    }),
  )

const isVisible = () => document.visibilityState === "visible"

const listen = (target: EventTarget, type: string, listener: () => void) => {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/** Phones and tablets name the desktop system they descend from, so they are asked first. */
const SYSTEMS: readonly (readonly [pattern: RegExp, os: Os])[] = [
  [/Android|iPhone|iPad|iPod|CrOS/, "other"],
  [/Windows/, "win"],
  [/Macintosh|Mac OS X/, "mac"],
  [/Linux|X11/, "linux"],
]

/** The system a user agent names. */
export const osOf = (userAgent: string): Os => SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "other"
