import { inFile } from "./plant.ts"

/** The client's loops: sending, leading, reading, and who is signed in. */
export const running = [
  ...inFile("src/domain/client/sending/delivery.ts", [
    {
      name: "claim-never-ages",
      find: "return age >= -CLOCK_STEP_TOLERATED_MS && age <= CLAIM_FRESH_MS && lasted <= CLAIM_FRESH_MS",
      replace: "return true",
      why: "A tab that slept an hour between claim and send sends what another one has sent meanwhile.",
      tests: ["tests/domain/delivery.test.ts"],
    },
    {
      name: "claim-ages-by-wall",
      find: "return age >= -CLOCK_STEP_TOLERATED_MS && age <= CLAIM_FRESH_MS && lasted <= CLAIM_FRESH_MS",
      replace: "return age <= CLAIM_FRESH_MS",
      why: "A clock that was set back makes an old claim look fresh.",
      tests: ["tests/domain/delivery.test.ts"],
    },
    {
      name: "claim-ages-awake",
      find: "return age >= -CLOCK_STEP_TOLERATED_MS && age <= CLAIM_FRESH_MS && lasted <= CLAIM_FRESH_MS",
      replace: "return lasted <= CLAIM_FRESH_MS",
      why: "A claim does not age while the machine sleeps.",
      tests: ["tests/domain/delivery.test.ts"],
    },
    {
      name: "deliver-other-account",
      find: "session === null || session.account !== action.account",
      replace: "session === null",
      why: "An action claimed just before a change of account runs under the new one.",
      tests: ["tests/domain/sessions.test.ts"],
    },
    {
      name: "http-as-refused",
      find: 'if (reason._tag === "NoReply") return { ...silent, ...httpStatusOf(reason) }',
      replace: 'if (reason._tag === "NoReply") return { kind: "refused", reason: "unknown", status: 0 }',
      why: "A rename whose reply was lost is called refused, and happened.",
    },
    {
      name: "silence-as-not-sent",
      find: 'if (reason._tag === "NoReply") return { ...silent, ...httpStatusOf(reason) }',
      replace: 'if (reason._tag === "NoReply") return notSent',
      why: "Whatever got no reply is sent again, reboots too.",
    },
    {
      name: "silence-as-done",
      find: 'if (reason._tag === "NoReply") return { ...silent, ...httpStatusOf(reason) }',
      replace: 'if (reason._tag === "NoReply") return { kind: "done" }',
      why: "A rename that never arrived is called confirmed.",
    },
    {
      name: "session-as-refused",
      find: "    return sessionRefused\n",
      replace: '    return { kind: "refused", reason: "unknown", status: -106 }\n',
      why: "Whatever waits is refused one by one when a session ends.",
    },
    {
      name: "busy-as-refused",
      find: "return tooOften\n",
      replace: 'return { kind: "refused", reason: "unknown", status: -100 }\n',
      why: "A busy server makes actions fail for good.",
      tests: ["tests/domain/sessions.test.ts"],
    },
    {
      name: "late-code-kept",
      find: "if ((yield* Engine).state().session.current?.account !== account) yield* vault.erase(account)",
      replace: "",
      why: "An invitation's code that comes after sign-out stays in the browser.",
      tests: ["tests/domain/delivery.test.ts"],
    },
    {
      name: "code-not-kept",
      find: "yield* vault.put(account, action, code)",
      replace: "",
      why: "The code of an invitation is lost.",
    },
  ]),
  ...inFile("src/domain/client/sending/outboxRunner.ts", [
    {
      name: "sends-unclaimed",
      find: 'if (event?.type !== "ActionClaimed") return\n      leading',
      replace:
        'if (event?.type !== "ActionClaimed")\n        return yield* Effect.asVoid(\n          Effect.forkDetach(deliver(action, { attempt: action.attempts + 1, at: yield* Clock.currentTimeMillis, begunAt })),\n        )\n      leading',
      why: "An action is sent although the log refused the claim.",
    },
    {
      name: "lead-deaf",
      find: "const triggers = [onEveryCommit(engine), leading",
      replace: "const triggers = [leading",
      why: "What a person asks for is sent up to a minute later.",
      tests: ["tests/simulator/routine.test.ts"],
    },
    {
      name: "probe-storm",
      find: "if (devices.at > tick) return\n",
      replace: "",
      why: "A silent server is asked in every turn of the loop.",
      tests: ["tests/simulator/calm.test.ts"],
    },
    {
      name: "probe-never",
      find: 'if (engine.state().connection.status !== "online") yield* probe(leading, tick)',
      replace: 'if (engine.state().connection.status !== "online") yield* Effect.void',
      why: "Nobody finds out that the server is back.",
    },
    {
      name: "expires-late",
      find: 'yield* Effect.ignore(engine.dispatch({ type: "ExpireActions", epoch: leading.epoch }))',
      replace: "yield* Effect.void",
      why: "An expired wake still looks as if it waited.",
      tests: ["tests/simulator/routine.test.ts"],
    },
    {
      name: "reads-unpaced",
      find: "if (leading.paces[list].at <= tick) yield* readThenWake(leading, list)",
      replace: "yield* readThenWake(leading, list)",
      why: "A list is read in every turn of the loop.",
      tests: ["tests/simulator/routine.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/pace.ts", [
    {
      name: "read-pace-zero",
      find: "pace.at = Math.max(now + RETRY_BASE_MS, now + wait, begun + empty)",
      replace: "pace.at = now + 0 * (wait + empty)",
      why: "A list that cannot be read is read again at once, for ever.",
      tests: ["tests/simulator/calm.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/sync/refreshLoop.ts", [
    {
      name: "refresh-hidden",
      find: " || !(yield* platform.visible))",
      replace: ")",
      why: "Hidden tabs read the list every minute.",
      tests: ["tests/simulator/routine.test.ts"],
    },
    {
      name: "refresh-never",
      find: 'yield* readPaced("devices", pace)',
      replace: "yield* Effect.sleep(1_000)",
      why: "The device list is never read by itself.",
      tests: ["tests/simulator/routine.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/sending/lostAttempts.ts", [
    {
      name: "lives-short",
      find: "const LIFE_MS = REQUEST_LONGEST_LIFE_MS + CLAIM_FRESH_MS",
      replace: "const LIFE_MS = CLAIM_FRESH_MS + 0 * REQUEST_LONGEST_LIFE_MS",
      why: "A lost request is called dead while it can still arrive.",
      tests: ["tests/domain/lateArrivals.test.ts"],
    },
    {
      name: "lives-forever",
      find: "endsAt <= now ? [[key",
      replace: "endsAt < 0 && now ? [[key",
      why: "A value is never called settled.",
    },
    {
      name: "lives-from-first",
      find: "known?.lostAt === lostAt ? known :",
      replace: "known !== undefined ? { ...known, lostAt } :",
      why: "The life of the last lost request is measured from the first one.",
      tests: ["tests/domain/lateArrivals.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/sync/rereads.ts", [
    {
      name: "rereads-none",
      find: "if (list !== null) waiting.add(list)",
      replace: "",
      why: "Whoever was invited is seen a minute later.",
      tests: ["tests/simulator/routine.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/sync/refresher.ts", [
    {
      name: "read-joins-late",
      find: "const readAnew = (list: ListName): Effect.Effect<ReadResult> => Effect.andThen(settled(list), read(list))",
      replace: "const readAnew = read",
      why: "A list that was read before a change is taken for one that knows it.",
      tests: ["tests/domain/removals.test.ts"],
    },
    {
      name: "renew-blind",
      find: "if (uid === session.uid) return yield* saveUser({ ...user, token })",
      replace: 'if (uid === session.uid) return yield* saveUser({ ...user, token, sessionId: session.id + "x" })',
      why: "After a renewal the saved user belongs to no session.",
    },
    {
      name: "renew-forgets-token",
      find: "if (uid === session.uid) return yield* saveUser({ ...user, token })",
      replace: "if (uid === session.uid) return",
      why: "The new token of a renewal is thrown away.",
      tests: ["tests/domain/sessions.test.ts"],
    },
    {
      name: "renew-adopts-account",
      find: "if (uid === session.uid) return yield* saveUser({ ...user, token })",
      replace: "return yield* saveUser({ ...user, uid, token })",
      why: "A server that answers with another account's token gives it the queue of this one.",
      tests: ["tests/domain/delivery.test.ts"],
    },
    {
      name: "read-wrong-account",
      find: 'yield* record({ type: "RecordDevices", account: session.account,',
      replace:
        'yield* record({ type: "RecordDevices", account: (yield* Engine).state().session.current?.account ?? session.account,',
      why: "A list that comes late is shown as that of the account that signed in meanwhile.",
      tests: ["tests/domain/delivery.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/sync/reporting.ts", [
    {
      name: "silence-unnoticed",
      find: 'return yield* report({ type: "ReportConnection", status: (yield* platform.online) ? "unreachable" : "offline" })',
      replace: "return yield* platform.online",
      why: "A silent server is taken for one that answers.",
      tests: ["tests/domain/connection.test.ts"],
    },
    {
      name: "undecodable-untold",
      find: 'yield* report({ type: "RejectInput",',
      replace: 'if (false) yield* report({ type: "RejectInput",',
      why: "Nobody learns that a server answers nonsense.",
    },
    {
      name: "answer-unnoticed",
      find: 'if (engine.state().connection.status !== "online") yield* report({ type: "ReportConnection", status: "online" })',
      replace: "yield* Effect.void",
      why: "A client that was offline once never sends again.",
    },
  ]),
  ...inFile("src/domain/client/log/untilKept.ts", [
    {
      name: "outcome-not-kept",
      find: 'if (Result.isSuccess(kept) || kept.failure.reason !== "storage") return',
      replace: "return kept",
      why: "While the disk is full outcomes are lost, and what was done counts as lost.",
      tests: ["tests/domain/engine.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/accounts/flows/flow.ts", [
    {
      name: "step-stays-under-way",
      find: "  yield* Effect.tapError(moved, () => Effect.forkDetach(untilKept(moved)))\n",
      replace: "  yield* moved\n",
      why: "After a full disk a sign-in stays under way for ever, and nobody can try again.",
      tests: ["tests/domain/flows.test.ts"],
    },
  ]),
]
