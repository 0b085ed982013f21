import { inspect } from "node:util"
import { Cause, Effect, Exit, Fiber, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { type Cloud, CloudError } from "../../src/domain/ports/cloud.ts"
import { REPLY_MAX_BYTES, REQUEST_TIMEOUT_MS } from "../../src/domain/values/limits.ts"
import { parseServerUrl, type ServerUrl } from "../../src/domain/values/serverUrl.ts"
import type { CloudFailure } from "../../src/domain/wire/answer.ts"
import { type CallName, callNames, calls } from "../../src/domain/wire/cloud.ts"
import { ANSWERS, BODIES, OPTIONAL, SECRET } from "./cloudSamples.ts"

/** The requests of a server, and its next answer. */
export interface AskedServer {
  readonly url: string
  readonly asked: () => readonly ReceivedRequest[]
  /** Requests whose connection the client closed before an answer. */
  readonly abandoned: () => number
  readonly answer: (next: ContractAnswer) => void
  readonly close: () => Promise<void>
}

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/**
 * `hangUp` closes the connection, `truncate` closes it after half of the body. `endless` never stops sending, `drip`
 * sends a little and pauses very long.
 */
export type ContractAnswer =
  | { readonly kind: "json"; readonly body: unknown; readonly http?: number }
  | { readonly kind: "text"; readonly text: string; readonly http?: number }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "hangUp" | "truncate" | "endless" | "silent" | "drip" }
  | { readonly kind: "redirect"; readonly to: string }

/** The contract of every Cloud, against a real server. */
export const cloudContract = (name: string, cloud: Cloud["Service"], startServer: () => Promise<AskedServer>) => {
  describe(`cloud: ${name}`, () => {
    let server: AskedServer
    let base: ServerUrl
    beforeEach(async () => {
      server = await startServer()
      const parsed = parseServerUrl(server.url)
      if (!parsed.ok) throw new Error("the server has no valid URL")
      base = parsed.value
    })
    afterEach(() => server.close())

    const exit = <Name extends CallName>(call: Name, next: ContractAnswer) => {
      server.answer(next)
      return Effect.runPromiseExit(cloud.call(call, base, BODIES[call]))
    }
    const fail = async (call: CallName, next: ContractAnswer): Promise<CloudFailure> => {
      const ended = await exit(call, next)
      if (Exit.isSuccess(ended)) throw new Error("the call succeeded")
      const error = Cause.findError(ended.cause)
      if (Result.isFailure(error) || !(error.success instanceof CloudError)) throw new Error("no CloudError")
      expect(error.success.call).toBe(call)
      return error.success.reason
    }

    requests(exit, () => server)
    replies(exit, fail)
    silence(fail)
    deadline(cloud, () => ({ server, base }))
    secrets(exit)
  })
}

type Ended = <Name extends CallName>(call: Name, next: ContractAnswer) => Promise<Exit.Exit<unknown, CloudError>>
type Failed = (call: CallName, next: ContractAnswer) => Promise<CloudFailure>

const requests = (exit: Ended, server: () => AskedServer) => {
  test.each(callNames)("[CALL-1] %s posts its JSON body to its own path, once, with nothing else", async (call) => {
    await exit(call, { kind: "json", body: ANSWERS[call] })
    expect(server().asked()).toHaveLength(1)
    const [asked] = server().asked()
    expect(asked).toMatchObject({ method: "POST", path: calls[call].path })
    expect(asked?.headers["content-type"]).toBe("application/json")
    expect(asked?.headers.cookie).toBeUndefined()
    expect(asked?.headers.referer).toBeUndefined()
    expect(JSON.parse(asked?.body ?? "")).toEqual(BODIES[call])
  })

  test("[AUTH-13] a redirect is not followed: the session goes to no other server", async () => {
    for (const to of [`${server().url}/elsewhere`, "/api/v2/signin"]) {
      await exit("signin", { kind: "redirect", to })
    }
    expect(server().asked()).toHaveLength(2)
  })
}

/** Calls with several lists, of which one may be missing. */
const SEVERAL_LISTS: Partial<Record<CallName, readonly string[]>> = {
  loginWithToken: ["devices", "subdevices"],
  get_subaccount_list: ["devices", "accounts"],
}

const replies = (exit: Ended, fail: Failed) => {
  test.each(callNames)("[CALL-2] %s gives the fields of its reply and drops those it does not know", async (call) => {
    const body = { ...ANSWERS[call], unknownField: { deep: true } }
    const { status: _, ...known } = ANSWERS[call]
    const ended = await exit(call, { kind: "json", body })
    if (Exit.isFailure(ended)) throw new Error("the call failed")
    const { servedAt, ...read } = Object(ended.value)
    expect(read).toEqual(known)
    // The server's own clock, exact to the second.
    if (servedAt !== undefined) expect(Math.abs(Date.now() - servedAt)).toBeLessThan(60_000)
    expect(servedAt !== undefined).toBe(call === "loginWithToken")
  })

  test.each(callNames)("[CALL-2] %s names itself and the field when an answer has the wrong shape", async (call) => {
    const several = SEVERAL_LISTS[call] ?? []
    for (const field of ["status", ...Object.keys(ANSWERS[call]).filter((key) => key !== "status")]) {
      const { [field]: _, ...missing } = ANSWERS[call]
      const wrong = { ...ANSWERS[call], [field]: { [SECRET]: SECRET } }
      if (OPTIONAL.has(`${call}.${field}`) || several.includes(field)) continue
      for (const body of [wrong, missing]) {
        const reason = await fail(call, { kind: "json", body })
        expect(reason).toEqual({ _tag: "NoReply", kind: "wrongShape", field: `${call}.${field}` })
      }
    }
  })

  test.each(["NaN", "-Infinity"])("[CALL-2] %s costs the device that has it alone, and no text", async (number) => {
    const device = {
      id: "d",
      name: 'NaN, \\"NaN\\", Infinity',
      model: 1,
      lastSeen: 1_700_000_000_000,
      flags: 0,
      build: 0,
    }
    const text = JSON.stringify({ ...ANSWERS.loginWithToken, devices: [device, { ...device, id: "e", build: 7_777 }] })
    const ended = await exit("loginWithToken", { kind: "text", text: text.replace("7777", number) })
    if (Exit.isFailure(ended)) throw new Error("the call failed")
    expect(ended.value).toMatchObject({ devices: [device], unread: { lists: { devices: { ids: ["e"] } } } })
  })

  test("[CALL-2] bytes that are no UTF-8 spoil one name alone", async () => {
    const device = { id: "d", name: "n", model: 1, lastSeen: 1_700_000_000_000, flags: 0, build: 0 }
    const text = JSON.stringify({
      ...ANSWERS.loginWithToken,
      devices: [device, { ...device, id: "e", name: "Gr\u00fcn" }],
    })
    const ended = await exit("loginWithToken", { kind: "bytes", bytes: Buffer.from(text, "latin1") })
    if (Exit.isFailure(ended)) throw new Error("the call failed")
    expect(ended.value).toMatchObject({ devices: [device, { ...device, id: "e", name: "Gr\ufffdn" }] })
  })

  test("[CALL-2] an odd item is left out alone, and its field is named however deep it lies", async () => {
    const device = { id: "d", name: "n", model: 1, lastSeen: 1_700_000_000_000, flags: 0, build: 0 }
    const odd = { ...device, id: "e", lastSeen: SECRET }
    const body = { ...ANSWERS.loginWithToken, devices: [device, odd], name: { [SECRET]: SECRET } }
    const ended = await exit("loginWithToken", { kind: "json", body })
    if (Exit.isFailure(ended)) throw new Error("the call failed")
    expect(ended.value).toMatchObject({
      devices: [device],
      unread: {
        lists: { devices: { count: 1, ids: ["e"], unnamed: false } },
        problem: "loginWithToken.devices.1.lastSeen, loginWithToken.name",
      },
    })
    expect(ended.value).not.toHaveProperty("name")
  })

  test("[CALL-2] a list that is none does not take the others away", async () => {
    const { subdevices: _, ...missing } = ANSWERS.loginWithToken
    for (const body of [missing, { ...missing, subdevices: SECRET }, { ...missing, subdevices: { [SECRET]: 1 } }]) {
      const ended = await exit("loginWithToken", { kind: "json", body })
      expect(ended).toMatchObject({
        value: {
          devices: [{ id: "d1" }],
          subdevices: [],
          unread: { lists: { subdevices: { count: 1, unnamed: true } } },
        },
      })
    }
    const none = { ...missing, devices: SECRET, subdevices: { [SECRET]: 1 } }
    expect(await fail("loginWithToken", { kind: "json", body: none })).toMatchObject({ kind: "wrongShape" })
  })

  test("[CALL-2] null for a list is an empty one, as servers write it that know no other", async () => {
    const empty = { ...ANSWERS.loginWithToken, devices: null, subdevices: null }
    const ended = await exit("loginWithToken", { kind: "json", body: empty })
    expect(ended).toMatchObject({ value: { devices: [], subdevices: [] } })
    expect(ended).not.toHaveProperty("value.unread")
    const mains = await exit("get_main_accounts", { kind: "json", body: { status: 0, result: null } })
    expect(mains).toMatchObject({ value: { result: [] } })
  })

  test.each([null, 1, "text", [], [{ status: 0 }], {}, { status: "0" }, { status: 0.5 }, { status: null }])(
    "[CALL-2] %j is no answer",
    async (body) => {
      expect(await fail("rename_device", { kind: "json", body })).toMatchObject({ kind: "wrongShape" })
    },
  )

  test("[CALL-2] a status other than 0 refuses with the meaning it has in this call", async () => {
    const cases = [
      ["signin", -100, "tooOften"],
      ["signin", -107, "notActivated"],
      ["signup", -103, "emailExists"],
      ["reset_password", -104, "invalidEmail"],
      ["rename_device", -106, "sessionInvalid"],
      ["deactivate_confirm", -111, "codeExpired"],
      ["accept_invitation", -42, "invitationInvalid"],
      ["rename_account", -42, "unknown"],
    ] as const
    for (const [call, status, refusal] of cases) {
      expect(await fail(call, { kind: "json", body: { status } })).toMatchObject({ _tag: "Refused", status, refusal })
    }
  })

  test("[AUTH-7] an expired activation code brings the token of the next try, and no other refusal brings one", async () => {
    const body = { status: -106, token: SECRET }
    const expired = await fail("verify_activation", { kind: "json", body })
    if (expired._tag !== "Refused" || expired.freshToken === undefined) throw new Error("no fresh token")
    expect(Redacted.value(expired.freshToken)).toBe(SECRET)
    const wrongCode = await fail("verify_activation", { kind: "json", body: { ...body, status: -104 } })
    const session = await fail("rename_device", { kind: "json", body })
    const oddToken = await fail("verify_activation", { kind: "json", body: { ...body, token: 7 } })
    for (const other of [wrongCode, session, oddToken]) expect(other).toMatchObject({ freshToken: undefined })
  })

  test("[OFFLINE-3] a server without the extension refuses it as unsupported; other calls read that as silence", async () => {
    for (const http of [404, 405, 501]) {
      const next: ContractAnswer = { kind: "text", text: "<h1>no such page</h1>", http }
      const refusal = { _tag: "Refused", refusal: "unsupported" }
      expect(await fail("update_subaccount_email", next)).toMatchObject(refusal)
      expect(await fail("rename_subaccount", next)).toMatchObject({ _tag: "NoReply", kind: "http" })
    }
    const next: ContractAnswer = { kind: "json", body: { status: 0 }, http: 500 }
    expect(await fail("update_subaccount_email", next)).toMatchObject({ _tag: "NoReply", kind: "http" })
  })

  test("[SEC-3] keys named __proto__ in an answer do nothing", async () => {
    const text = '{"status":0,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'
    const ended = await exit("rename_device", { kind: "text", text })
    expect(ended).toEqual(Exit.succeed({}))
    expect(Object({}).polluted).toBeUndefined()
  })
}

const silence = (fail: Failed) => {
  test.each([400, 401, 403, 404, 429, 500, 502, 503])(
    "[MSG-3] HTTP %i says nothing, whatever its body",
    async (http) => {
      const wait = http === 429 ? { wait: { ms: null, isUndone: true } } : {}
      const reason = { _tag: "NoReply", kind: "http", field: undefined, httpStatus: http, ...wait }
      expect(await fail("signin", { kind: "json", body: ANSWERS.signin, http })).toEqual(reason)
      expect(await fail("signin", { kind: "text", text: "<html></html>", http })).toEqual(reason)
    },
  )

  test("[MSG-3] what is no JSON says nothing", async () => {
    for (const text of ["", "<html>", '{"status":0', "{'status':0}", "status"]) {
      expect(await fail("rename_device", { kind: "text", text })).toMatchObject({ _tag: "NoReply", kind: "notJson" })
    }
    const bytes = new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])
    expect(await fail("rename_device", { kind: "bytes", bytes })).toMatchObject({ kind: "notJson" })
  })

  test("[MSG-3] a redirect is an answer, not a network that is gone", async () => {
    const { kind } = Object(await fail("rename_device", { kind: "redirect", to: "/portal" }))
    expect(["http", "notJson"]).toContain(kind)
  })

  test("[MSG-3] a connection that breaks before or within the answer says nothing", async () => {
    for (const kind of ["hangUp", "truncate"] as const) {
      expect(await fail("rename_device", { kind })).toMatchObject({ _tag: "NoReply", kind: "network" })
    }
  })

  test("[SEC-3] an answer that does not end is given up at the limit", async () => {
    expect(await fail("rename_device", { kind: "endless" })).toMatchObject({ _tag: "NoReply", kind: "tooLarge" })
    const text = `{"status":0,"padding":"${"x".repeat(REPLY_MAX_BYTES)}"}`
    expect(await fail("rename_device", { kind: "text", text })).toMatchObject({ _tag: "NoReply", kind: "tooLarge" })
  })

  test("[CALL-2] no body whatsoever breaks the client", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...callNames), fc.jsonValue(), async (call, body) => {
        const reason = await fail(call, { kind: "json", body })
        expect(["Refused", "NoReply"]).toContain(reason._tag)
      }),
      { numRuns: 60 },
    )
  })
}

const deadline = (cloud: Cloud["Service"], at: () => { server: AskedServer; base: ServerUrl }) => {
  test.each(["silent", "drip"] as const)(
    "[CALL-1][MSG-3] a call that is answered by a server that is %s ends after its time-out, not before, and lets go of the connection",
    async (kind) => {
      const { server, base } = at()
      server.answer({ kind })
      const program = Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(Effect.flip(cloud.call("signin", base, BODIES.signin)))
        yield* Effect.promise(() => vi.waitUntil(() => server.asked().length === 1))
        yield* TestClock.adjust(REQUEST_TIMEOUT_MS - 1)
        expect(fiber.pollUnsafe()).toBeUndefined()
        yield* TestClock.adjust(1)
        return (yield* Fiber.join(fiber)).reason
      })
      const reason = await Effect.runPromise(Effect.provide(program, TestClock.layer()))
      expect(reason).toEqual({ _tag: "NoReply", kind: "timeout", field: undefined })
      await vi.waitUntil(() => server.abandoned() === 1)
    },
  )
}

const secrets = (exit: Ended) => {
  const oddities: readonly ContractAnswer[] = [
    { kind: "json", body: { status: -106, token: SECRET } },
    { kind: "json", body: { status: 0, token: { [SECRET]: SECRET }, uid: [SECRET] } },
    { kind: "json", body: { status: SECRET } },
    { kind: "text", text: `${SECRET} is no JSON` },
    { kind: "text", text: SECRET, http: 500 },
    { kind: "hangUp" },
  ]

  test.each(callNames)(
    "[AUTH-11] no failure of %s tells a token, a hash or a body, however it is printed",
    async (call) => {
      expect(JSON.stringify(BODIES[call])).toContain(SECRET)
      for (const oddity of oddities) {
        const ended = await exit(call, oddity)
        if (Exit.isSuccess(ended)) continue
        const error = Result.getOrThrow(Cause.findError(ended.cause))
        const stack = error instanceof Error ? error.stack : ""
        const printed = [
          String(error),
          stack,
          JSON.stringify(error),
          JSON.stringify(ended),
          inspect(error, { depth: null, showHidden: true }),
          inspect(ended, { depth: null, showHidden: true }),
          Cause.pretty(ended.cause),
          JSON.stringify(structuredClone(JSON.parse(JSON.stringify(error)))),
        ].join("\n")
        expect(printed).not.toContain(SECRET)
      }
    },
  )
}
