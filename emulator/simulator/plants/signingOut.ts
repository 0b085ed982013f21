import { inFile } from "./plant.ts"

/** Signing out, and bringing the saved user and the log together. */
export const signingOut = [
  ...inFile("src/domain/client/accounts/sessions.ts", [
    {
      name: "signout-keeps-user",
      find: 'reason: "person" })\n  yield* eraseUser(current.id)',
      replace: 'reason: "person" })',
      why: "Signing out leaves the token in the browser.",
      tests: ["tests/domain/sessions.test.ts"],
    },
    {
      name: "signout-keeps-codes",
      find: "yield* (yield* Vault).erase(current.account)",
      replace: ";",
      why: "Signing out leaves the codes of invitations until another loop comes by.",
      tests: ["tests/domain/sessions.test.ts"],
    },
    {
      name: "signout-takes-newer-codes",
      find: "if (left?.account !== current.account || left.id === current.id) yield*",
      replace: "yield*",
      why: "A late sign-out in one tab takes the codes of whoever has signed in again in another.",
      tests: ["tests/domain/sessions.test.ts"],
    },
    {
      name: "signout-discards",
      find: 'if (unsent === "discard") yield*',
      replace: "yield*",
      why: "Signing out throws away what was to be kept.",
      tests: ["tests/domain/sessions.test.ts"],
    },
    {
      name: "signout-keeps-unsent",
      find: 'if (unsent === "discard") yield*',
      replace: "if (false) yield*",
      why: "What was to be thrown away at sign-out is sent at the next sign-in.",
      tests: ["tests/domain/sessions.test.ts"],
    },
    {
      name: "reconcile-adopts-ended",
      find: "user !== null && !ended.includes(user.sessionId)",
      replace: "user !== null",
      why: "A session that has ended comes back with a token left behind.",
      tests: ["tests/domain/sessions.test.ts"],
    },
    {
      name: "reconcile-adopts-nobody",
      find: "if (user !== null && !ended.includes(user.sessionId)) {",
      replace: "if (false) {",
      why: "A crash in the middle of a sign-in loses it.",
    },
    {
      name: "reconcile-keeps-token",
      find: "if (user !== null) yield* eraseUser(user.sessionId)",
      replace: "",
      why: "The token of a session that has ended stays in the browser.",
      tests: ["tests/domain/sessions.test.ts"],
    },
    {
      name: "reconcile-keeps-session",
      find: '  yield* report({ type: "EndSession", sessionId: current.id, reason: user === null ? "lost" : "refused" })',
      replace: "",
      why: "A session without a token looks signed in, and nothing is ever sent.",
      tests: ["tests/domain/sessions.test.ts"],
    },
    {
      name: "reconcile-never",
      find: "if (user?.sessionId === current?.id) return",
      replace: "return\n  if (user?.sessionId === current?.id) return",
      why: "Saved user and log are never brought together.",
      tests: ["tests/domain/sessions.test.ts"],
    },
  ]),
]
