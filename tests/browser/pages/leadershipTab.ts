import { expose, windowEndpoint } from "comlink"
import { Effect, Exit, ManagedRuntime, Scope } from "effect"
import { leadershipAt } from "../../../src/adapters/browser/leadership.ts"
import { Leadership } from "../../../src/domain/ports/leadership.ts"
import { leadershipNames } from "./leadershipNames.ts"

/** A tab in a frame. It can ask for the lock, report its loss, release it, or vanish. */

const leadership = await ManagedRuntime.make(leadershipAt(leadershipNames)).runPromise(Effect.service(Leadership))
const scope = Scope.makeUnsafe()
let lost: Promise<void> | undefined

const tab = {
  /** Resolves once the lock is held. */
  hold: async (steal: boolean): Promise<void> => {
    lost = Effect.runPromise(await Effect.runPromise(Scope.provide(leadership.hold({ steal }), scope)))
  },
  /** Resolves when another tab has taken the lock. */
  untilLost: async (): Promise<void> => lost,
  release: (): Promise<void> => Effect.runPromise(Scope.close(scope, Exit.void)),
  isHeld: (): Promise<boolean> => Effect.runPromise(leadership.isHeld),
  beat: (at: number): Promise<void> => Effect.runPromise(leadership.beat(at)),
  lastBeat: (): Promise<number | null> => Effect.runPromise(leadership.lastBeat),
}
export type LeadershipTab = typeof tab

expose(tab, windowEndpoint(parent))
parent.postMessage("ready")
