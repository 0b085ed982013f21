import type { Choice } from "../people/commands.ts"
import type { Prng } from "../prng.ts"

/** What happens often in one imagined history and seldom in another: where few things happen, they meet. */

export type MoveName = keyof typeof usualMoves
export type AnswerName = keyof typeof usualAnswers

type Weights<Name extends string> = readonly (readonly [Name, number])[]

export interface Mood {
  readonly moves: Weights<MoveName>
  readonly choices: Weights<Choice>
  readonly answers: Weights<AnswerName>
}

/** How often each happens beside the others. */
const usualMoves = {
  ask: 26,
  claim: 24,
  answer: 20,
  pass: 8,
  read: 6,
  advanceBatch: 5,
  lead: 2,
  connection: 3,
  expire: 2,
  setClock: 1,
  profile: 1,
  startBatch: 1,
  moveBatch: 1,
  endSession: 1,
  signIn: 2,
  mislay: 1,
} as const

const usualAnswers = { done: 2, refused: 1, tooOften: 1, session: 1, noReply: 2 } as const

const usualChoices = {
  RenameDevice: 8,
  RebootDevice: 4,
  WakeDevice: 2,
  RenameAccount: 3,
  RenameSubAccount: 3,
  EditSubAccountEmail: 2,
  ChangeSubAccountState: 6,
  AssignDevice: 4,
  DisconnectMainAccount: 1,
  SendInvitation: 3,
} as const satisfies Partial<Record<Choice, number>>

/** What people do with what is in the panel. */
const ofPanel = {
  CancelAction: 2,
  HurryAction: 3,
  DismissAction: 2,
  ConfirmAction: 2,
  SendActionAgain: 2,
  DismissSettled: 1,
} as const satisfies Partial<Record<Choice, number>>

/** Share of the histories in which everything happens as often as usual. */
const USUAL = 0.4
/** How much more or less often a thing happens in the others, and how many kinds of things are asked for. */
const TIMES = [0, 0.3, 1, 1, 4] as const
const KINDS = [1, 2, 3] as const
/** Nothing goes on without these. */
const needed: ReadonlySet<string> = new Set<MoveName | AnswerName>(["ask", "claim", "answer", "pass", "done"])
/** The least that a needed thing happens, beside how often it usually does. */
const LEAST = 0.3

const isOf = <Name extends string>(weights: Readonly<Record<Name, number>>, name: string): name is Name =>
  Object.hasOwn(weights, name)

const listOf = <Name extends string>(weights: Readonly<Record<Name, number>>): (readonly [Name, number])[] =>
  Object.keys(weights).flatMap((name) => (isOf(weights, name) ? [[name, weights[name]] as const] : []))

const varied = <Name extends string>(weights: Weights<Name>, dice: Prng): Weights<Name> =>
  weights.map(([name, weight]) => {
    const times = dice.pick(TIMES)
    return [name, weight * (needed.has(name) ? Math.max(LEAST, times) : times)] as const
  })

export const drawMood = (dice: Prng): Mood => {
  const [moves, answers, all] = [listOf(usualMoves), listOf(usualAnswers), listOf(usualChoices)]
  if (dice.chance(USUAL)) return { moves, answers, choices: [...all, ...listOf(ofPanel)] }
  const few = Array.from({ length: dice.pick(KINDS) }, () => dice.pick(all))
  return {
    moves: varied(moves, dice),
    answers: varied(answers, dice),
    choices: [...few, ...varied(listOf(ofPanel), dice)],
  }
}
