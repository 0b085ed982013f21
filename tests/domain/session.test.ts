import * as fc from "fast-check"
import { expect, test } from "vitest"
import { parseSavedUser } from "../../src/domain/features/session/savedUser.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { accountOf, fold, Recorder, SERVER, START, server } from "./recorder.ts"

const OTHER = server("https://other.example/cloud")
const sessionId = fc.constantFrom("s1", "s2", "s3")

const complete = (id: string, uid: string): Command => ({
  type: "CompleteSignIn",
  session: { id, server: SERVER, serverType: "public", uid, name: uid, email: `${uid}@example.com`, createdAt: START },
})
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.tuple(sessionId, fc.constantFrom("u1", "u2")).map(([id, uid]) => complete(id, uid)),
  fc
    .tuple(sessionId, fc.constantFrom("person", "refused", "serverChanged", "accountDeleted"))
    .map(([id, reason]): Command => ({ type: "EndSession", sessionId: id, reason })),
  fc
    .tuple(sessionId, fc.constantFrom("New", "u1"))
    .map(([id, name]): Command => ({ type: "RecordProfile", sessionId: id, begunAt: START + 1, profile: { name } })),
  fc.constant<Command>({ type: "EnterAsGuest" }),
)

test("[AUTH-13][MSG-2] a session starts once and ends once, and what is refused late ends no other", () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
      const client = new Recorder()
      for (const next of commands) {
        const before = client.state.session.current
        client.do(next)
        const after = client.state.session.current
        if (next.type === "EndSession" && next.sessionId !== before?.id) expect(after).toBe(before)
        if (next.type === "EndSession" && next.sessionId === before?.id) expect(after).toBeNull()
        if (next.type === "EnterAsGuest") expect(after).toBe(before)
      }
      const started = client.log.flatMap((event) => (event.type === "SignedIn" ? [event.payload.sessionId] : []))
      const ended = client.log.flatMap((event) => (event.type === "SignedOut" ? [event.payload.sessionId] : []))
      expect(new Set(started).size).toBe(started.length)
      expect(new Set(ended).size).toBe(ended.length)
      const { current } = client.state.session
      expect(new Set(started)).toEqual(new Set(current === null ? ended : [...ended, current.id]))
      expect(fold(client.log)).toEqual(client.state)
    }),
  )
})

test("[AUTH-4][AUTH-13] a session belongs to server and uid: the same uid elsewhere is another account", () => {
  const client = new Recorder()
  const here = client.signIn("u1", "s1")
  expect(client.state.session.current).toMatchObject({ account: here, loginAt: client.now, createdAt: client.now })
  const there = client.signIn("u1", "s2", OTHER)
  expect(there).not.toBe(here)
  expect(client.state.session).toMatchObject({
    current: { id: "s2", account: accountOf("u1", OTHER), server: OTHER },
    lastEnd: { sessionId: "s1", account: here, reason: "replaced" },
  })
})

test("[AUTH-10] a profile changes only what differs, of its own session, and no name set after the read began", () => {
  const client = new Recorder()
  client.signIn("u1", "s1")
  const profile = { name: "Owner", email: "u1@example.com", createdAt: START }
  expect(client.types({ type: "RecordProfile", sessionId: "s1", begunAt: client.now, profile })).toEqual([])
  expect(
    client.types({ type: "RecordProfile", sessionId: "s0", begunAt: client.now, profile: { name: "Else" } }),
  ).toEqual([])
  client.do({ type: "TakeLeadership" })
  client.do({ type: "RenameAccount", name: "Mine" })
  const [action = ""] = client.state.outbox.actions.keys()
  client.do({ type: "ClaimAction", action, epoch: 1 })
  const begun = { begunAt: client.now, begunSeq: client.log.length }
  client.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
  expect(client.state.session.current?.name).toBe("Mine")
  client.do({ type: "RecordProfile", sessionId: "s1", ...begun, profile: { ...profile, createdAt: 5 } })
  expect(client.state.session.current).toMatchObject({ name: "Mine", createdAt: 5 })
  client.do({ type: "RecordProfile", sessionId: "s1", begunAt: client.now, profile })
  expect(client.state.session.current?.name).toBe("Owner")
})

test("[AUTH-10] of two readings of a profile that cross, the one that began later counts", () => {
  const client = new Recorder()
  client.signIn("u1", "s1")
  const read = (begunSeq: number, name: string) =>
    client.types({ type: "RecordProfile", sessionId: "s1", begunAt: client.now, begunSeq, profile: { name } })
  const early = client.log.length
  client.do({ type: "OpenRoute", path: "/devices" })
  const late = client.log.length
  expect(read(late, "Newer")).toEqual(["ProfileRead"])
  for (const begunSeq of [early, late]) expect(read(begunSeq, "Older")).toEqual([])
  expect(client.state.session.current?.name).toBe("Newer")
})

test("[AUTH-13][OFFLINE-8] the log knows the e-mail of each account, and the end of another session in the log ends nothing", () => {
  const client = new Recorder()
  const account = client.signIn("u1", "s1")
  expect([...client.state.session.emails]).toEqual([[account, client.state.session.current?.email]])
  client.signIn("u2", "s2")
  const [end] = client.log.filter(({ type }) => type === "SignedOut")
  if (end === undefined) throw new Error("the first session has not ended")
  // Logs of an earlier release may hold two ends of one session, from two tabs.
  const seq = client.log.length + 1
  expect(fold([...client.log, { ...end, seq, id: `c${seq}.0` }]).session).toEqual(client.state.session)
})

test("[AUTH-3][ROLE-1] a guest has no session, and signing in ends being one", () => {
  const client = new Recorder()
  expect(client.types({ type: "EnterAsGuest" })).toEqual(["GuestEntered"])
  expect(client.types({ type: "EnterAsGuest" })).toEqual([])
  expect(client.types({ type: "RenameAccount", name: "x" })).toBe("signedOut")
  client.signIn()
  expect(client.state.session.guest).toBe(false)
  expect(client.types({ type: "EnterAsGuest" })).toEqual([])
})

const user = {
  id: "u1",
  email: "u1@example.com",
  name: "Owner",
  createdAt: 1,
  loginAt: 2,
  uid: "u1",
  token: "secret",
  type: "main",
  status: "active",
  server: SERVER,
  sessionId: "s1",
}

test("[AUTH-4] the saved user is read back as it was written", () => {
  expect(parseSavedUser(JSON.stringify(user))).toEqual(user)
})

test("[AUTH-4][SEC-3] a saved user that does not fit is none, and breaks nothing", () => {
  expect(parseSavedUser(null)).toBeNull()
  for (const field of Object.keys(user)) {
    expect(parseSavedUser(JSON.stringify({ ...user, [field]: undefined }))).toBeNull()
    expect(parseSavedUser(JSON.stringify({ ...user, [field]: { not: "it" } }))).toBeNull()
  }
  expect(parseSavedUser(JSON.stringify({ ...user, server: "https://sight.example/" }))).toBeNull()
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseSavedUser(text)).toBeNull()
    }),
  )
})
