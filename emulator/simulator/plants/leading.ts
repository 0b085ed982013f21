import { inFile } from "./plant.ts"

const calm = { tests: ["tests/simulator/calm.test.ts"] }

/** Who leads, what a tab does that cannot decide, and how often anything is asked. */
export const leading = [
  ...inFile("src/domain/client/sending/leading.ts", [
    {
      name: "steal-never",
      find: "now - since > LEADER_SILENCE_MS && presence.visible()",
      replace: "false",
      why: "A frozen tab keeps the lock, and nothing is sent until it is closed.",
    },
    {
      name: "steal-early",
      find: "now - since > LEADER_SILENCE_MS",
      replace: "true",
      why: "Every visible tab takes the lock from every other, all the time.",
    },
    {
      name: "heart-stands",
      find: "yield* leadership.beat(yield* Clock.currentTimeMillis)",
      replace: "yield* Clock.currentTimeMillis",
      why: "A leader that lives looks dead, and is replaced once a minute.",
      tests: ["tests/simulator/routine.test.ts"],
    },
    {
      name: "lead-relaxed",
      find: "const isCurrent = () => engine.state().outbox.epoch === epoch",
      replace: "const isCurrent = () => engine.state().outbox.epoch >= epoch",
      why: "A tab that lost the lead goes on as before.",
      tests: ["tests/simulator/routine.test.ts"],
    },
    {
      name: "lead-without-catching-up",
      find: "    yield* engine.catchUp\n    yield* Effect.sleep(HEARTBEAT_MS)",
      replace: "    yield* Effect.sleep(HEARTBEAT_MS)",
      why: "What a tab committed that died at once is not sent until somebody looks at the page.",
      ...calm,
    },
    {
      name: "follow-without-looking",
      find: "    yield* engine.catchUp\n    const beat",
      replace: "    const beat",
      why: "A tab shows an older state for minutes, because another one froze before it announced its commit.",
      tests: ["tests/simulator/announcements.test.ts"],
    },
    {
      name: "hands-over-in-flight",
      find: "yield* Effect.raceFirst(idle, Effect.sleep(HANDOVER_MAX_MS))",
      replace: "yield* Effect.void",
      why: "Looking at another tab puts a reboot on its way in doubt.",
      ...calm,
    },
    {
      name: "hidden-leads-unasked",
      find: "if (presence.visible()) return true",
      replace: "if (presence.alone() || !presence.alone()) return true",
      why: "A hidden tab takes the lead from the one that is seen.",
      ...calm,
    },
  ]),
  ...inFile("src/domain/client/tabPresence.ts", [
    {
      name: "unable-stands-in-the-way",
      find: "ready: visible && engine.works()",
      replace: "ready: visible",
      why: "While a tab of an older release is seen, no other one sends.",
      ...calm,
    },
  ]),
  ...inFile("src/domain/client/accounts/tokens.ts", [
    {
      name: "replaced-token-ends-session",
      find: "if (user !== null || presence.alone()) return user",
      replace: "return null",
      why: "A server that ends old tokens signs the person out within the hour.",
      ...calm,
    },
    {
      name: "refused-keeps-user",
      find: 'yield* report({ type: "EndSession", sessionId: session.id, reason: "refused" })\n  yield* eraseUser(session.id)',
      replace: 'yield* report({ type: "EndSession", sessionId: session.id, reason: "refused" })',
      why: "The token of a session that the server ended stays in the browser.",
      tests: ["tests/domain/sessions.test.ts"],
    },
  ]),
  ...inFile("src/domain/engine/ownLog.ts", [
    {
      name: "unable-goes-on",
      find: 'return this.#status.storage === "ok" && !this.#status.outdated',
      replace: "return true",
      why: "A tab of an older release asks the server every second and keeps the lead.",
      ...calm,
    },
    {
      name: "reading-heals-storage",
      find: 'const storage = batch === undefined || batch.own.length > 0 ? "ok" : this.#status.storage',
      replace: 'const storage = "ok"',
      why: "With a full disk the client believes again and again that it can write.",
      tests: ["tests/domain/engine.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/sync/reporting.ts", [
    {
      name: "nonsense-is-an-answer",
      find: "contact.undecodableInRow += 1",
      replace: "contact.undecodableInRow = 1",
      why: "A captive portal gets every action again and again.",
      ...calm,
    },
  ]),
  ...inFile("src/domain/client/sending/outboxRunner.ts", [
    {
      name: "claim-interrupted",
      find: "  Effect.uninterruptible(\n    Effect.gen(function* () {",
      replace: "  Effect.interruptible(\n    Effect.gen(function* () {",
      why: "A reboot that never left is told as not confirmed, because its leader was hidden between claim and send.",
      tests: ["tests/simulator/handover.test.ts"],
    },
    {
      name: "invites-without-list",
      find: 'return at === null && failure !== "unknown"',
      replace: "return at === null && failure === undefined",
      why: "An invitation whose reply was lost stays unconfirmed though the list shows it.",
      ...calm,
    },
  ]),
  ...inFile("src/domain/client/client.ts", [
    {
      name: "late-tab-erases",
      find: "const isBack = engine.state().session.current?.account === account",
      replace: "const isBack = false",
      why: "A tab that wakes up late erases the codes of the session that followed.",
      ...calm,
    },
  ]),
  ...inFile("src/domain/client/supervision.ts", [
    {
      name: "failures-untold",
      find: 'if (failures >= LOOP_FAILURES_SHOWN) engine.reportLoop(name, "failing")',
      replace: "",
      why: "A part of the page fails for hours, and nobody is told.",
      ...calm,
    },
  ]),
]
