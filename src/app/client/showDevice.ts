import { Effect } from "effect"
import type { Viewer } from "../../adapters/viewer/viewer.ts"
import { askViewing } from "../../domain/client/bridge/asking.ts"
import type { Viewing } from "../../domain/client/bridge/desk.ts"
import type { Engine } from "../../domain/client/log/engine.ts"
import { Bridge } from "../../domain/ports/bridge.ts"
import type { ViewerHandle, ViewerPlace } from "./handle.ts"
import type { ScreenRecord } from "./screenRecord.ts"

/**
 * Shows the screen of the device of this tab in an element: after a loss, another socket brings the pictures. The code of it is loaded with
 * the first viewer.
 */
export const showDevice = (
  engine: Engine["Service"],
  viewing: Viewing["Service"],
  run: (effect: Effect.Effect<void, never, Bridge | Viewing>) => void,
  { element, settings, received }: ViewerPlace,
): ViewerHandle => {
  let viewer: Viewer | undefined
  let wanted = settings
  let shown: string | null = null
  let isOver = false
  let record: ScreenRecord | undefined

  const follow = () => {
    const { viewer: address } = viewing
    if (viewer === undefined || address === shown) return
    shown = address
    if (address === null) return
    // An address may be good for one socket, and another canvas has had it: the native side is asked for the next.
    if (viewing.used === address) return run(askViewing({ type: "retry" }))
    viewing.used = address
    run(
      Effect.gen(function* () {
        const protocols = yield* (yield* Bridge).viewerProtocols
        viewer?.connect(address, protocols)
      }).pipe(Effect.ignore),
    )
  }
  const start = async () => {
    const [{ startViewer }, { createScreenRecord }] = await Promise.all([
      import("../../adapters/viewer/viewer.ts"),
      import("./screenRecord.ts"),
    ])
    if (isOver) return
    const keeping = createScreenRecord(
      wanted,
      () => viewing.target?.id ?? null,
      () => performance.now(),
      (event) => run(Effect.ignore(engine.dispatch({ type: "RecordScreen", event }))),
    )
    record = keeping
    viewer = startViewer(element, wanted, (news) => {
      keeping.news(news)
      received(news)
    })
    follow()
  }
  const unfollow = engine.onPublish(follow)
  // Without its code there is no picture; what is around it says that the device is connected.
  start().catch(() => undefined)

  return {
    set: (next) => {
      wanted = next
      record?.set(next)
      viewer?.set(next)
    },
    focus: () => viewer?.focus(),
    letGo: () => viewer?.letGo(),
    press: (keysyms) => viewer?.press(keysyms),
    type: (character, held) => viewer?.type(character, held),
    copy: (text) => viewer?.copy(text),
    canvas: () => viewer?.canvas() ?? null,
    stop: () => {
      isOver = true
      record?.stop()
      unfollow()
      viewer?.stop()
    },
  }
}
