import { defineConfig } from "vitest/config"
import { onlyTests } from "./onlyTests.ts"

/** The Node tests that run the product in their own process, where a mutant can be activated (`npm run mutate`). */

const TEST_TIMEOUT_MS = 60_000

export default defineConfig({
  test: {
    environment: "node",
    include: onlyTests() ?? ["tests/{domain,models,replay,golden,contracts,bridge,device,emulator}/**/*.test.ts"],
    // These start other programs, which load the sources without the mutant, or measure compiled ones.
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
    // A failure due to a busy machine is no find.
    retry: 1,
  },
})
