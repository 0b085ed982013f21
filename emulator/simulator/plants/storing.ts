import { inFile } from "./plant.ts"

/** The log and what is kept of it, and what lists say. */
export const storing = [
  ...inFile("src/domain/product/acting.ts", [
    {
      name: "claims-relaxed",
      find: "ClaimAction: record,",
      replace: 'ClaimAction: { ...record, durability: "relaxed" },',
      why: "A power cut takes a claim whose request has left: a reboot is sent twice.",
      tests: ["tests/domain/engine.test.ts"],
    },
    {
      name: "lead-unkept",
      find: "TakeLeadership: record,",
      replace: 'TakeLeadership: { ...record, durability: "relaxed" },',
      why: "A power cut takes the epoch of a leader.",
      tests: ["tests/domain/engine.test.ts"],
    },
    {
      name: "outcome-relaxed",
      find: "CancelAction: order,",
      replace: 'CancelAction: { ...order, durability: "relaxed" },',
      why: "A power cut brings back what a person has cancelled.",
      tests: ["tests/domain/engine.test.ts"],
    },
  ]),
  ...inFile("src/domain/actions/defineAction.ts", [
    {
      name: "commands-relaxed",
      find: "...order,",
      replace: '...order,\n    durability: "relaxed",',
      why: "A power cut takes what a person was told is kept.",
      tests: ["tests/domain/engine.test.ts"],
    },
  ]),
  ...inFile("src/domain/features/session/feature.ts", [
    {
      name: "signin-relaxed",
      find: "CompleteSignIn: record,",
      replace: 'CompleteSignIn: { ...record, durability: "relaxed" },',
      why: "A power cut takes a sign-in.",
      tests: ["tests/domain/engine.test.ts"],
    },
    {
      name: "signout-relaxed",
      find: "EndSession: record,",
      replace: 'EndSession: { ...record, durability: "relaxed" },',
      why: "A power cut takes a sign-out: the person is signed in again.",
      tests: ["tests/domain/engine.test.ts"],
    },
  ]),
  ...inFile("src/domain/engine/batch.ts", [
    {
      name: "batch-forgets-tail",
      find: "let next = foreign.state",
      replace: "let next = state",
      why: "What other tabs wrote is not in the state of this one.",
    },
    {
      name: "batch-gap",
      find: "let seq = cursor + tail.length",
      replace: "let seq = cursor",
      why: "Two tabs write under the same number.",
    },
    {
      name: "batch-stale-state",
      find: "const decision = decideAlone(model, item, next, thrown)",
      replace: "const decision = decideAlone(model, item, state, thrown)",
      why: "Two commands of one instant do not see each other: both of two tabs claim.",
    },
    {
      name: "batch-hides-foreign",
      find: "events: [...foreign.events, ...events],",
      replace: "events,",
      why: "Loops of this tab do not hear what other tabs wrote.",
      tests: ["tests/domain/engine.test.ts"],
    },
  ]),
  ...inFile("src/domain/engine/opening.ts", [
    {
      name: "open-skips-first",
      find: "foldStored(model, model.registry, state, snapshot.seq, stored.tail)",
      replace: "foldStored(model, model.registry, state, snapshot.seq, stored.tail.slice(1))",
      why: "The event after a snapshot is lost to every start.",
    },
  ]),
  ...inFile("emulator/simulator/browser/memoryStore.ts", [
    {
      name: "store-wakes-nobody",
      find: "if (tab.store !== self) tab.wake()",
      replace: "if (tab.store === self) tab.wake()",
      why: "A tab does not hear of what another one wrote.",
      tests: ["tests/contracts/memoryStore.test.ts"],
    },
    {
      name: "store-short-tail",
      find: "const tail = log.after(snapshot?.seq ?? log.base?.seq ?? 0) ?? []",
      replace: "const tail = log.after((snapshot?.seq ?? log.base?.seq ?? 0) + 1) ?? []",
      why: "A start misses one event.",
    },
  ]),
  ...inFile("src/domain/ports/storeRules.ts", [
    {
      name: "snapshot-goes-back",
      find: "snapshot.version === kept.version && snapshot.seq > kept.seq",
      replace: "snapshot.version === kept.version",
      why: "A slow tab replaces a newer snapshot by an older one.",
      tests: ["tests/contracts/memoryStore.test.ts"],
    },
    {
      name: "snapshot-beyond",
      find: "if (snapshot.seq <= last) return",
      replace: "return",
      why: "A snapshot claims events that the log does not have.",
      tests: ["tests/contracts/memoryStore.test.ts"],
    },
  ]),
  ...inFile("src/domain/event/changes.ts", [
    {
      name: "read-knows-all",
      find: "known >= setSeq",
      replace: "known >= setSeq || true",
      why: "A list read before a rename brings the old name back.",
      tests: ["tests/domain/staleReads.test.ts"],
    },
    {
      name: "read-knows-nothing",
      find: "known >= setSeq",
      replace: "known >= setSeq && setSeq === 0",
      why: "A name that somebody else changes is never seen again once it was changed here.",
      tests: ["tests/domain/staleReads.test.ts"],
    },
    {
      name: "removed-stay",
      find: "removed: [...known.keys()].filter((id) => !byId.has(id))",
      replace: "removed: []",
      why: "A device that was taken away stays on the list.",
      tests: ["tests/domain/lists.test.ts"],
    },
    {
      name: "changes-unseen",
      find: "if (Object.keys(fields).length > 0) changed.push({ id, fields })",
      replace: "",
      why: "A device that somebody else renamed keeps its old name here.",
      tests: ["tests/domain/lists.test.ts"],
    },
  ]),
  ...inFile("src/domain/features/devices/state.ts", [
    {
      name: "list-of-two",
      find: "state.account === account ? state : { ...initialDevices, account }",
      replace: "({ ...state, account })",
      why: "The devices of one account are shown to another.",
      tests: ["tests/domain/lists.test.ts"],
    },
    {
      name: "fold-by-copy",
      find: "const next = draft.edit(devicesOf(state, account))\n  switch (event.type) {",
      replace:
        "const next = state.account === account ? (state as never) : draft.edit(devicesOf(state, account))\n  switch (event.type) {",
      why: "Folding changes a state that was given out.",
      tests: ["tests/domain/model.test.ts"],
    },
  ]),
  ...inFile("src/domain/features/sharing/state.ts", [
    {
      name: "sharing-of-two",
      find: "state.account === account ? state : { ...initialSharing, account, awaiting: state.awaiting }",
      replace: "({ ...state, account })",
      why: "The sub-accounts of one account are shown to another.",
      tests: ["tests/domain/lists.test.ts"],
    },
  ]),
  ...inFile("src/domain/product/decideRead.ts", [
    {
      name: "read-foreign",
      find: 'if (command.account !== state.session.current?.account) return invalid("foreignAccount")',
      replace: "",
      why: "The list of an account that has signed out is shown to the one that signed in.",
      tests: ["tests/domain/lists.test.ts"],
    },
  ]),
  ...inFile("src/domain/wire/status.ts", [
    {
      name: "session-109",
      find: '{ [-106]: "sessionInvalid", [-109]: "sessionInvalid" }',
      replace: '{ [-106]: "sessionInvalid" }',
      why: "A session that the server ended with -109 is used for ever.",
      tests: ["tests/domain/wire.test.ts"],
    },
    {
      name: "busy-unknown",
      find: 'if (status === STATUS_TOO_OFTEN) return "tooOften"',
      replace: "",
      why: "A busy server makes actions fail for good.",
      tests: ["tests/domain/wire.test.ts"],
    },
  ]),
  ...inFile("src/domain/features/tags/feature.ts", [
    {
      name: "tags-of-all",
      find: 'state.get(account ?? "") ?? NO_TAGS',
      replace: "state.values().next().value ?? NO_TAGS",
      why: "The tags of one account are seen by another.",
      tests: ["tests/domain/tags.test.ts"],
    },
  ]),
  ...inFile("src/domain/log/pseudonyms.ts", [
    {
      name: "pseudonym-of-account",
      find: '`${pseudonym("url", text.slice(0, space))}${text.slice(space)}`',
      replace: '`${pseudonym("name", text.slice(0, space))}${text.slice(space)}`',
      why: "The server inside an account key gets another name than the server: a replay finds no account.",
      tests: ["tests/replay/pseudonyms.test.ts"],
    },
    {
      name: "pseudonym-by-key",
      find: 'return plain.has(key) ? text : pseudonym("name", text)',
      replace: "return text",
      why: "A new field with a person's name leaves the house in an export.",
      tests: ["tests/replay/pseudonyms.test.ts"],
    },
  ]),
]
