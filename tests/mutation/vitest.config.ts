import { defineConfig } from "vitest/config"
import { onlyTests } from "./onlyTests.ts"

/** The Node tests that run the product in their own process, where a mutant can be switched on (`npm run mutate`). */

const TEST_TIMEOUT_MS = 60_000

export default defineConfig({
  test: {
    environment: "node",
    include: onlyTests() ?? ["tests/{domain,models,replay,golden,contracts,bridge,device,emulator}/**/*.test.ts"],
    // They start other programs, which load the sources without the mutant, or measure those that were compiled.
    exclude: [
      "tests/**/command.test.ts",
      "tests/**/*Recipe.test.ts",
      "tests/contracts/window.test.ts",
      "tests/device/xvnc.test.ts",
      "tests/emulator/{devicesMany,serving}.test.ts",
      "tests/golden/compiled.test.ts",
      "tests/replay/tools.test.ts",
    ],
    testTimeout: TEST_TIMEOUT_MS,
    isolate: false,
    // What fails of a busy machine alone is no find.
    retry: 1,
  },
})
