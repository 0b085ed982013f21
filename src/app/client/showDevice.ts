import { Effect } from "effect"
import { startViewer } from "../../adapters/viewer/viewer.ts"
import { askViewing } from "../../domain/client/bridge/asking.ts"
import type { Viewing } from "../../domain/client/bridge/desk.ts"
import type { Engine } from "../../domain/client/log/engine.ts"
import { Bridge } from "../../domain/ports/bridge.ts"
import type { ViewerHandle, ViewerMount } from "./handle.ts"
import { createScreenRecord } from "./screenRecord.ts"

/**
 * Shows the screen of this tab's device in an element. After a loss, another socket brings the pictures. The log
 * records when the screen was shown.
 */
export const showDevice = (
  engine: Engine["Service"],
  viewing: Viewing["Service"],
  run: (effect: Effect.Effect<void, never, Bridge | Viewing>) => void,
  { element, settings, received }: ViewerMount,
): ViewerHandle => {
  const record = createScreenRecord(
    settings,
    () => viewing.target?.id ?? null,
    () => performance.now(),
    (event) => run(Effect.ignore(engine.dispatch({ type: "RecordScreen", event }))),
  )
  const viewer = startViewer(element, settings, (news) => {
    record.news(news)
    received(news)
  })
  let shown: string | null = null

  const follow = () => {
    const { viewer: address } = viewing
    if (address === shown) return
    shown = address
    if (address === null) return
    // An address may be valid for one socket only, and another canvas has used it: ask the native side for the next.
    if (viewing.used === address) return run(askViewing({ type: "retry" }))
    viewing.used = address
    run(
      Effect.gen(function* () {
        const protocols = yield* (yield* Bridge).viewerProtocols
        viewer.connect(address, protocols)
      }).pipe(Effect.ignore),
    )
  }
  const unfollow = engine.onPublish(follow)
  follow()

  return {
    ...viewer,
    set: (next) => {
      record.set(next)
      viewer.set(next)
    },
    stop: () => {
      record.stop()
      unfollow()
      viewer.stop()
    },
  }
}
