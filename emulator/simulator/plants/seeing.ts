import { inFile } from "./plant.ts"

/** What is done in sight of whom, what is told of the log, and what a tab does that cannot write it. */
export const seeing = [
  ...inFile("src/domain/client/answering.ts", [
    {
      name: "done-for-another",
      find: "request.inSightOf !== (session.current?.account ?? null)",
      replace: "request.inSightOf === undefined",
      why: "A dialog that was opened as one account acts for the one that signed in meanwhile.",
    },
    {
      name: "asked-too-late",
      find: "const result = isOwed ? yield* read(list) : joined",
      replace: 'const result = isOwed && joined === "failed" ? yield* read(list) : joined',
      why: "Whoever asks for a list while a reading of it ends waits on, and is refused another one.",
      tests: ["tests/domain/refresh.test.ts"],
    },
  ]),
  ...inFile("src/domain/engine/engine.ts", [
    {
      name: "sight-forgotten",
      find: "const inSightOf = asked.inSightOf === undefined ? shown : asked.inSightOf",
      replace: "const inSightOf = shown === null ? undefined : undefined",
      why: "A reboot asked for as one account goes out as another that signed in within the same second.",
    },
  ]),
  ...inFile("src/domain/features/tags/feature.ts", [
    {
      name: "tags-in-sight-of-nobody",
      find: "TagDevices: ownChoice, UntagDevices: ownChoice",
      replace: "TagDevices: { ...ownChoice, isOwn: false }, UntagDevices: ownChoice",
      why: "A tag given as one account is put on the devices of another.",
    },
  ]),
  ...inFile("src/domain/log/fold.ts", [
    {
      name: "unread-passed-over",
      find: "unread.push({ seq: one.seq, type: read.reason.type, problem: read.reason.problem })",
      replace: "continue",
      why: "A part of the log is gone, and nobody is told.",
    },
  ]),
  ...inFile("src/domain/engine/engine.ts", [
    {
      name: "snapshot-over-damage",
      find: "saveSnapshot: Effect.suspend(() => (mending.isOwed || log.hasFound ? Effect.void : log.saveSnapshot)),",
      replace: "saveSnapshot: log.saveSnapshot,",
      why: "A part of the log is gone, and a snapshot hides it before anybody is told.",
      tests: ["tests/domain/damage.test.ts"],
    },
  ]),
  ...inFile("src/domain/engine/mending.ts", [
    {
      name: "bad-snapshot-kept",
      find: "snapshots: found.snapshot })",
      replace: "snapshots: false })",
      why: "Each start reads the whole log, because a snapshot of no use stays.",
      tests: ["tests/domain/damage.test.ts"],
    },
    {
      name: "damage-untold",
      find: "if (!isSound(unrecorded)) yield*",
      replace: "if (!isSound(unrecorded) && unrecorded.odd < 0) yield*",
      why: "What could not be read is set aside in silence.",
    },
  ]),
  ...inFile("emulator/simulator/browser/memoryStore.ts", [
    {
      name: "gap-left",
      find: "for (const [from, to] of found.missing) kept.push(...standIns(from, to))",
      replace: "",
      why: "A log that has lost a row cannot be read on.",
    },
  ]),
  ...inFile("src/domain/client/resetSettings.ts", [
    {
      name: "reset-keeps-theme",
      find: "keys.filter((key) => key !== USER_KEY)",
      replace: 'keys.filter((key) => key !== USER_KEY && key !== "theme")',
      why: "Resetting the settings leaves some of them.",
    },
    {
      name: "reset-unnoticed",
      find: "  )\n  yield* observeAll",
      replace: "  )",
      why: "After a reset the page and the log still show what was set.",
      tests: ["tests/domain/resetSettings.test.ts"],
    },
    {
      name: "reset-moves-user",
      find: "  if ((yield* savedUser) === null) yield* preferences.remove(USER_KEY)\n",
      replace: "",
      why: "After a reset the token of a saved user that names no server goes to the public one.",
      tests: ["tests/domain/resetSettings.test.ts"],
    },
  ]),
  ...inFile("src/domain/engine/ownLog.ts", [
    {
      name: "storage-failure-untold",
      find: "Effect.sync(() => this.#setStatus({ ...this.#status, storage: reason })),",
      replace: 'Effect.sync(() => this.#setStatus({ ...this.#status, storage: reason === "newer" ? reason : "ok" })),',
      why: "What was asked for is lost with a full disk, and nobody is told.",
    },
  ]),
  ...inFile("src/domain/client/log/storageWatch.ts", [
    {
      name: "storage-never-tried",
      find: 'yield* Effect.ignore(engine.dispatch({ type: "TryStorage", reason, forgotten: 0 }))',
      replace: "yield* Effect.void",
      why: "Once the disk was full the page says so for ever, and reads nothing.",
    },
  ]),
  ...inFile("src/domain/engine/batch.ts", [
    {
      name: "newer-passed-over",
      find: "if (foreign.newer !== null) {",
      replace: "if (foreign.newer !== null && foreign.newer.seq < 0) {",
      why: "A tab of an older release decides on a log that it cannot read.",
      tests: ["tests/domain/engine.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/sending/leading.ts", [
    {
      name: "unable-asks-for-lead",
      find: "    yield* until(triggers, engine.works)\n",
      replace: "",
      why: "A tab of an older release takes the lead again and again.",
    },
    {
      name: "unable-leads-on",
      find: "const mayLead = () => engine.works() && presence.shouldLead()",
      replace: "const mayLead = () => presence.shouldLead()",
      why: "A tab that cannot write the log keeps the lead, and nothing is sent.",
      tests: ["tests/simulator/calm.test.ts"],
    },
  ]),
  ...inFile("src/domain/client/sync/refreshLoop.ts", [
    {
      name: "unable-refreshes",
      find: "const asks = engine.works() && ",
      replace: "const asks = ",
      why: "A tab that cannot keep what it reads asks for it again and again.",
      tests: ["tests/simulator/calm.test.ts"],
    },
  ]),
  ...inFile("src/domain/views/devices.ts", [
    {
      name: "online-an-hour",
      find: "now - lastSeen <= ONLINE_WINDOW_MS",
      replace: "now - lastSeen <= 2 * ONLINE_WINDOW_MS",
      why: "A device that went silent is shown as online for half an hour too long.",
      tests: ["tests/domain/lists.test.ts"],
    },
  ]),
  ...inFile("src/domain/log/reader.ts", [
    {
      name: "cut-file-read",
      find: "return this.#sealed ? null :",
      replace: "return this.#lastSeq > 0 ? null :",
      why: "A log file whose end is missing is replayed as if it were whole.",
      tests: ["tests/replay/log.test.ts"],
    },
  ]),
]
