import { PRIVATE_SERVER, PUBLIC_SERVER } from "../../network/servers.ts"
import type { Prng } from "../../prng.ts"
import type { Bench } from "./bench.ts"
import type { Book } from "./book.ts"
import { uids } from "./people.ts"
import { USER } from "./sight.ts"
import type { Watch } from "./watch.ts"

/** What happens to a browser while none of its tabs does anything. */

type Change = (bench: Bench, book: Book, watch: Watch, dice: Prng) => string

/** Another client, or an earlier release, leaves its user: it names no server, and is of the one that is configured. */
const leavesPlainUser: Change = ({ browser: { storage }, servers, world }, _book, _watch, dice) => {
  const uid = dice.pick(uids)
  const serverType = dice.pick(["public", "private", "private"] as const)
  const server = serverType === "public" ? PUBLIC_SERVER : PRIVATE_SERVER
  const at = world.wall
  const user = { id: uid, uid, email: `${uid}@example.com`, name: uid, createdAt: at, loginAt: at }
  const token = servers.give(server, uid)
  storage.values.set("serverType", serverType)
  const isKnown = dice.chance(0.5)
  if (serverType === "private" && isKnown) storage.values.set("serverUrl", server)
  else storage.values.delete("serverUrl")
  storage.values.set(USER, JSON.stringify({ ...user, token, type: "main", status: "active" }))
  return `another client leaves ${uid} of ${server}, ${isKnown ? "which is configured" : "which nobody has written down"}`
}

/** The user of a session of which the log has not heard: whoever signed in died right after. */
const leavesNewUser: Change = ({ browser: { storage }, servers, world }, _book, _watch, dice) => {
  const [uid, server] = [dice.pick(uids), dice.pick([PUBLIC_SERVER, PRIVATE_SERVER])]
  const at = world.wall
  const user = { id: uid, uid, email: `${uid}@example.com`, name: uid, createdAt: at, loginAt: at, server }
  const own = { token: servers.give(server, uid), sessionId: `left ${dice.word()}`, type: "main", status: "active" }
  storage.values.set(USER, JSON.stringify({ ...user, ...own }))
  return `a tab that died has left ${uid} of ${server}`
}

const takesUser: Change = ({ browser: { storage } }) => {
  storage.values.delete(USER)
  return "the saved user is taken away"
}

/** A machine that crashed has undone a write: the user of a session that is over is back. */
const bringsBack: Change = ({ browser: { storage }, servers, world }, book, _watch, dice) => {
  const [session] = [...book.ended].slice(-1)
  if (session === undefined) return "nothing"
  const [uid, server] = [dice.pick(uids), dice.pick([PUBLIC_SERVER, PRIVATE_SERVER])]
  const at = world.wall
  const user = { id: uid, uid, email: `${uid}@example.com`, name: uid, createdAt: at, loginAt: at, server }
  const own = { token: servers.give(server, uid), sessionId: session, type: "main", status: "active" }
  storage.values.set(USER, JSON.stringify({ ...user, ...own }))
  return `the user of ${session}, which is over, is back`
}

/** Codes of invitations, of whoever is signed in and of somebody else. */
const givesCode: Change = ({ browser: { safe } }, { current }, watch, dice) => {
  const account = current !== undefined && dice.chance(0.8) ? current.account : "https://elsewhere.example u9"
  const reference = `code ${dice.word()}`
  const own = safe.secrets.get(account) ?? new Map<string, string>()
  safe.secrets.set(account, own.set(reference, "123456"))
  if (current?.account === account) watch.gave({ account, reference, session: current.id })
  return `${account} gets ${reference}`
}

const givesPasscode: Change = ({ browser: { storage } }, _book, _watch, dice) => {
  const did = dice.pick(["d1", "d9"])
  storage.values.set(`passcode.${did}`, "1234")
  return `somebody keeps the passcode of ${did}`
}

const changes: readonly Change[] = [
  leavesPlainUser,
  leavesPlainUser,
  leavesNewUser,
  takesUser,
  bringsBack,
  givesCode,
  givesCode,
  givesPasscode,
]

export const changeOutside: Change = (bench, book, watch, dice) => {
  const what = dice.pick(changes)(bench, book, watch, dice)
  watch.wroteUser()
  return what
}
