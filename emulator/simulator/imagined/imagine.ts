import { checkPanel } from "../checks/panel.ts"
import type { Prng } from "../prng.ts"
import { probeSituation } from "../probe/probe.ts"
import { checkSurvivors } from "./carriedOver.ts"
import { History, type Tell } from "./history.ts"
import { drawMood } from "./mood.ts"
import { move, read, signIn } from "./moves.ts"
import { fill, mislay, mislayMany } from "./plays.ts"

/** Moves of an imagined history, and how many pass between two looks at it. */
const MOVES = 120
const LOOK_EVERY = 20
/** Readings with which a history begins: there is something to ask for. */
const FIRST_READINGS = 6
/** Share of the histories that begin with a panel that is full, and how many actions have ended there. */
const FULL = 0.05
const ENDED = 106
/** Share of these in which the reply to each got lost. */
const MANY = 0.2

/**
 * A history of the log alone, which every seed imagines beside the one it lived: claims, answers, lost requests, busy servers,
 * readings that come late, other accounts and clocks that are set, in any order. The rules see every event; at each look the
 * panel, the questions of a whole run, and what an erasure would carry over. `next` gives the dice of each move, or leaves it out.
 */
export const imagine = (dice: Prng, next: () => Prng | undefined, tell: Tell): void => {
  const history = new History(tell)
  signIn(history, dice)
  history.do({ type: "TakeLeadership" })
  history.do({ type: "ReportConnection", status: "online" })
  for (let n = 0; n < FIRST_READINGS; n += 1) read(history, dice)
  const mood = drawMood(dice)
  const isFull = dice.chance(FULL)
  if (isFull) {
    mislay(history, dice)
    if (dice.chance(MANY)) mislayMany(history, ENDED)
    else fill(history, dice, ENDED)
  }
  // So much is asked about a full panel that one look must do.
  for (let n = 1; n <= (isFull ? LOOK_EVERY : MOVES); n += 1) {
    const own = next()
    if (own !== undefined) move(history, own, mood)
    if (n % LOOK_EVERY !== 0) continue
    const { state, facts, at } = history
    checkPanel(state, facts)
    probeSituation({ state, facts, at }, dice)
    checkSurvivors(state)
  }
}
