import { Effect, Layer } from "effect"
import { Platform } from "../../domain/ports/platform.ts"
import { osOf } from "../../domain/values/os.ts"

/** `isApp` is for the native bridge to say; a plain page is none. */
export const platformLayer = (options: { readonly isApp: boolean } = { isApp: false }): Layer.Layer<Platform> =>
  Layer.sync(Platform, () =>
    Platform.of({
      os: osOf(navigator.userAgent),
      isApp: options.isApp,
      online: Effect.sync(() => navigator.onLine),
      onOnlineChange: listening(window, ["online", "offline"], ({ type }) => type === "online"),
      visible: Effect.sync(isVisible),
      onVisibleChange: listening(document, ["visibilitychange"], isVisible),
    }),
  )

const isVisible = () => document.visibilityState === "visible"

const listening =
  (target: EventTarget, types: readonly string[], read: (event: Event) => boolean) =>
  (listener: (value: boolean) => void): Effect.Effect<() => void> =>
    Effect.sync(() => {
      let last: boolean | undefined
      const hear = (event: Event) => {
        const value = read(event)
        // The same word twice is said once.
        if (value !== last) listener(value)
        last = value
      }
      for (const type of types) target.addEventListener(type, hear)
      return () => {
        for (const type of types) target.removeEventListener(type, hear)
      }
    })
