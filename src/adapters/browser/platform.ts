import { Effect, Layer } from "effect"
import { Platform, type Surroundings } from "../../domain/ports/platform.ts"
import { osOf } from "../../domain/values/os.ts"
import type { Host, HostWord } from "../bridge/host.ts"
import { isHosted } from "./hosted.ts"

/** The native program around the page; its code is fetched where there is one. */
const findHost = async (): Promise<Host | null> => (isHosted() ? (await import("../bridge/host.ts")).ownHost() : null)

const NO_WORD: HostWord = { os: null, isApp: false }

export const platformLayer = (find: () => Promise<Host | null> = findHost): Layer.Layer<Platform> =>
  Layer.sync(Platform, () => {
    const found = find().catch(() => null)
    const surroundings = (word: HostWord = NO_WORD): Surroundings => ({
      os: word.os ?? osOf(navigator.userAgent),
      isApp: word.isApp,
    })
    return Platform.of({
      surroundings: Effect.promise(async () => surroundings(await (await found)?.firstWord())),
      onSurroundingsChange: (listener) =>
        Effect.promise(async () => {
          const host = await found
          return host?.onWord((word) => listener(surroundings(word))) ?? (() => undefined)
        }),
      online: Effect.sync(() => navigator.onLine),
      onOnlineChange: listening(window, ["online", "offline"], ({ type }) => type === "online"),
      visible: Effect.sync(isVisible),
      onVisibleChange: listening(document, ["visibilitychange"], isVisible),
    })
  })

const isVisible = () => document.visibilityState === "visible"

const listening =
  (target: EventTarget, types: readonly string[], read: (event: Event) => boolean) =>
  (listener: (value: boolean) => void): Effect.Effect<() => void> =>
    Effect.sync(() => {
      let last: boolean | undefined
      const hear = (event: Event) => {
        const value = read(event)
        // Repeated values are skipped.
        if (value !== last) listener(value)
        last = value
      }
      for (const type of types) target.addEventListener(type, hear)
      return () => {
        for (const type of types) target.removeEventListener(type, hear)
      }
    })
