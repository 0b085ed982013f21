import { inFile } from "./plant.ts"

/** This network: who answers, searches, and wakes through the native side. */
export const searching = [
  ...inFile("src/domain/features/lan/decide.ts", [
    {
      name: "clock-is-news",
      find: "() => TIME_APART)",
      replace: "() => new Set())",
      why: "The log grows with every word of a device, because its clock goes on.",
      tests: ["tests/domain/lan.test.ts"],
    },
    {
      name: "gone-stays",
      find: "filter((id) => !told.has(id) && state.devices.has(id))",
      replace: "filter(() => false)",
      why: "A device that was switched off is shown as online for ever.",
      tests: ["tests/domain/lan.test.ts"],
    },
    {
      name: "search-ends-twice",
      find: "state.scan?.id === scan && state.scan.end === null",
      replace: "state.scan?.id === scan",
      why: "A search that was cancelled is done a moment later.",
      tests: ["tests/domain/lan.test.ts"],
    },
    {
      name: "wake-goes-back",
      find: "after[before.stage].includes(stage)",
      replace: "true",
      why: "A computer that was seen awake is not confirmed a minute later.",
      tests: ["tests/domain/lan.test.ts"],
    },
  ]),
  ...inFile("src/domain/features/lan/state.ts", [
    {
      name: "old-did-linked",
      find: "if (before !== undefined && before.did !== device.did) unlink(byDid, before)",
      replace: "",
      why: "A device of the account is shown as here, because another one once had its name on the network.",
      tests: ["tests/domain/lan.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/lan/lanDevices.ts", [
    {
      name: "hears-messages-later",
      find: "bridge.onMessage((message) => listener({ message }))]),",
      replace: "Effect.andThen(Effect.yieldNow, bridge.onMessage((message) => listener({ message })))]),",
      why: "A page that is frozen as it starts misses who is on the network, and shows nobody.",
      tests: ["tests/domain/scanning.test.ts"],
    },
    {
      name: "greeting-forgets-nobody",
      find: 'link.state === "connected" ? now + LAN_REPORTED_WITHIN_MS : null',
      replace: "null",
      why: "Who left while the bridge was away is shown as online for ever.",
      tests: ["tests/domain/scanning.test.ts"],
    },
    {
      name: "flood-of-news",
      find: "if (!all.rate.take(now)) return Math.ceil(all.rate.wait(now))",
      replace: "",
      why: "A device that changes ten times a second fills the disk.",
      tests: ["tests/domain/scanning.test.ts"],
    },
    {
      name: "full-disk-forgets",
      find: 'if (done._tag === "Failure")',
      replace: "if (false)",
      why: "A device that was found while the disk was full never appears.",
      tests: ["tests/domain/scanning.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/lan/scanning.ts", [
    {
      name: "host-between-parts",
      find: "    running.before += hosts.length\n",
      replace: "    running.before += hosts.length + 1\n",
      why: "Between two parts of a search one address is never asked.",
      tests: ["tests/domain/scanning.test.ts"],
    },
    {
      name: "covered-twice",
      find: "withoutCovered(lanTargets(texts))",
      replace: "lanTargets(texts)",
      why: "An address that lies in two targets is asked twice.",
      tests: ["tests/domain/scanning.test.ts"],
    },
    {
      name: "cancel-unheard",
      find: 'yield* Effect.ignore((yield* Bridge).send({ type: "cancel_scan" }))',
      replace: "",
      why: "The bridge goes on searching sixteen million addresses after a person has cancelled.",
      tests: ["tests/domain/scanning.test.ts"],
    },
    {
      name: "silence-waits",
      find: "if (running.part.done === seen) return false",
      replace: "",
      why: "A native side that falls silent leaves a search that never ends.",
      tests: ["tests/domain/scanning.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/lan/waking.ts", [
    {
      name: "wake-of-another",
      find: "wake.id === id && (wake.mac === null",
      replace: "(wake.mac === null",
      why: "The computer of another device is said to be awake.",
      tests: ["tests/domain/scanning.test.ts"],
    },
    {
      name: "wake-waits-for-ever",
      find: "if (left <= 0 || left > LAN_WAKE_CONFIRM_MS) yield*",
      replace: "if (false) yield*",
      why: "A wake of which nothing is heard is under way for ever.",
      tests: ["tests/domain/scanning.test.ts"],
    },
  ]),
]
