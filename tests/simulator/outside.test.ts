import { expect, test } from "vitest"
import { complaintsOf, type WorldOutcome } from "../../emulator/outside/verdict.ts"
import { OutboxWorld } from "../domain/outboxWorld.ts"

/** The verdict on a run in a real browser finds each way in which cloud, log and panel can differ. */

const request = (name: string, body: object) => ({
  n: 1,
  at: 0,
  path: `/api/v2/${name}`,
  body: { uid: "u1", ...body },
  fault: null,
  applied: true,
  status: 0,
  answer: null,
})
const RENAMED = request("rename_device", { did: "d1", title: "New" })
const REBOOTED = request("request_device", { did: "d2", cmd: "reboot" })

/** A rename and a reboot that were requested, done and confirmed. */
const calm = (change: (world: OutboxWorld) => void = () => undefined): WorldOutcome => {
  const world = new OutboxWorld()
  world.do({ type: "RenameDevice", did: "d1", name: "New" })
  world.do({ type: "RebootDevice", did: "d2" })
  world.send()
  for (const flight of world.flights) world.land(flight, "done")
  change(world)
  return {
    acknowledged: [
      { kind: "rename", title: "New" },
      { kind: "reboot", subject: "First" },
    ],
    events: world.client.log,
    state: world.client.state,
    panel: { waiting: 0, decide: 0, settled: 2 },
    journal: [RENAMED, REBOOTED],
    names: world.names,
  }
}

test("[SIM-1] a run in which cloud, log and panel agree has no complaint", () => {
  expect(complaintsOf(calm())).toEqual([])
})

const open = (world: OutboxWorld) => void world.do({ type: "RenameDevice", did: "d2", name: "Open" })

test.each<[string, WorldOutcome, RegExp]>([
  [
    "a lost rename",
    { ...calm(), acknowledged: [...calm().acknowledged, { kind: "rename", title: "Gone" }] },
    /^the rename to Gone is lost$/,
  ],
  [
    "a lost reboot",
    { ...calm(), acknowledged: [...calm().acknowledged, { kind: "reboot", subject: "First" }] },
    /^of 2 reboots of First the log knows 1$/,
  ],
  ["a doubled reboot", { ...calm(), journal: [RENAMED, REBOOTED, REBOOTED] }, /asked for 1 times and done 2 times$/],
  [
    "a rename under another account",
    { ...calm(), journal: [RENAMED, REBOOTED, request("rename_device", { uid: "u2", did: "d1", title: "New" })] },
    /^nobody asked for New of d1 for u2$/,
  ],
  ["a confirmation of what was not done", { ...calm(), journal: [RENAMED] }, /is confirmed, not done$/],
  ["another name on the server", { ...calm(), names: new Map([["d1", "Old"]]) }, /^d1 is called Old, not New$/],
  [
    "a gap in the log",
    { ...calm(), events: calm().events.filter(({ seq }) => seq !== 3) },
    /has a gap before event 4$/,
  ],
  [
    "an action that does not come to rest",
    { ...calm(open), panel: { waiting: 1, decide: 0, settled: 2 } },
    /^Open of d2 for u1 is still queued$/,
  ],
  [
    "something done that was never sent",
    {
      ...calm((world) => {
        open(world)
        for (const { id } of world.actions) world.do({ type: "CancelAction", action: id })
      }),
      journal: [RENAMED, REBOOTED, request("rename_device", { did: "d2", title: "Open" })],
      panel: { waiting: 0, decide: 0, settled: 3 },
    },
    /^Open of d2 for u1 was done and never sent$/,
  ],
  [
    "a panel that lists something else",
    { ...calm(), panel: { waiting: 0, decide: 1, settled: 2 } },
    /^the panel lists 1 actions as decide, the log 0$/,
  ],
])("[SIM-1] finds %s", (_what, outcome, complaint) => {
  expect(complaintsOf(outcome)).toEqual([expect.stringMatching(complaint)])
})
