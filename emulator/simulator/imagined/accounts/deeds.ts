import { Effect } from "effect"
import { eraseAccount, eraseDeleted } from "../../../../src/domain/client/accounts/accountErasure.ts"
import { signIn } from "../../../../src/domain/client/accounts/flows/signIn.ts"
import { reconcileSession } from "../../../../src/domain/client/accounts/sessions.ts"
import { endRefusedSession } from "../../../../src/domain/client/accounts/tokens.ts"
import { answerTo } from "../../../../src/domain/client/answering.ts"
import { Engine } from "../../../../src/domain/client/log/engine.ts"
import type { Request } from "../../../../src/domain/client/requests.ts"
import { Refresher } from "../../../../src/domain/client/sync/refresher.ts"
import type { Services } from "../../browser/client.ts"
import type { Prng } from "../../prng.ts"
import { Violation } from "../../violation.ts"
import type { Bench, QuietTab } from "./bench.ts"
import type { Book } from "./book.ts"
import {
  afterErasure,
  afterNothing,
  afterReading,
  afterReconcile,
  afterRefusal,
  afterSignIn,
  afterSignOut,
  type Law,
} from "./laws.ts"
import { formOf, uidsUsed } from "./people.ts"
import { serversUsed } from "./servers.ts"
import { USER } from "./sight.ts"

/** What may be done in a tab that has to do with accounts. */

export interface Deed {
  readonly name: string
  /** What another may do meanwhile that is of its kind. */
  readonly like: Draw
  readonly effect: Effect.Effect<unknown, unknown, Services>
  /** What must hold afterwards, when nothing else happened meanwhile. */
  readonly law: Law
}

export interface Place {
  readonly bench: Bench
  readonly book: Book
  readonly at: QuietTab
}

export type Draw = (place: Place, dice: Prng) => Deed | undefined

const signsIn: Draw = (_place, dice) => {
  const [uid, server] = [dice.pick(uidsUsed), dice.pick(serversUsed)]
  const form = formOf(uid, server)
  const opened = answerTo({ type: "StartFlow", flow: "signIn" }, true)
  return {
    name: `signs in as ${uid} at ${server}`,
    like: signsIn,
    effect: Effect.andThen(opened, signIn(form)),
    law: afterSignIn(form, uid),
  }
}

const request = (asked: Request, like: Draw, law: Law): Deed => ({
  name: JSON.stringify(asked),
  like,
  effect: answerTo(asked, true),
  law,
})

const signsOut: Draw = (_place, dice) => {
  const unsent = dice.pick(["keep", "discard"] as const)
  return request({ type: "SignOut", unsent }, signsOut, afterSignOut(unsent))
}

const reconciles: Draw = () => ({
  name: "brings saved user and log together",
  like: signsIn,
  effect: reconcileSession,
  law: afterReconcile,
})

/** Of the session that the tab shows, or, late, of the one before. */
const isRefused: Draw = ({ bench, at }, dice) => {
  const { current, lastEnd } = at.engine.state().session
  if (current === null) return undefined
  const late = lastEnd !== null && dice.chance(0.3)
  const session = late ? { ...current, id: lastEnd.sessionId, account: lastEnd.account } : current
  if (!late) bench.servers.forget(current.server, current.uid)
  return {
    name: `hears that ${session.id} is refused`,
    like: signsIn,
    effect: endRefusedSession(session),
    law: afterRefusal(session.id),
  }
}

const reads: Draw = (_place, dice) => {
  const list = dice.pick(["devices", "devices", "mainAccounts", "subAccounts"] as const)
  return {
    name: `reads ${list}`,
    like: readsLike,
    effect: Effect.flatMap(Refresher, ({ read }) => read(list)),
    law: afterReading(list),
  }
}

/** What was asked for anew is answered by a request that leaves from now on, not by one that is under way. */
const readsAnew: Draw = ({ bench, at }, dice) => {
  const list = dice.pick(["devices", "mainAccounts"] as const)
  const sent = () => bench.servers.sentBy(at.tab, list)
  const read = Effect.gen(function* () {
    const before = sent()
    const result = yield* (yield* Refresher).readAgain(list)
    if (result === "read" && sent() === before)
      bench.fail(new Violation(25, `${list}, read before it was asked for anew, passes for read since`))
  })
  return { name: `reads ${list} anew`, like: reads, effect: read, law: afterReading(list) }
}

const readsLike: Draw = (place, dice) => dice.pick([reads, readsAnew])(place, dice)

const textOf =
  ({ browser }: Bench) =>
  (): string =>
    JSON.stringify(browser.disk.log.events)

const isDeleted: Draw = ({ bench, at }, dice) => {
  const { emails } = at.engine.state().session
  const account = emails.size === 0 ? undefined : dice.pick([...emails.keys()])
  if (account === undefined) return undefined
  return {
    name: `hears that ${account} is deleted`,
    like: signsIn,
    effect: eraseAccount(account),
    law: afterErasure(textOf(bench), account),
  }
}

const erasesAgain: Draw = ({ bench, book }) =>
  book.deleted.size === 0
    ? undefined
    : { name: "erases what is left", like: signsIn, effect: eraseDeleted, law: afterErasure(textOf(bench)) }

const resets: Draw = ({ bench, book, at }) =>
  request({ type: "ResetSettings" }, sets, (told) => {
    // Of a user that names no server it is settled whose it is, while the settings still say so.
    if (told.before.user?.sessionId !== undefined) afterNothing("a reset")(told)
    if (told.full !== undefined) return
    const { values } = bench.browser.storage
    const left = [...values.keys()].filter((key) => key !== USER)
    const known = [...book.settings.keys(), ...at.engine.state().settings.keys()]
    if (left.length + known.length > 0)
      throw new Violation(16, `a reset left ${left.join()} in the browser, and ${known.join()} in the log`)
  })

const sets: Draw = ({ book }, dice) => {
  const [key, value] = [dice.pick(["theme", "language", "audio"] as const), dice.pick(["dark", "en", null])]
  return request({ type: "SetPreference", key, value }, resets, (told) => {
    afterNothing("a setting")(told)
    if (told.full === undefined && (book.settings.get(key) ?? null) !== value)
      throw new Violation(16, `${key} was set to ${value}, and the log says ${book.settings.get(key) ?? null}`)
  })
}

const asks: Draw = (_place, dice) => {
  const email = `guest${dice.word()}@example.com`
  const command = dice.pick([
    { type: "SendInvitation", name: "Pia", email },
    { type: "TagDevices", dids: ["d1"], tag: dice.pick(["Studio", "Stage"]) },
  ] as const)
  return {
    name: `asks for ${command.type}`,
    like: signsOut,
    effect: Effect.flatMap(Engine, ({ dispatch }) => dispatch(command)),
    law: afterNothing(`asking for ${command.type}`),
  }
}

const entersAsGuest: Draw = () => request({ type: "EnterAsGuest" }, signsIn, afterNothing("entering as a guest"))

/** Each as often as it stands here. */
const draws: readonly (readonly [Draw, number])[] = [
  [signsIn, 8],
  [signsOut, 4],
  [reconciles, 5],
  [isRefused, 2],
  [reads, 5],
  [readsAnew, 1],
  [isDeleted, 2],
  [erasesAgain, 1],
  [resets, 1],
  [sets, 1],
  [asks, 6],
  [entersAsGuest, 1],
]
const lots = draws.flatMap(([draw, times]) => Array.from({ length: times }, () => draw))

export const drawDeed: Draw = (place, dice) => dice.pick(lots)(place, dice)

export const reconcileDeed = reconciles
