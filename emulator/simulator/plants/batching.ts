import { inFile } from "./plant.ts"

const tests = ["tests/domain/batch.test.ts"]

/** How one thing is asked of several devices, in turn. */
export const batching = [
  ...inFile("src/domain/features/batches/state.ts", [
    {
      name: "batch-turn-stands",
      find: "while (hasHadTurn(next.dids[next.turn])) next.turn += 1",
      replace: "",
      why: "A batch asks its first device again and again, and no other.",
      tests,
    },
    {
      name: "batch-forgets-results",
      find: 'if (item.standing !== "asked" && known?.action !== item.action) return state',
      replace: 'if (item.standing !== "asked") return state',
      why: "What became of the devices of a batch is not told.",
      tests,
    },
    {
      name: "batch-forgets-taken-back",
      find: "again: [...next.again, ...back],",
      replace: "again: next.again,",
      why: "What a pause has taken back is never asked.",
      tests,
    },
  ]),
  ...inFile("src/domain/product/batches.ts", [
    {
      name: "batch-foreign",
      find: "batch === undefined || batch.account !== context.account",
      replace: "batch === undefined",
      why: "The batch of one account goes on under another.",
      tests,
    },
    {
      name: "batch-unbounded",
      find: 'if (count.asked >= BATCH_AT_ONCE) return invalid("notReady")',
      replace: "",
      why: "A batch of ten thousand devices floods the outbox.",
      tests,
    },
    {
      name: "batch-ignores-pause",
      find: "isOver(batch) || isPaused || did === null",
      replace: "isOver(batch) || (isPaused && did === null) || did === null",
      why: "A paused batch goes on.",
      tests,
    },
    {
      name: "batch-ignores-undo",
      find: "undoLeft(batch, stamp.at) > 0",
      replace: "undoLeft(batch, stamp.at) < 0",
      why: "What a person has undone was asked already.",
      tests,
    },
    {
      name: "batch-never-late",
      find: "if (isLate(batch, stamp.at, context.expiryMs))",
      replace: "if (isLate(batch, stamp.at, context.expiryMs) && did === null)",
      why: "Devices reboot a day after somebody asked for it.",
      tests,
    },
    {
      name: "batch-any-epoch",
      find: "command.epoch === state.outbox.epoch ?",
      replace: "command.epoch <= state.outbox.epoch ?",
      why: "A tab that leads no more goes on handing devices over.",
      tests,
    },
  ]),
]
