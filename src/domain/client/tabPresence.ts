import { Context, Effect, Layer } from "effect"
import { Leadership } from "../ports/leadership.ts"
import { Ids, Platform } from "../ports/platform.ts"
import { Listeners } from "../values/listeners.ts"
import { Engine } from "./log/engine.ts"

/** The presence of the tabs of this browser: which of them are visible. */
export class TabPresence extends Context.Service<
  TabPresence,
  {
    /** True while a person can see this tab. */
    readonly visible: () => boolean
    /** True while no other tab has announced its presence. */
    readonly alone: () => boolean
    /**
     * True when this tab should lead. A visible tab always should, because its timers run on time; a hidden one only
     * while no other tab is visible.
     */
    readonly shouldLead: () => boolean
    /** Forgets the presence of the other tabs and asks them again, because a tab that dies does not announce it. */
    readonly ask: Effect.Effect<void>
    readonly onChange: (wake: () => void) => Effect.Effect<() => void>
  }
>()("sightline/TabPresence") {
  static readonly layer = Layer.effect(
    TabPresence,
    Effect.gen(function* () {
      const leadership = yield* Leadership
      const platform = yield* Platform
      const { tab } = yield* Ids
      const engine = yield* Engine
      const others = new Map<string, boolean>()
      const changed = new Listeners()
      let visible = yield* platform.visible
      const services = yield* Effect.context<never>()
      const tell = (asks: boolean) => leadership.tell({ tab, ready: visible && engine.works(), asks })
      const stopPresence = yield* leadership.onPresence((word) => {
        others.set(word.tab, word.ready)
        if (word.asks) Effect.runForkWith(services)(tell(false))
        changed.call()
      })
      const stopVisible = yield* platform.onVisibleChange((next) => {
        visible = next
        Effect.runForkWith(services)(tell(false))
        changed.call()
      })
      // A tab that does not work keeps no other tab from leading, visible or not (invariant 23).
      const stopStatus = engine.onStatus(() => Effect.runForkWith(services)(tell(false)))
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          stopStatus()
          stopPresence()
          stopVisible()
        }),
      )
      const ask = Effect.andThen(
        Effect.sync(() => others.clear()),
        Effect.suspend(() => tell(true)),
      )
      yield* ask
      return TabPresence.of({
        visible: () => visible,
        alone: () => others.size === 0,
        shouldLead: () => visible || ![...others.values()].includes(true),
        ask,
        onChange: (wake) => Effect.sync(() => changed.add(wake)),
      })
    }),
  )
}
