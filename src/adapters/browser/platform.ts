import { Effect, Layer } from "effect"
import { distinctUntilChanged, fromEvent, map, merge, type Observable } from "rxjs"
import { Platform } from "../../domain/ports/platform.ts"

type Os = Platform["Service"]["os"]

/** `isApp` is for the native bridge to say; a plain page is none. */
export const platformLayer = (options: { readonly isApp: boolean } = { isApp: false }): Layer.Layer<Platform> =>
  Layer.sync(Platform, () =>
    Platform.of({
      os: osOf(navigator.userAgent),
      isApp: options.isApp,
      online: Effect.sync(() => navigator.onLine),
      onOnlineChange: (listener) => pushed(online(), listener),
      visible: Effect.sync(isVisible),
      onVisibleChange: (listener) => pushed(visible(), listener),
    }),
  )

const isVisible = () => document.visibilityState === "visible"

/** What the browser pushes at us, as streams; the same word twice is said once. */
const online = (): Observable<boolean> =>
  merge(fromEvent(window, "online"), fromEvent(window, "offline")).pipe(
    map(({ type }) => type === "online"),
    distinctUntilChanged(),
  )
const visible = (): Observable<boolean> =>
  fromEvent(document, "visibilitychange").pipe(map(isVisible), distinctUntilChanged())

const pushed = <Value>(stream: Observable<Value>, listener: (value: Value) => void): Effect.Effect<() => void> =>
  Effect.sync(() => {
    const subscription = stream.subscribe(listener)
    return () => subscription.unsubscribe()
  })

/** Phones and tablets name the desktop system they descend from, so they are asked first. */
const SYSTEMS: readonly (readonly [pattern: RegExp, os: Os])[] = [
  [/Android|iPhone|iPad|iPod|CrOS/, "other"],
  [/Windows/, "win"],
  [/Macintosh|Mac OS X/, "mac"],
  [/Linux|X11/, "linux"],
]

/** The system a user agent names. */
export const osOf = (userAgent: string): Os => SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "other"
