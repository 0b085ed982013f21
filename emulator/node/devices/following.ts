import type { News } from "../../model/devices/news.ts"
import type { WorldModel } from "../../model/world.ts"
import type { Emulation } from "../emulation.ts"
import type { Activity } from "./activity.ts"
import { createPost } from "./post.ts"
import { createSettling, type SettledParts } from "./settling.ts"
import type { Sweeper } from "./sweeper.ts"

/** Carries out on sockets what happens in the world of the emulation, also when another takes its place. */
export interface Following {
  /** Resolves when the sockets are as the world is now, and what it sent has arrived. */
  catchUp(): Promise<void>
  close(): void
}

export interface FollowingParts extends SettledParts {
  readonly activity: Activity
  readonly sweeper: Sweeper
}

/** Acts once after whatever is under way, however often it is asked until then. */
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
  /** Heartbeats may be due at the next occasion. */
  let unswept = true
  let offset = emulation.clock.offset()

  /** Changes that come from devices are kept like those that come from calls; several share one notification. */
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
    /* A connection belongs to a device of the former world; what came over it would change nothing that anyone sees. */
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
