import type { Known } from "../audits/ruleFacts.ts"
import type { Prng } from "../prng.ts"
import type { Simulation } from "../simulation.ts"
import { checkAccounts } from "./accountQuestions.ts"
import { checkAsking, checkDone } from "./askQuestions.ts"
import { checkBatches } from "./batchQuestions.ts"
import { checkClaims } from "./claimQuestions.ts"
import { checkOutcomes, checkOutcomesOfClaim } from "./outcomeQuestions.ts"
import { checkPanelCommands, checkWhole } from "./panelQuestions.ts"
import type { Situation } from "./question.ts"
import { checkReadings } from "./readQuestions.ts"

/**
 * What the code would decide, if it were asked: every command for actions of this moment, at other moments too, whoever
 * leads and whether the server answers. In a run most of these are never asked, because whoever asks looks first. Nothing
 * is written, and nothing of it reaches a tab.
 */

/** Actions that are asked about at a look. */
const ASKED = 3
/** A clock that was set back, ms. */
const HOUR_MS = 3_600_000

/** Moments at which something changes for an action. */
const momentsOf = ({ wait, queued }: Known): readonly number[] => {
  const { expiresAt } = queued.payload
  return [...(wait === undefined ? [] : [wait.until]), ...(expiresAt === null ? [] : [expiresAt])]
}

/** The same situation while the server answers, and while it does not. Whoever is away now is as if it had never left. */
const connected = ({ state, facts, at }: Situation, status: "online" | "unreachable"): Situation => ({
  state: {
    ...state,
    connection: { ...state.connection, status, seq: facts.online ? state.connection.seq : facts.onlineSeq },
  },
  facts: {
    actions: facts.actions,
    unsettled: facts.unsettled,
    slow: facts.slow,
    command: [],
    onlineSeq: facts.onlineSeq,
    online: status === "online",
  },
  at,
})

export const probe = ({ audit: { state, facts }, browser }: Simulation, dice: Prng): void => {
  const at = browser.disk.log.events.at(-1)?.at
  if (at !== undefined) probeSituation({ state, facts, at }, dice)
}

/** All questions, of any situation. */
export const probeSituation = (now: Situation, dice: Prng): void => {
  const { state, facts, at } = now
  const held = [...facts.actions.values()].filter(({ queued }) => state.outbox.actions.has(queued.payload.action))
  checkAccounts(now)
  checkAsking(now, dice)
  if (held.length === 0) return
  const asked = Array.from({ length: Math.min(ASKED, held.length) }, () => dice.pick(held))
  for (const action of asked) {
    checkPanelCommands(action, now)
    checkOutcomes(action, now)
    checkOutcomesOfClaim(action, now)
    if (action.stage !== "over") checkDone(action, now)
  }
  checkReadings(now)
  checkBatches(now)
  for (const moment of [at, at - HOUR_MS, ...asked.flatMap(momentsOf).flatMap((ms) => [ms - 1, ms])]) {
    const then = { ...now, at: moment }
    checkWhole(then)
    checkClaims(connected(then, "online"), asked)
    checkClaims(connected(then, "unreachable"), asked)
  }
}
