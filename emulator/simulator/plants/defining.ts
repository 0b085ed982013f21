import { inFile } from "./plant.ts"

/** Bugs in what each queued action is, and in what follows from it. */
export const defining = [
  ...inFile("src/domain/outbox/decide.ts", [
    {
      name: "state-transition",
      find: "from !== undefined && isAllowedTransition(from, change.to)",
      replace: "true",
      why: "A change of state gives way although the server will refuse the one that replaces it.",
      tests: ["tests/domain/outbox.test.ts"],
    },
    {
      name: "wake-never-expires",
      find: "definitionOf(intent).isDeviceCommand ? stamp.at + context.expiryMs : null",
      replace: "null",
      why: "A wake asked for yesterday starts a computer today.",
    },
    {
      name: "rename-expires",
      find: "definitionOf(intent).isDeviceCommand ? stamp.at",
      replace: "true ? stamp.at",
      why: "A rename made offline is thrown away after five minutes.",
    },
  ]),
  ...inFile("src/domain/outbox/outcome.ts", [
    {
      name: "session-refuses-rename",
      find: "return definitionOf(action.intent).isDeviceCommand",
      replace: "return true",
      why: "What a session was too old for is lost in place of waiting for the next sign-in.",
    },
    {
      name: "session-keeps-reboot",
      find: "return definitionOf(action.intent).isDeviceCommand",
      replace: "return false",
      why: "A reboot that was refused stays in the queue.",
    },
    {
      name: "newer-goes-later",
      find: "definitionOf(action.intent).followsStatus(action.intent) !== null) return undefined",
      replace: "true) return undefined",
      why: "An old value goes out again although a newer one waits.",
      tests: ["tests/domain/outbox.test.ts"],
    },
  ]),
  ...inFile("src/domain/actions/definitions/sendInvitation.ts", [
    {
      name: "absolute-invitation",
      find: 'delivery: "atMostOnce"',
      replace: 'delivery: "absolute"',
      why: "An invitation whose reply was lost is sent again.",
      tests: ["tests/domain/outboxPerson.test.ts"],
    },
  ]),
  ...inFile("src/domain/actions/definitions/disconnectMainAccount.ts", [
    {
      name: "absolute-disconnect",
      find: 'delivery: "atMostOnce"',
      replace: 'delivery: "absolute"',
      why: "Leaving a main account is sent again after a lost reply.",
      tests: ["tests/domain/outboxPerson.test.ts"],
    },
  ]),
  ...inFile("src/domain/actions/definitions/renameDevice.ts", [
    {
      name: "once-rename",
      find: 'delivery: "absolute"',
      replace: 'delivery: "atMostOnce"',
      why: "A rename whose reply was lost is given up.",
    },
    {
      name: "target-any-device",
      find: "target: ({ did }) => [did]",
      replace: "target: () => []",
      why: "Renaming one device throws away the rename of another.",
    },
    {
      name: "wrong-server",
      find: 'call("rename_device", { ...who, ...input })',
      replace: 'call("rename_device", { ...who, ...input, title: input.title.trim().slice(0, 6) })',
      why: "A name arrives cut off.",
    },
  ]),
  ...inFile("src/domain/actions/definitions/assignDevice.ts", [
    {
      name: "once-assign",
      find: 'delivery: "absolute"',
      replace: 'delivery: "atMostOnce"',
      why: "A device that was shared offline may never be.",
      tests: ["tests/domain/outboxPerson.test.ts"],
    },
    {
      name: "target-any-sub-account",
      find: "target: ({ accountId, deviceId }) => [accountId, deviceId]",
      replace: "target: ({ deviceId }) => [deviceId]",
      why: "Sharing a device with one person takes back sharing it with another.",
      tests: ["tests/domain/outboxPerson.test.ts"],
    },
    {
      name: "target-any-shared-device",
      find: "target: ({ accountId, deviceId }) => [accountId, deviceId]",
      replace: "target: ({ accountId }) => [accountId]",
      why: "Sharing a second device takes back the first.",
      tests: ["tests/domain/outboxPerson.test.ts"],
    },
  ]),
  ...inFile("src/domain/actions/defineAction.ts", [
    {
      name: "reads-no-sub-accounts",
      find: "toldBy: spec.toldBy,",
      replace: 'toldBy: spec.toldBy === "subAccounts" ? null : spec.toldBy,',
      why: "A lost change of a sub-account is never looked for.",
    },
  ]),
  ...inFile("src/domain/actions/table.ts", [
    {
      name: "lane-by-call",
      find: 'if (subject.kind === "device") return deviceSubject(subject.id)',
      replace: 'if (subject.kind === "device") return deviceSubject(`${intent.call} ${subject.id}`)',
      why: "A reboot overtakes the rename that was asked for before it.",
    },
    {
      name: "lane-shared",
      find: 'if (subject.kind === "device") return deviceSubject(subject.id)',
      replace: 'if (subject.kind === "device") return "device"',
      why: "One device that does not answer holds up all others.",
      tests: ["tests/domain/outbox.test.ts"],
    },
  ]),
  ...inFile("src/domain/outbox/reconcile.ts", [
    {
      name: "read-other-list-confirms",
      find: "definitionOf(action.intent).toldBy === read &&",
      replace: "",
      why: "A list that cannot know says what happened.",
      tests: ["tests/domain/outbox.test.ts"],
    },
    {
      name: "settle-by-other-list",
      find: "if (definitionOf(action.intent).toldBy !== read) return []",
      replace: "",
      why: "A list that cannot know settles a value.",
    },
  ]),
  ...inFile("src/domain/client/sending/delivery.ts", [
    {
      name: "wake-signs-out",
      find: "if (!definitionOf(action.intent).isDeviceCommand) yield*",
      replace: "yield*",
      why: "A refused wake signs the person out.",
      tests: ["tests/domain/delivery.test.ts"],
    },
    {
      name: "refused-session-stays",
      find: "if (!definitionOf(action.intent).isDeviceCommand) yield* endRefusedSession(session)",
      replace: "",
      why: "A session that the server ended is used again and again.",
    },
    {
      name: "gone-is-refused",
      find: "if (removed === null) return outcome",
      replace: 'if (removed === null || removed.id !== "") return outcome',
      why: "Removing somebody whose removal was lost on the way back is called refused.",
    },
    {
      name: "gone-without-look",
      find: "return items.has(removed.id) ? outcome : gone",
      replace: 'return items.has("") ? outcome : gone',
      why: "A refused removal is called done.",
    },
  ]),
  ...inFile("src/domain/actions/apply.ts", [
    {
      name: "rename-untimed",
      find: "return { ...device, name, nameSetSeq: seq }",
      replace: "return { ...device, name }",
      why: "A list read before a rename brings the old name back.",
      tests: ["tests/domain/lists.test.ts"],
    },
    {
      name: "change-untimed",
      find: "subs.set(id, { ...changed, setSeq: seq })",
      replace: "subs.set(id, changed)",
      why: "A list read before a change brings the old value back.",
      tests: ["tests/domain/staleReads.test.ts"],
    },
    {
      name: "confirmed-to-others",
      find: "if (facts.devices.account === account)\n",
      replace: "",
      why: "A rename of one account's device is shown in another's list.",
      tests: ["tests/domain/staleReads.test.ts"],
    },
  ]),
  ...inFile("src/domain/product/decide.ts", [
    {
      name: "in-sight-of-nobody",
      find: "rulesOf(command)?.isOwn && isForeign(state, stamp)",
      replace: 'command.type === "StartBatch" && isForeign(state, stamp)',
      why: "A reboot asked for in sight of one account runs under another that signed in meanwhile.",
    },
  ]),
]
