import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * The slowest files, the slowest first. A fresh checkout has no recorded durations, and Vitest then starts with the
 * largest files. These are small, but play many scenes or start many processes, and would run alone at the end.
 */
const LONGEST = [
  "tests/e2e/documentedCommands.test.ts",
  "tests/e2e/pseudo-screens.test.ts",
  "tests/e2e/pseudo-dialogs.test.ts",
  "tests/e2e/firmware.test.ts",
  "tests/e2e/replay.test.ts",
  "tests/e2e/faults.test.ts",
  "tests/e2e/firefox.test.ts",
  "tests/e2e/viewer.test.ts",
  "tests/e2e/damage.test.ts",
  "tests/e2e/twoTabs.test.ts",
  "tests/e2e/desktop.test.ts",
  "tests/e2e/narrow.test.ts",
  "tests/e2e/account-axe.test.ts",
  "tests/e2e/account-queue.test.ts",
  "tests/e2e/devices-axe.test.ts",
  "tests/e2e/random/builtApp.test.ts",
  "tests/environment/documentedCommands.test.ts",
  "tests/simulator/plants.test.ts",
  "tests/emulator/command.test.ts",
  "tests/bridge/firmware.test.ts",
  "tests/simulator/failure.test.ts",
  "tests/simulator/crew.test.ts",
  "tests/bridge/command.test.ts",
  "tests/replay/command.test.ts",
  "tests/simulator/command.test.ts",
  "tests/simulator/seeds.test.ts",
  "tests/simulator/kept.test.ts",
  "tests/bridge/slowPage.test.ts",
  "tests/browser/screens-devices.test.tsx",
  "tests/browser/screens-devicesLayout.test.tsx",
  "tests/browser/dexieStore.test.ts",
  "tests/browser/logFiles.test.ts",
  "tests/browser/firmwareImages.test.ts",
]

/** The position of a file: lower starts earlier. Unlisted files follow in Vitest's order. */
const rank = ({ moduleId }: TestSpecification): number => {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(file))
  return place < 0 ? LONGEST.length : place
}

export default class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => {
      const order = a.project.config.sequence.groupOrder - b.project.config.sequence.groupOrder
      return order === 0 ? rank(a) - rank(b) : order
    })
  }
}
