import { Effect, Result } from "effect"
import { expect, test } from "vitest"
import { answerTo } from "../../src/domain/client/answering.ts"
import { Engine } from "../../src/domain/client/log/engine.ts"
import type { ClientRequest } from "../../src/domain/client/requests.ts"
import { accountViewOf } from "../../src/domain/outbox/overlay.ts"
import type { Command } from "../../src/domain/product/decide.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import { accountOf, Recorder, SERVER } from "./recorder.ts"
import { TestBrowser } from "./tabs.ts"

const [SUB, OWNER] = [accountOf("sub"), accountOf("owner")]
const desk = { id: "d1", name: "Desk", model: 1, lastSeen: 0, flags: 4, build: 0, shared: false, owner: "" }
const signedIn = (uid: string): Command => ({
  type: "CompleteSignIn",
  session: {
    id: `session of ${uid}`,
    server: SERVER,
    uid,
    name: uid,
    email: `${uid}@example.com`,
    createdAt: 0,
    serverType: "public",
  },
})
const listOf = (account: typeof SUB): Command => ({ type: "RecordDevices", account, begunAt: 0, devices: [desk] })
const [email, password] = [parseEmail("a@example.com"), parsePassword("sightline")]
if (!email.ok || !password.ok) throw new Error("both are good")

const requests: readonly ClientRequest[] = [
  { type: "RebootDevice", did: "d1" },
  { type: "WakeDevice", did: "d1", mac: null },
  { type: "RenameDevice", did: "d1", name: "New" },
  { type: "RenameAccount", name: "Me" },
  { type: "SendInvitation", name: "Pia", email: "pia@example.com" },
  { type: "AssignDevices", accountId: "s1", add: ["d1"], remove: [] },
  { type: "TagDevices", dids: ["d1"], tag: "lab" },
  { type: "CancelAction", action: "queued" },
  { type: "HurryAction", action: "queued" },
  { type: "SendActionAgain", action: "queued" },
  { type: "ConfirmAction", action: "queued" },
  { type: "DismissAction", action: "queued" },
  { type: "DismissSettled" },
  { type: "HurryAll" },
  { type: "Refresh", list: "devices", asked: true },
  { type: "Refresh", list: "subAccounts", asked: true },
  { type: "SignOut", unsent: "discard" },
  { type: "StartFlow", flow: "deleteAccount" },
  { type: "RequestDeletion" },
  { type: "RequestEmailChange", email: email.value },
]

test("[AUTH-13] a list that is still of the account before offers nothing to the one that signed in", () => {
  const client = new Recorder()
  const account = client.signIn("before")
  client.do(listOf(account))
  client.do({ type: "RecordSubAccounts", account, begunAt: 0, subAccounts: [], devices: [] })
  client.do({
    type: "RecordMainAccounts",
    account,
    begunAt: 0,
    mainAccounts: [{ id: "m1", name: "Main", email: "m@example.com" }],
  })
  expect(accountViewOf(client.state)?.mainAccount("m1")).toBeDefined()
  client.signIn("after")
  const view = accountViewOf(client.state)
  expect(view?.device("d1")).toBeUndefined()
  expect(view?.subAccount("s1")).toBeUndefined()
  expect(view?.mainAccount("m1")).toBeUndefined()
  expect(client.types({ type: "DisconnectMainAccount", accountId: "m1" })).not.toContain("ActionQueued")
})

test.each(requests)("[OFFLINE-10][AUTH-13] $type shown under one account does nothing under another", (request) =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* Engine
    for (const command of [signedIn("sub"), listOf(SUB), signedIn("owner"), listOf(OWNER)])
      yield* engine.dispatch(command)
    const before = browser.log.events.length
    const shown: ClientRequest = { ...request, asAccount: SUB }
    const answer = yield* Effect.result(answerTo(shown, true))
    expect(Result.isFailure(answer) && answer.failure).toBe("foreignAccount")
    expect(browser.log.events).toHaveLength(before)
    expect(browser.requests).toEqual([])
  }),
)

test("[OFFLINE-10] a dialog that another tab's sign-in overtakes in the log itself queues nothing", () =>
  new TestBrowser().gen(function* (browser) {
    const engine = yield* Engine
    for (const command of [signedIn("sub"), listOf(SUB)]) yield* engine.dispatch(command)
    // The other tab's events are in the log; this tab learns of them with its own command.
    const other = yield* browser.tab()
    yield* other.dispatch(signedIn("owner"))
    yield* other.dispatch(listOf(OWNER))
    expect(engine.state().session.current?.account).toBe(SUB)
    const refused = yield* Effect.result(answerTo({ type: "RebootDevice", did: "d1", asAccount: SUB }, true))
    expect(Result.isFailure(refused) && refused.failure).toBe("foreignAccount")
    expect(engine.state().session.current?.account).toBe(OWNER)
    expect(engine.state().outbox.actions.size).toBe(0)
  }))
