import { inFile } from "./plant.ts"

/** The bridge and who may use it; connecting, passcodes, modes and the relay of the app. */
export const bridging = [
  ...inFile("bridge/gate/gate.ts", [
    {
      name: "host-rebound",
      find: "if (!isLoopbackHost(host)) return refused(403)",
      replace: "",
      why: "A page of the Internet that rebinds its name to this machine reaches the bridge.",
      tests: ["tests/bridge/gate.test.ts"],
    },
    {
      name: "foreign-origin",
      find: "const isOwn = origin === undefined || ownOrigins.includes(origin)",
      replace: "const isOwn = true",
      why: "Any page that learns the token of the start uses the bridge.",
      tests: ["tests/bridge/gate.test.ts"],
    },
    {
      name: "token-of-anybody",
      find: "if (!origins.fits(origin, given)) return refused(401)",
      replace: "",
      why: "A paired origin needs no token of its own, so that revoking one browser revokes none.",
      tests: ["tests/bridge/pairingCalls.test.ts"],
    },
  ]),
  ...inFile("bridge/gate/pairing.ts", [
    {
      name: "codes-guessed-at-once",
      find: 'if (waitMs > 0) return { outcome: "wait", waitMs }',
      replace: "",
      why: "A page guesses the code of the terminal as fast as it can send.",
      tests: ["tests/bridge/pairingCalls.test.ts"],
    },
    {
      name: "code-of-another",
      find: "if (code === mine.code) {",
      replace: "if ([...open.values()].some((one) => one.code === code)) {",
      why: "A code that a person types for one site pairs another that asked as well.",
      tests: ["tests/bridge/pairing.test.ts"],
    },
    {
      name: "tries-without-end",
      find: "const triesLeft = mine.triesLeft - 1",
      replace: "const triesLeft = mine.triesLeft",
      why: "A code may be tried until it is found.",
      tests: ["tests/bridge/pairing.test.ts"],
    },
  ]),
  ...inFile("bridge/gate/pageOrigins.ts", [
    {
      name: "shuts-others-out",
      find: 'visitor.kind !== "paired" || visitor.origin === origin',
      replace: "true",
      why: "One paired site sees the others, and takes their right to the bridge away.",
      tests: ["tests/bridge/pairingCalls.test.ts"],
    },
  ]),
  ...inFile("bridge/lan/lanDevices.ts", [
    {
      name: "place-taken",
      find: "!samePlace(before.place, place) && now - before.answeredAt < ADDRESS_HELD_MS",
      replace: "false",
      why: "Whoever answers faster takes a device's place, and is asked for its passcode's proof.",
      tests: ["tests/bridge/lanDevices.test.ts"],
    },
    {
      name: "never-gone",
      find: "if (missed < ROUNDS_MISSED_MAX) known.set",
      replace: "if (missed > 0) known.set",
      why: "A device that was switched off is told to every page for ever.",
      tests: ["tests/bridge/lanDevices.test.ts"],
    },
  ]),
  ...inFile("bridge/devices/waking.ts", [
    {
      name: "awake-unseen",
      find: "setTimeout(() => end(false), withinMs)",
      replace: "setTimeout(() => end(true), withinMs)",
      why: "A computer that nobody saw is said to be awake.",
      tests: ["tests/bridge/waking.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/bridge/switching.ts", [
    {
      name: "any-mode-will-do",
      find: 'return message.mode === mode ? "done" : "modeRefused"',
      replace: 'return "done"',
      why: "A device that stays in its mode is said to have been switched.",
      tests: ["tests/domain/switching.test.ts"],
    },
    {
      name: "session-left-behind",
      find: 'isViewed() ? Effect.void : Effect.ignore(tell({ type: "disconnect_device", id }))',
      replace: "Effect.void",
      why: "Each switch leaves a session open, and a device serves four.",
      tests: ["tests/domain/switching.test.ts"],
    },
    {
      name: "typing-takes-too-long",
      find: "if (yield* isAsked(id)) {",
      replace: "if (false) {",
      why: "Who looks for the passcode for half a minute is told that the device said nothing.",
      tests: ["tests/domain/switching.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/bridge/passcodes.ts", [
    {
      name: "stored-not-tried",
      find: "if (stored !== null && refused === null && wait_ms === 0) {",
      replace: "if (stored === undefined) {",
      why: "The passcode that was kept is asked for each time.",
      tests: ["tests/domain/reach.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/bridge/connecting.ts", [
    {
      name: "kept-unasked",
      find: "given.keep ? preferences.set(keyOf(did), given.passcode) : preferences.remove(keyOf(did))",
      replace: "preferences.set(keyOf(did), given.passcode)",
      why: "A passcode that was not to be kept lies in the browser.",
      tests: ["tests/domain/reach.test.ts"],
    },
    {
      name: "never-comes-back",
      find: "if (!isOver) yield* askAfter(wait)",
      replace: "",
      why: "A device that was lost for a second stays lost.",
      tests: ["tests/domain/reach.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/bridge/relaying.ts", [
    {
      name: "relay-of-a-still-tab",
      find: "if (!engine.works()) return",
      replace: "",
      why: "A tab that cannot write its log goes on sending in the name of the account.",
      tests: ["tests/domain/relaying.test.ts"],
    },
  ]),
  ...inFile("src/adapters/bridge/joining.ts", [
    {
      name: "gone-and-here",
      find: "devices.delete(id)\n      gone.add(id)",
      replace: "gone.add(id)",
      why: "A device that left within the same burst is shown.",
      tests: ["tests/contracts/bridgeWebview.test.ts"],
    },
  ]),
]
