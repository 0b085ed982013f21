import { accountKey } from "../../../src/domain/values/identity.ts"
import { Violation } from "../violation.ts"
import { after, answerTo, expectAnswer, type Situation } from "./question.ts"

/** What of another session or account, or of a reading from before, must change nothing. */

const NO_SESSION = "nobody's session"
const ANOTHER_NAME = "Another name"

const checkSessionCommands = (situation: Situation): void => {
  const { current, ended } = situation.state.session
  if (current === null) return
  const { id, server, serverType, uid, name, email, createdAt } = current
  const end = { type: "EndSession", reason: "refused" } as const
  expectAnswer(9, { ...end, sessionId: NO_SESSION }, situation, "nothing")
  expectAnswer(9, { ...end, sessionId: id }, situation, "SignedOut")
  const session = { server, serverType, uid, name, email, createdAt }
  for (const known of [id, ...ended.slice(-1)])
    expectAnswer(9, { type: "CompleteSignIn", session: { ...session, id: known } }, situation, "nothing")
  const again = { type: "CompleteSignIn", session: { ...session, id: NO_SESSION } } as const
  expectAnswer(9, again, situation, "SignedOut, SignedIn")
  expectAnswer(9, { type: "RecordDeletion", sessionId: NO_SESSION, came: "sent" }, situation, "nothing")
  const foreign = after({ type: "SignedOut", payload: { sessionId: NO_SESSION, reason: "refused" } }, situation)
  if (foreign.session.current?.id !== id) throw new Violation(9, `the end of another session would end ${id}`)
}

/** A name that is read late is that of before. */
const checkProfile = (situation: Situation): void => {
  const { current } = situation.state.session
  if (current === null) return
  const { id: sessionId, nameSetSeq, profileReadSeq } = current
  const profile = { name: ANOTHER_NAME }
  const read = { type: "RecordProfile", begunAt: situation.at, profile } as const
  expectAnswer(9, { ...read, sessionId: NO_SESSION }, situation, "nothing")
  const contested = [...situation.facts.actions]
    .filter(([, { queued, stage }]) => {
      const { account, intent } = queued.payload
      return account === current.account && intent.call === "rename_account" && /^(unsent|sending)$/.test(stage)
    })
    .map(([id]) => `ActionContested ${id}`)
  expectAnswer(3, { ...read, sessionId }, situation, ["ProfileRead", ...contested].join(", "))
  expectAnswer(3, { ...read, sessionId, begunSeq: profileReadSeq }, situation, "nothing")
  if (nameSetSeq > profileReadSeq)
    expectAnswer(3, { ...read, sessionId, begunSeq: nameSetSeq - 1 }, situation, "nothing")
}

/** A list of before the last rename leaves a name alone; one of now counts, and an empty one removes all. */
const checkDevices = (situation: Situation): void => {
  const { devices, session } = situation.state
  const account = session.current?.account
  if (account === undefined || devices.account !== account) return
  const bound = [...devices.bound.values()]
  const renamed = bound.map((device) => ({ ...device, name: ANOTHER_NAME }))
  const read = { type: "RecordDevices", account, begunAt: situation.at } as const
  const namedBy = (begunSeq?: number): readonly string[] => {
    const begun = begunSeq === undefined ? read : { ...read, begunSeq }
    const answer = answerTo({ ...begun, devices: renamed }, situation) ?? []
    return answer.flatMap((event) => (event.type === "DevicesRead" ? event.payload.changed.map(({ id }) => id) : []))
  }
  const known = Math.max(devices.read.seq + 1, ...bound.map(({ nameSetSeq }) => nameSetSeq - 1))
  const before = bound.filter(({ nameSetSeq }) => nameSetSeq <= known).map(({ id }) => id)
  if (namedBy().length !== bound.length)
    throw new Violation(3, `of ${bound.length} new names ${namedBy()} would be taken`)
  if (namedBy(known).join() !== before.join())
    throw new Violation(3, `a list read at ${known} would name ${namedBy(known)}, and should ${before}`)
  const [none] = answerTo({ ...read, devices: [] }, situation) ?? []
  const removed = none?.type === "DevicesRead" ? none.payload.removed.length : 0
  if (removed !== bound.length)
    throw new Violation(3, `an empty list would remove ${removed} of ${bound.length} devices`)
}

/** Another account's lists are not recorded, and begin anew where they are. */
const checkForeignLists = (situation: Situation): void => {
  const { current, emails } = situation.state.session
  if (current === null) return
  if (!emails.has(current.account)) throw new Violation(3, `nobody knows the e-mail of ${current.account}`)
  const account = accountKey({ server: current.server, uid: `${current.uid}0` })
  expectAnswer(9, { type: "RecordReadFailure", account, list: "devices", reason: "connect" }, situation, "a refusal")
  expectAnswer(9, { type: "RequestRefresh", account, list: "devices" }, situation, "a refusal")
  const empty = { account, begunAt: situation.at, added: [], changed: [], removed: [] }
  const { devices } = after({ type: "DevicesRead", payload: { ...empty, seen: [] } }, situation)
  const { sharing } = after({ type: "SubAccountsRead", payload: empty }, situation)
  const left = devices.bound.size + sharing.subAccounts.size + sharing.mainAccounts.size
  if (left > 0) throw new Violation(9, `${left} things of ${current.account} would be shown as another's`)
}

/** What concerns who is signed in, and what is read in that name. */
export const checkAccounts = (situation: Situation): void => {
  checkSessionCommands(situation)
  checkProfile(situation)
  checkDevices(situation)
  checkForeignLists(situation)
}
