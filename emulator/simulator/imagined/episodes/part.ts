import type { Part } from "../part.ts"
import { episodes as all } from "./episodes.ts"
import { Home } from "./home.ts"

/** Somebody has signed in, all is well, and one thing happens: rules that a world full of faults could not hold. */
export const episodes: Part = {
  name: "episodes",
  title: "with one thing that happens while all is well",
  every: 12,
  imagine: ({ dice, next, tell }) => {
    const own = next()
    if (own === undefined) return
    const home = new Home(dice)
    const client = home.signedIn()
    const episode = own.pick(all)
    tell(() => `somebody has signed in, and then: ${episode.name}`)
    episode(home, client, own)
  },
}
