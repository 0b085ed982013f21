import type { Plant } from "./plant.ts"

/** Former bugs of the outbox and its leader, each with its story in one line. */
export const sending: readonly Plant[] = [
  {
    name: "resend-once",
    file: "src/domain/outbox/outcome.ts",
    find: `isAbsolute(action.intent)
        ? delayed(action, "noReply"`,
    replace: `true
        ? delayed(action, "noReply"`,
    why: "A reboot or an invitation whose reply was lost is sent again.",
  },
  {
    name: "silence-as-not-sent",
    file: "src/domain/client/sending/delivery.ts",
    find: `if (reason._tag === "NoReply") return { ...silent, ...httpStatusOf(reason) }`,
    replace: `if (reason._tag === "NoReply") return notSent`,
    why: "Whatever got no reply is sent again, reboots too.",
  },
  {
    name: "late-answer-dropped",
    file: "src/domain/outbox/outcome.ts",
    find: `const givenUp = state === "unconfirmed" ||`,
    replace: "const givenUp = false &&",
    why: "The server's word that it was done comes late and is thrown away.",
    tests: ["tests/models/outbox.test.ts"],
  },
  {
    name: "silence-as-done",
    file: "src/domain/client/sending/delivery.ts",
    find: `if (reason._tag === "NoReply") return { ...silent, ...httpStatusOf(reason) }`,
    replace: `if (reason._tag === "NoReply") return { kind: "done" }`,
    why: "A rename that never arrived is called confirmed.",
  },
  {
    name: "attempts-stand",
    file: "src/domain/outbox/evolve.ts",
    find: "return { ...action, attempts: attempt, claimedAt: at,",
    replace: "return { ...action, claimedAt: at,",
    why: "Attempts are not counted: waits do not grow and old answers count for new attempts.",
  },
  {
    name: "wake-never-expires",
    file: "src/domain/outbox/decide.ts",
    find: "definitionOf(intent).isDeviceCommand ? stamp.at + context.expiryMs : null",
    replace: "null",
    why: "A wake asked for yesterday starts a computer today.",
  },
  {
    name: "epoch-stands",
    file: "src/domain/outbox/decide.ts",
    find: "epoch: outbox.epoch + 1",
    replace: "epoch: Math.max(1, outbox.epoch)",
    why: "Nobody can tell the old leader from the new one.",
  },
  {
    name: "claims-relaxed",
    file: "src/domain/product/acting.ts",
    find: "ClaimAction: record,",
    replace: `ClaimAction: { ...record, durability: "relaxed" },`,
    why: "A power cut takes a claim whose request has left: a reboot is sent twice.",
    tests: ["tests/domain/engine.test.ts"],
  },
  {
    name: "outcome-relaxed",
    file: "src/domain/product/acting.ts",
    find: "CancelAction: order,",
    replace: `CancelAction: { ...order, durability: "relaxed" },`,
    why: "A power cut brings back what a person has cancelled.",
    tests: ["tests/domain/engine.test.ts"],
  },
  {
    name: "step-stays-under-way",
    file: "src/domain/client/accounts/flows/flow.ts",
    find: `  yield* Effect.tapError(moved, () => Effect.forkDetach(untilKept(moved)))
`,
    replace: `  yield* moved
`,
    why: "After a full disk a sign-in stays under way for ever, and no other can begin.",
    tests: ["tests/domain/flows.test.ts"],
  },
  {
    name: "steal-never",
    file: "src/domain/client/sending/leading.ts",
    find: "now - since > LEADER_SILENCE_MS && presence.visible()",
    replace: "false",
    why: "A frozen tab keeps the lock, and nothing is sent until it is closed.",
  },
  {
    name: "hands-over-in-flight",
    file: "src/domain/client/sending/leading.ts",
    find: "yield* Effect.raceFirst(idle, Effect.sleep(HANDOVER_MAX_MS))",
    replace: "yield* Effect.void",
    why: "Looking at another tab puts a reboot on its way in doubt.",
    tests: ["tests/simulator/calm.test.ts"],
  },
  {
    name: "follow-without-looking",
    file: "src/domain/client/sending/leading.ts",
    find: `    yield* engine.catchUp
    const beat`,
    replace: "    const beat",
    why: "A tab shows an older state for minutes, because another one froze before it announced its commit.",
    tests: ["tests/simulator/announcements.test.ts"],
  },
  {
    name: "lead-without-catching-up",
    file: "src/domain/client/sending/leading.ts",
    find: `    yield* engine.catchUp
    yield* Effect.sleep(HEARTBEAT_MS)`,
    replace: "    yield* Effect.sleep(HEARTBEAT_MS)",
    why: "What a tab committed that died at once is not sent until somebody looks at the page.",
    tests: ["tests/simulator/calm.test.ts"],
  },
  {
    name: "unable-goes-on",
    file: "src/domain/engine/ownLog.ts",
    find: `return this.#status.storage === "ok" && !this.#status.outdated`,
    replace: "return true",
    why: "A tab of an older release asks the server every second and keeps the lead.",
    tests: ["tests/simulator/calm.test.ts"],
  },
  {
    name: "relay-of-a-still-tab",
    file: "src/domain/client/bridge/relaying.ts",
    find: "if (!engine.works()) return",
    replace: "",
    why: "A tab that cannot write its log goes on sending in the name of the account.",
    tests: ["tests/domain/relaying.test.ts"],
  },
]
