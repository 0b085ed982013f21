import { Cause, Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import { vi } from "vitest"
import { pairingAt } from "../../src/adapters/bridge/pairing.ts"
import { runClient } from "../../src/domain/client/client.ts"
import type { ClientRequest } from "../../src/domain/client/requests.ts"
import { parseCode } from "../../src/domain/values/code.ts"
import { parseEmail } from "../../src/domain/values/email.ts"
import { parseName } from "../../src/domain/values/name.ts"
import type { Parsed } from "../../src/domain/values/parsed.ts"
import { parsePassword } from "../../src/domain/values/password.ts"
import { exported } from "../replay/exports.ts"
import { type AnswerKind, cloud, type Secrets } from "./canaries.ts"
import { played } from "./playedViewing.ts"
import { SERVER } from "./recorder.ts"

/** A person who types every kind of secret into the client, and the traces of them in places that others see. */

const sure = <Value>(parsed: Parsed<Value, unknown>): Value => {
  if (!parsed.ok) throw new Error("the test's own value is not valid")
  return parsed.value
}
const email = sure(parseEmail("owner@example.com"))
const other = sure(parseEmail("other@example.com"))
const target = { id: "n1", did: "d1", name: "Rack", isUsb: false, cloudType: 0 }
/** Longer than any request waits for its answer, ms. */
const A_WHILE = 2_000

export type Journey = "signUp" | "reset" | "email" | "accept" | "invite" | "unlock" | "pair" | "delete" | "signOut"
export const journeys: readonly Journey[] = [
  "signUp",
  "reset",
  "email",
  "accept",
  "invite",
  "unlock",
  "pair",
  "delete",
  "signOut",
]

const requestsOf = (journey: Journey, known: Secrets): readonly ClientRequest[] => {
  const mailed = sure(parseCode(known.mailed))
  const [password, fresh] = [sure(parsePassword(known.password)), sure(parsePassword(known.newPassword))]
  switch (journey) {
    case "signUp":
      return [
        { type: "StartFlow", flow: "signUp" },
        { type: "SignUp", form: { name: sure(parseName("Zoe")), email: other, password, server: SERVER } },
        { type: "ConfirmSignUp", code: mailed },
      ]
    case "reset":
      return [
        { type: "StartFlow", flow: "resetPassword" },
        { type: "RequestReset", email, server: SERVER },
        { type: "SubmitReset", code: mailed, password: fresh },
      ]
    case "email":
      return [
        { type: "StartFlow", flow: "changeEmail" },
        { type: "RequestEmailChange", email: other },
        { type: "ConfirmEmailChange", code: mailed },
      ]
    case "accept":
      return [
        { type: "StartFlow", flow: "acceptInvitation" },
        { type: "AcceptInvitation", code: sure(parseCode(known.entered)) },
      ]
    case "invite":
      return [{ type: "SendInvitation", name: sure(parseName("Pia")), email: sure(parseEmail("pia@example.com")) }]
    case "delete":
      return [
        { type: "StartFlow", flow: "deleteAccount" },
        { type: "RequestDeletion" },
        { type: "ConfirmDeletion", code: mailed },
      ]
    case "signOut":
      return [{ type: "SignOut", unsent: "keep" }]
    case "unlock":
    case "pair":
      return []
  }
}

const signIn = (known: Secrets): readonly ClientRequest[] => [
  { type: "StartFlow", flow: "signIn" },
  {
    type: "SignIn",
    form: { email, password: sure(parsePassword(known.password)), serverType: "private", server: SERVER },
  },
]

/** Collects everything written to the console, in its readable form. */
const listenToConsole = (): readonly string[] => {
  const texts: string[] = []
  for (const method of ["debug", "error", "info", "log", "trace", "warn"] as const)
    vi.spyOn(console, method).mockImplementation((...said) => {
      texts.push(
        said.map((one) => (one instanceof Error ? `${one.stack}` : `${String(one)} ${JSON.stringify(one)}`)).join(" "),
      )
    })
  return texts
}

/** A bridge that pairs. It answers a right code with its token, and a wrong code with the request that it received. */
const pairing = (known: Secrets, isRight: boolean) => {
  const [bodies, kept] = [[] as string[], new Map<string, string>()]
  vi.stubGlobal("localStorage", { setItem: (key: string, value: string) => void kept.set(key, value) })
  vi.stubGlobal("window", new EventTarget())
  vi.stubGlobal("fetch", async (_url: string, { body }: { readonly body: string }) => {
    bodies.push(body)
    if (body === "{}") return Response.json({ expires_ms: 60_000 })
    return isRight
      ? Response.json({ token: known.bridge })
      : Response.json({ error: `wrong_code ${body}`, token: known.bridge }, { status: 403 })
  })
  return { bodies, kept, service: pairingAt(null) }
}

export interface Seen {
  /** Texts by the place in which they were found. */
  readonly places: Readonly<Record<string, string>>
  /** Everything sent to cloud and bridge, and everything stored in the places for secrets. */
  readonly used: string
}

export const live = async (
  known: Secrets,
  order: readonly Journey[],
  answers: readonly AnswerKind[],
  isRight: boolean,
): Promise<Seen> => {
  const said = listenToConsole()
  const { browser, sent, say, ask, run, settle } = played()
  const pair = pairing(known, isRight)
  browser.respond = cloud(known, answers)
  const texts: string[] = []
  /* The vault drops a code as soon as its invitation is answered, so the test records each code on its way in. */
  const entrusted = vi.spyOn(browser.vault, "set")
  /* Prints a failure in each form that a person or a program may print. */
  const tried = <A, E, R>(operation: Effect.Effect<A, E, R>) =>
    Effect.map(Effect.exit(operation), (exit) => {
      if (Exit.isFailure(exit))
        texts.push(Cause.pretty(exit.cause), JSON.stringify(exit), String(Cause.squash(exit.cause)))
    })
  const unlock = Effect.gen(function* () {
    yield* ask({ type: "ConnectDevice", ...target })
    yield* say({ type: "auth_device", id: "n1" })
    yield* ask({ type: "AnswerPasscode", passcode: known.wrongPasscode, keep: true })
    yield* say({ type: "auth_device", id: "n1", error: "wrong_passcode", wait_ms: 1 })
    yield* ask({ type: "AnswerPasscode", passcode: known.passcode, keep: isRight })
    yield* say({ type: "connected", id: "n1", viewer: "ws://127.0.0.1:1/viewer/x" })
  })
  const operations = (journey: Journey) => {
    if (journey === "unlock") return tried(unlock)
    if (journey === "pair")
      return Effect.andThen(tried(pair.service.askPairing), tried(pair.service.pair(known.pairing)))
    return Effect.forEach(requestsOf(journey, known), (one) => Effect.andThen(tried(ask(one)), settle), {
      discard: true,
    })
  }
  await run(function* () {
    yield* Effect.forkScoped(runClient)
    yield* Effect.forEach(signIn(known), (one) => tried(ask(one)))
    for (const journey of order) {
      yield* operations(journey)
      for (let passed = 0; passed < A_WHILE; passed += 1_000) yield* Effect.andThen(TestClock.adjust(1_000), settle)
    }
  })
  const { events, snapshot, base, aside } = browser.log
  const kept = [...browser.storage].filter(([key]) => key !== "user" && !key.startsWith("passcode."))
  return {
    used: JSON.stringify([
      browser.requests,
      sent,
      pair.bodies,
      [...pair.kept],
      entrusted.mock.calls,
      browser.storage.get("user"),
    ]),
    places: {
      log: JSON.stringify([events, snapshot, base, aside]),
      readings: JSON.stringify([...browser.readings]),
      storage: JSON.stringify(kept),
      export: exported(events),
      pseudonyms: exported(events, true),
      console: said.join("\n"),
      failures: texts.join("\n"),
    },
  }
}
