import type { News } from "../../model/devices/news.ts"
import type { WorldModel } from "../../model/world.ts"
import type { Emulation } from "../emulation.ts"
import type { Activity } from "./activity.ts"
import { createPost } from "./post.ts"
import { createSettling, type SettledParts } from "./settling.ts"
import type { Sweeper } from "./sweeper.ts"

/** Applies the events of the emulated world to sockets, also after another world replaces it. */
export interface Following {
  /** Resolves when the sockets match the world, and its packets have arrived. */
  catchUp(): Promise<void>
  close(): void
}

export interface FollowingParts extends SettledParts {
  readonly activity: Activity
  readonly sweeper: Sweeper
}

/** Runs `act` once after the current task, for any number of requests. */
const onceATurn = (act: () => void): (() => void) => {
  let asked = false
  return () => {
    if (asked) return
    asked = true
    setImmediate(() => {
      asked = false
      act()
    })
  }
}

export const createFollowing = (emulation: Emulation, parts: FollowingParts): Following => {
  const { activity, network, sweeper } = parts
  const post = createPost(network, parts.air, (did) => emulation.world().device(did)?.answersNat === true)
  const settling = createSettling(emulation.world, parts)
  let world: WorldModel | undefined
  let detach = () => {}
  let closed = false
  /** True when heartbeats may be due at the next `catchUp`. */
  let unswept = true
  let offset = emulation.clock.offset()

  /** Saves the changes of devices like those of calls. Several share one notification. */
  const tellSoon = onceATurn(() => {
    if (!closed) emulation.changed()
  })

  const follow = (news: News): void => {
    if (news.kind === "magic") post.magic(news.mac)
    else if (news.kind === "nat") post.nat(news.did, news.payload)
    else if (news.kind === "fleet") settling.unsettle()
    else activity.stir(news.did)
    unswept = true
    tellSoon()
  }

  const attend = (): void => {
    if (world === emulation.world()) return
    detach()
    /* A connection belongs to a device of the former world, so its messages would have no visible effect. */
    network.hangUp()
    world = emulation.world()
    detach = world.attend(follow)
    sweeper.restart()
    settling.unsettle()
    unswept = true
  }

  return {
    catchUp: async () => {
      if (closed) return
      attend()
      const settled = settling.settle()
      const jumped = emulation.clock.offset() !== offset
      offset = emulation.clock.offset()
      if (jumped) activity.stir()
      const swept = jumped || unswept ? sweeper.sweep() : undefined
      unswept = false
      await Promise.all([settled, swept, ...post.underWay()])
    },
    close: () => {
      closed = true
      detach()
      settling.close()
    },
  }
}
