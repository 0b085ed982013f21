import { Effect, Layer } from "effect"
import { Cloud, type CloudError } from "../../domain/ports/cloud.ts"
import { SILENT_AFTER_MS } from "../../domain/values/limits.ts"

/**
 * The silence of the server: calls wait, and none was answered for SILENT_AFTER_MS. A network that drops packets
 * refuses nothing, so until the time-out of a call only this shows the loss (LAYOUT-6).
 */
export interface Silence {
  readonly isSilent: () => boolean
  /** Calls back when that changes. Returns a function that unsubscribes. */
  readonly onChange: (listener: () => void) => () => void
  /** The same cloud, with its calls watched. */
  readonly watched: <E, R>(cloud: Layer.Layer<Cloud, E, R>) => Layer.Layer<Cloud, E, R>
}

const isAnswer = ({ reason }: CloudError): boolean =>
  reason._tag !== "NoReply" || (reason.kind !== "network" && reason.kind !== "timeout")

export const makeSilence = (): Silence => {
  const listeners = new Set<() => void>()
  let waiting = 0
  let silent = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const become = (next: boolean) => {
    if (silent === next) return
    silent = next
    for (const listener of listeners) listener()
  }
  const awaitAnswer = () => {
    clearTimeout(timer)
    timer = setTimeout(() => become(true), SILENT_AFTER_MS)
  }
  const begin = Effect.sync(() => {
    waiting += 1
    if (waiting === 1) awaitAnswer()
  })
  const answered = () => {
    become(false)
    awaitAnswer()
  }
  const end = Effect.sync(() => {
    waiting -= 1
    if (waiting > 0) return
    clearTimeout(timer)
    become(false)
  })
  const watch = <A>(call: Effect.Effect<A, CloudError>): Effect.Effect<A, CloudError> =>
    Effect.acquireUseRelease(
      begin,
      () =>
        call.pipe(
          Effect.tap(() => Effect.sync(answered)),
          Effect.tapError((error) => Effect.sync(() => isAnswer(error) && answered())),
        ),
      () => end,
    )
  return {
    isSilent: () => silent,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watched: (cloud) =>
      Layer.effect(
        Cloud,
        Effect.map(Cloud, ({ call }) => Cloud.of({ call: (...asked) => watch(call(...asked)) })),
      ).pipe(Layer.provide(cloud)),
  }
}
