import { Effect, Exit, Fiber, Latch } from "effect"
import { TestClock } from "effect/testing"
import { expect, test } from "vitest"
import { startFlow } from "../../src/domain/client/accounts/flows/memory.ts"
import { confirmDeletion, requestDeletion } from "../../src/domain/client/accounts/flows/ownAccount.ts"
import { signIn } from "../../src/domain/client/accounts/flows/signIn.ts"
import { reconcileSession } from "../../src/domain/client/accounts/sessions.ts"
import { runClient } from "../../src/domain/client/client.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import { Refresher } from "../../src/domain/client/sync/refresher.ts"
import { flowOf } from "../../src/domain/features/flows/machines.ts"
import { model } from "../../src/domain/product/decider.ts"
import { parseCode } from "../../src/domain/values/code.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import type { Parsed } from "../../src/domain/values/parsed.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import { accountOf, fold, Recorder, SERVER } from "./recorder.ts"
import { type Respond, TestBrowser } from "./tabs.ts"

/**
 * Crashes and failures between the server's confirmation of a deleted account and the removal of its last data in this
 * browser.
 */

const sure = <Value>(parsed: Parsed<Value, unknown>): Value => {
  if (!parsed.ok) throw new Error("the test's own value is not valid")
  return parsed.value
}
const CODE = sure(parseCode("123456"))
const form = (uid: string) =>
  ({
    email: sure(parseEmail(`${uid}@example.com`)),
    password: sure(parsePassword("sightline")),
    serverType: "private",
    server: SERVER,
  }) as const
const DESK = { id: "d1", name: "SecretDesk", model: 1, lastSeen: 0, flags: 4, build: 0 }
const ACCOUNT = accountOf("owner")
const OTHER = accountOf("other")

/**
 * A server that signs in one account after the other and deletes on demand. After a deletion it no longer knows the
 * session of `owner`.
 */
const server = (onDeleted: () => void = () => undefined): Respond => {
  const uids = ["owner", "other"]
  let deleted = false
  return ({ call, body }) => {
    if (call === "signin") return { status: 0, name: "Owner", uid: uids.shift(), token: "token" }
    if (deleted && body.uid === "owner") return { status: -109 }
    if (call === "loginWithToken") return { status: 0, uid: body.uid, token: "new", devices: [DESK], subdevices: [] }
    if (call === "deactivate_confirm") {
      deleted = true
      onDeleted()
    }
    return { status: 0 }
  }
}

const toVerify = Effect.gen(function* () {
  yield* signIn(form("owner"))
  yield* (yield* Refresher).read("devices")
  yield* startFlow("deleteAccount")
  yield* requestDeletion
})

const stage = Effect.map(Engine, (engine) => flowOf(engine.state().flows, "tab-1", "deleteAccount"))
const stateOf = Effect.map(Engine, (engine) => engine.state())

const isLeft = ({ log, storage, vault }: TestBrowser): boolean =>
  /SecretDesk|owner/.test(JSON.stringify([log, [...storage], [...vault]]))
const isKnownDeleted = ({ log }: TestBrowser): boolean => log.events.some(({ type }) => type === "AccountDeleted")

/** Runs the client for a minute and a half, which is longer than the wait before a retry. */
const aWhile = Effect.gen(function* () {
  const client = yield* Effect.forkScoped(runClient)
  for (let second = 0; second < 90; second += 1) yield* TestClock.adjust(1_000)
  yield* Fiber.interrupt(client)
})

/**
 * Deletes in a tab that dies at the given pause after the server's confirmation. Returns false when the tab outlived
 * the erasure.
 */
const dyingAt = async (one: TestBrowser, death: number): Promise<boolean> => {
  let pauses = Number.NEGATIVE_INFINITY
  let died = false
  one.respond = server(() => {
    pauses = 0
  })
  await one.gen(function* () {
    const dead = yield* Latch.make(false)
    one.pause = Effect.suspend(() => {
      pauses += 1
      if (pauses !== death) return Effect.void
      died = true
      return Effect.andThen(dead.open, Effect.never)
    })
    yield* toVerify
    one.vault.set(`${ACCOUNT} code`, "654321")
    yield* Effect.raceFirst(confirmDeletion(CODE), dead.await)
  })
  one.pause = Effect.void
  return died
}

test("[ACCOUNT-4] a tab that dies anywhere in the erasure of a deleted account leaves nothing that the next start does not erase", async () => {
  let [death, silentStarts] = [0, 0]
  for (;;) {
    death += 1
    const one = new TestBrowser()
    one.storeOptions = { latency: Effect.suspend(() => one.pause) }
    const died = await dyingAt(one, death)
    if (isKnownDeleted(one)) {
      // The log holds the deletion, so the client need not ask the cloud again.
      silentStarts += 1
      one.respond = () => null
    }
    await one.gen(function* () {
      yield* aWhile
      expect((yield* stateOf).session.current, `death ${death}`).toBe(null)
    })
    expect(isLeft(one), `death ${death}`).toBe(false)
    if (!died) break
  }
  expect(death).toBeGreaterThan(6)
  expect(silentStarts).toBeGreaterThan(3)
})

for (const lasting of [false, true])
  test(`[ACCOUNT-4][EVENT-4] an erasure that storage refuses ${lasting ? "for a while" : "once"} is not called done, and is tried again`, async () => {
    let [write, refusals] = [0, 1]
    for (; refusals > 0; ) {
      write += 1
      refusals = 0
      let writes = Number.NEGATIVE_INFINITY
      const one = new TestBrowser()
      one.respond = server(() => {
        writes = 0
      })
      const refused = () => {
        writes += 1
        const fails = lasting ? writes >= write : writes === write
        if (fails) refusals += 1
        return fails
      }
      one.storeOptions = { fault: () => (refused() ? "quota" : undefined) }
      one.vaultFails = refused
      await one.gen(function* () {
        yield* toVerify
        one.vault.set(`${ACCOUNT} code`, "654321")
        const asked = yield* Effect.exit(confirmDeletion(CODE))
        const { session } = yield* stateOf
        const reported = yield* stage
        const status = (yield* Engine).status().storage
        writes = Number.NEGATIVE_INFINITY
        // The app reports neither that nothing was sent, nor that all is done.
        expect(Exit.isSuccess(asked), `write ${write}`).toBe(true)
        if (isLeft(one)) {
          expect(session.current?.account, `write ${write}`).toBe(ACCOUNT)
          expect(session.lastEnd).toBe(null)
          if (reported.stage === "verify") expect(reported.failure).toBe("notErased")
          else expect([reported.stage, status]).toEqual(["processing", "quota"])
        } else expect(session.current).toBe(null)
        yield* aWhile
        expect((yield* stateOf).session.current, `write ${write}`).toBe(null)
        if (isKnownDeleted(one)) expect(yield* stage).toMatchObject({ stage: "done", failure: null })
      })
      expect(isLeft(one), `write ${write}`).toBe(false)
    }
    expect(write).toBeGreaterThan(4)
  })

/** Only the log of the deleted account is left: there is no space for a new one. */
const halfErased = Effect.fnUntraced(function* (one: TestBrowser) {
  yield* toVerify
  yield* confirmDeletion(CODE)
  expect(yield* stage).toMatchObject({ stage: "verify", failure: "notErased" })
  expect([one.storage.has("user"), isKnownDeleted(one)]).toEqual([false, true])
  yield* reconcileSession
  expect((yield* stateOf).session).toMatchObject({ current: { account: ACCOUNT }, deleted: [ACCOUNT] })
})

/** A browser that can append to its log, but not replace it by a new one while `isFull` is set. */
const narrow = () => {
  const one = new TestBrowser()
  const room = { isFull: true }
  const isNew = (written: unknown) => Array.isArray(written) && written[0]?.id === "kept.1"
  one.respond = server()
  one.storeOptions = { fault: (written) => (room.isFull && isNew(written) ? "quota" : undefined) }
  return { one, room }
}

test("[ACCOUNT-4] pressed again, the erasure alone is tried again, and the server is not asked", () => {
  const { one, room } = narrow()
  return one.gen(function* () {
    yield* halfErased(one)
    room.isFull = false
    const asked = one.requests.length
    yield* confirmDeletion(CODE)
    expect(yield* stage).toMatchObject({ stage: "done", failure: null })
    expect([isLeft(one), one.requests.length]).toEqual([false, asked])
  })
})

test("[ACCOUNT-4][AUTH-13] a person who signs in before an erasure succeeds keeps session, token and tags when it does", () => {
  const { one, room } = narrow()
  return one.gen(function* () {
    yield* halfErased(one)
    yield* signIn(form("other"))
    yield* (yield* Refresher).read("devices")
    yield* (yield* Engine).dispatch({ type: "TagDevices", dids: ["d1"], tag: "lab" })
    const { session } = yield* stateOf
    expect(session).toMatchObject({ current: { account: OTHER }, deleted: [ACCOUNT] })
    room.isFull = false
    const shown = new Set<unknown>()
    yield* Effect.acquireRelease(
      Effect.map(Engine, (engine) => engine.onPublish((state) => shown.add(state.session.current?.account))),
      (stop) => Effect.sync(stop),
    )
    yield* reconcileSession
    const after = yield* stateOf
    expect([...shown]).toEqual([OTHER])
    expect(after.session.current).toEqual({ ...session.current, profileReadSeq: 0 })
    expect([...after.tags.keys()]).toEqual([OTHER])
    expect([JSON.stringify(one.log).includes("owner@"), one.storage.has("user")]).toEqual([false, true])
  })
})

test("[ACCOUNT-4] a dialog that the person opens during the erasure stays where it is", () => {
  const one = new TestBrowser()
  const erasing = Latch.makeUnsafe()
  one.respond = server()
  one.storeOptions = {
    fault: (written) => {
      if (Array.isArray(written) && written[0]?.id === "kept.1") erasing.openUnsafe()
      return undefined
    },
  }
  return one.gen(function* () {
    yield* toVerify
    const opens = Effect.andThen(erasing.await, startFlow("deleteAccount"))
    yield* Effect.all([confirmDeletion(CODE), opens], { concurrency: 2 })
    yield* aWhile
    expect([(yield* stage).stage, isLeft(one)]).toEqual(["confirm", false])
  })
})

test("[ACCOUNT-4] two tabs that erase at the same time erase once, and both go on", () => {
  const { one, room } = narrow()
  // The tabs get no notifications: each learns of the other only when its own log is gone.
  one.storeOptions = { ...one.storeOptions, carry: () => undefined }
  return one.gen(function* () {
    yield* halfErased(one)
    room.isFull = false
    const other = yield* one.tab()
    yield* Effect.all([reconcileSession, Effect.provideService(reconcileSession, Engine, other)], {
      concurrency: "unbounded",
    })
    for (const engine of [yield* Engine, other]) {
      expect([engine.status().storage, engine.state().session.current]).toEqual(["ok", null])
      yield* engine.dispatch({ type: "EnterAsGuest" })
    }
    expect(isLeft(one)).toBe(false)
  })
})

test("[ACCOUNT-4][SEC-4] a code that a tab keeps after another one erased the account goes once the tab learns of it", () => {
  const { one, room } = narrow()
  one.storeOptions = { ...one.storeOptions, carry: () => undefined }
  return one.run(
    Effect.gen(function* () {
      yield* halfErased(one)
      const other = yield* one.tab()
      const client = yield* Effect.forkScoped(runClient)
      yield* TestClock.adjust(1_000)
      room.isFull = false
      yield* Effect.provideService(reconcileSession, Engine, other)
      expect((yield* stateOf).session.current?.account).toBe(ACCOUNT)
      one.vault.set(`${ACCOUNT} code`, "654321")
      for (let second = 0; second < 90; second += 1) yield* TestClock.adjust(1_000)
      yield* Fiber.interrupt(client)
      expect([(yield* stateOf).session.current, isLeft(one)]).toEqual([null, false])
    }),
  )
})

test("[ACCOUNT-4][EVENT-3] a log that an earlier release could not erase is erased at the next start", async () => {
  const client = new Recorder()
  const account = client.signIn("owner", "s1")
  client.do({ type: "RecordDeletion", sessionId: "s1", came: "sent" })
  client.do({ type: "EndSession", sessionId: "s1", reason: "accountDeleted" })
  expect(fold(client.log).session.deleted).toEqual([account])
  const one = new TestBrowser()
  one.log.events.push(...client.log)
  await one.run(aWhile)
  expect(isLeft(one)).toBe(false)
})

test("[ACCOUNT-4] an account that signs in again is not deleted, and one that is gone is not written about", () => {
  const client = new Recorder()
  const account = client.signIn("owner")
  expect(client.types({ type: "RecordDeleted", account })).toEqual(["AccountDeleted"])
  expect(client.types({ type: "RecordDeleted", account })).toEqual([])
  client.signIn("owner", "again")
  expect(client.state.session.deleted).toEqual([])
  expect(model.decide({ type: "RecordDeleted", account: OTHER }, client.state, { id: "c", at: 0, tab: "t" })).toEqual({
    ok: true,
    value: [],
  })
})
