import { inFile } from "./plant.ts"

const outcomes = inFile("src/domain/outbox/outcome.ts", [
  {
    name: "resend-once",
    find: 'isAbsolute(action.intent)\n        ? delayed(action, "noReply"',
    replace: 'true\n        ? delayed(action, "noReply"',
    why: "A reboot or an invitation whose reply was lost is sent again.",
  },
  {
    name: "recover-resends-once",
    find: 'isAbsolute(action.intent)\n      ? delayed(action, "lost"',
    replace: 'true\n      ? delayed(action, "lost"',
    why: "A reboot that was on its way when the tab died is sent again.",
  },
  {
    name: "recover-gives-up",
    find: 'isAbsolute(action.intent)\n      ? delayed(action, "lost"',
    replace: 'false\n      ? delayed(action, "lost"',
    why: "A rename that was on its way when the tab died is never sent again.",
  },
  {
    name: "older-attempt",
    find: "if (attempt !== action.attempts) return []",
    replace: "",
    why: "Silence of the first attempt ends the second one.",
    tests: ["tests/domain/outboxRules.test.ts"],
  },
  {
    name: "late-answer-dropped",
    find: 'const givenUp = state === "unconfirmed" ||',
    replace: "const givenUp = false &&",
    why: "The server's word that it was done comes late and is thrown away.",
    tests: ["tests/domain/outboxRules.test.ts"],
  },
  {
    name: "silence-after-given-up",
    find: "!(givenUp && isDecoded(outcome))",
    replace: "!givenUp",
    why: "Silence of an attempt that was given up delays the one that follows.",
    tests: ["tests/domain/outboxRules.test.ts"],
  },
  {
    name: "answer-to-anything",
    find: 'if (state !== "sending" && !(givenUp && isDecoded(outcome))) return []',
    replace: "",
    why: "An action that a person has cancelled comes back as refused.",
  },
  {
    name: "done-by-read",
    find: 'return [{ type: "ActionConfirmed", payload: { action: action.id, by: "reply" } }]',
    replace: 'return [{ type: "ActionConfirmed", payload: { action: action.id, by: "person" } }]',
    why: "The panel says that a person confirmed what the server did.",
  },
  {
    name: "busy-is-refused",
    find: 'return delayed(action, "tooOften", now + tooOftenWait(outbox, action, jitter), outbox)',
    replace: 'return [refused(action, "unknown", -100)]',
    why: "An action is given up because the server was busy.",
  },
  {
    name: "busy-no-wait",
    find: "now + tooOftenWait(outbox, action, jitter)",
    replace: "now",
    why: "A busy server is asked again at once, for ever.",
  },
  {
    name: "not-sent-unconfirmed",
    find: 'return delayed(action, "notSent", now, outbox)',
    replace: 'return [{ type: "ActionUnconfirmed", payload: { action: action.id, reason: "noReply" } }]',
    why: "What never left is said to have perhaps happened, and is not sent.",
  },
  {
    name: "retry-zero",
    find: "now + retryWait(action.attempts, jitter)",
    replace: "now",
    why: "A silent server is asked again at once, for ever.",
    tests: ["tests/domain/outboxRules.test.ts"],
  },
  {
    name: "lost-is-certain",
    find: 'reason === "noReply" || reason === "lost"',
    replace: 'reason === "noReply"',
    why: "An attempt that died with its tab is taken for one that never left.",
  },
  {
    name: "silence-is-certain",
    find: 'reason === "noReply" || reason === "lost"',
    replace: 'reason === "lost"',
    why: "An attempt without a reply is taken for one that never left.",
  },
])

const waits = inFile("src/domain/outbox/backoff.ts", [
  {
    name: "retry-no-jitter",
    find: "Math.floor(jitter * Math.min(RETRY_CAP_MS",
    replace: "Math.floor(1 * Math.min(RETRY_CAP_MS",
    why: "All browsers come back to a server in the same second.",
    tests: ["tests/domain/outboxRules.test.ts"],
  },
  {
    name: "retry-no-growth",
    find: "RETRY_BASE_MS * 2 ** Math.min(attempts, 16)",
    replace: "RETRY_BASE_MS",
    why: "Waits do not grow: a server that is down is asked every second.",
    tests: ["tests/domain/outboxRules.test.ts"],
  },
  {
    name: "retry-no-cap",
    find: "Math.min(RETRY_CAP_MS, RETRY_BASE_MS",
    replace: "Math.max(RETRY_CAP_MS, RETRY_BASE_MS",
    why: "Waits grow to hours.",
    tests: ["tests/domain/outboxRules.test.ts"],
  },
  {
    name: "busy-no-growth",
    find: "?.times ?? 0",
    replace: "?.times ? 0 : 0",
    why: "A busy server is asked every ten seconds, however often it says so.",
    tests: ["tests/domain/outboxRules.test.ts"],
  },
])

/** What becomes of an attempt, and how long the next one waits. */
export const answering = [...outcomes, ...waits]
