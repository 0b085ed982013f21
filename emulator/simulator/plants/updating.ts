import { inFile } from "./plant.ts"

/** Updates and campaigns: found by the seeds of updates, or by the tests of their rules. */
const rules = ["tests/domain/firmware.test.ts"]
const seeds = ["tests/simulator/firmware.test.ts"]
const running = ["tests/domain/firmwareRunning.test.ts"]

export const updating = [
  ...inFile("src/domain/features/firmware/decide.ts", [
    {
      name: "one-more-at-once",
      find: '=== "running").length >= campaign.atOnce',
      replace: '=== "running").length > campaign.atOnce',
      why: "More devices restart at once than a person has allowed.",
      tests: rules,
    },
    {
      name: "postponed-first",
      find: "waiting.find(({ device }) => !campaign.postponed.has(device)) ?? waiting[0]",
      replace: "waiting[0]",
      why: "A device whose passcode nobody gives is asked again and again, and the others never come.",
      tests: rules,
    },
    {
      name: "postponed-twice",
      find: "if (of !== campaign || before.has(device)) return []",
      replace: "if (of !== campaign) return []",
      why: "Devices whose passcode nobody gives put each other off for ever.",
      tests: rules,
    },
    {
      name: "paused-goes-on",
      find: "if (campaign === null || campaign.isPaused) return NOTHING",
      replace: "if (campaign === null) return NOTHING",
      why: "A campaign that a person has paused restarts the next device.",
      tests: rules,
    },
  ]),
  ...inFile("src/domain/features/firmware/campaignEnd.ts", [
    {
      name: "one-failure-more",
      find: "failures >= campaign.limit",
      replace: "failures > campaign.limit",
      why: "A campaign goes on after as many failures as were allowed.",
      tests: rules,
    },
  ]),
  ...inFile("src/domain/features/firmware/updates.ts", [
    {
      name: "stage-goes-back",
      find: " || order(to) < order(stage)) return []",
      replace: ") return []",
      why: "An update that installs is shown as uploading again.",
      tests: rules,
    },
    {
      name: "percent-falls",
      find: "percent >= before + FIRMWARE_PROGRESS_STEP ||",
      replace: "percent !== before ||",
      why: "The percent of an update jumps back and forth.",
      tests: rules,
    },
    {
      name: "updated-twice",
      find: 'return update !== undefined && isRunning(update) ? "updating" : null',
      replace: "return null",
      why: "A device gets two updates at once.",
      tests: rules,
    },
    {
      name: "completed-tried-again",
      find: 'if (update?.stage !== "error") return undefined',
      replace: "if (update === undefined) return undefined",
      why: "An update begins for a device that is not there.",
      tests: rules,
    },
    {
      name: "confirmed-too-early",
      find: 'if (update?.stage !== "completed" || update.reported',
      replace: "if (update === undefined || update.reported",
      why: "An update that still runs is called confirmed.",
      tests: rules,
    },
  ]),
  ...inFile("src/domain/features/firmware/images.ts", [
    {
      name: "hash-forgotten",
      find: "const known = hash ?? (latest?.build === build ? latest.hash : null)",
      replace: "const known = hash",
      why: "Nothing can be verified any more once the bridge has told the latest build.",
      tests: rules,
    },
  ]),
  ...inFile("src/domain/client/firmware/conversation.ts", [
    {
      name: "chunk-sent-again",
      find: "if (next === this.#sent || next * FIRMWARE_CHUNK_MAX_BYTES >= this.#size) return",
      replace: "if (next * FIRMWARE_CHUNK_MAX_BYTES >= this.#size) return",
      why: "Chunks travel several times.",
      tests: seeds,
    },
    {
      name: "question-stays",
      find: "    yield* giveUpQuestion(device)\n",
      replace: "",
      why: "The native side waits for the passcode of one device while another is asked for.",
      tests: running,
    },
  ]),
  ...inFile("src/domain/client/firmware/images.ts", [
    {
      name: "damaged-stays",
      find: '({ reason }) => reason === "damaged"',
      replace: "() => false",
      why: "An image that is missing or spoilt is never brought again.",
      tests: running,
    },
  ]),
  ...inFile("src/domain/client/firmware/running.ts", [
    {
      name: "device-awaited-for-ever",
      find: "Effect.as(Effect.sleep(DEVICE_BACK_MS), false)",
      replace: "Effect.never",
      why: "The dialog of a device that never comes back stays open for ever.",
      tests: running,
    },
  ]),
  ...inFile("src/domain/features/lan/state.ts", [
    {
      name: "back-still-left",
      find: "    left.delete(device.id)\n    const ids",
      replace: "    const ids",
      why: "A device that is back after its update is remembered as gone.",
      tests: ["tests/domain/lan.test.ts"],
    },
  ]),
]
