import { availableParallelism } from "node:os"
import { playwright } from "@vitest/browser-playwright"
import { defineConfig } from "vitest/config"
import { credits } from "./build/credits.ts"
import { modernDexie } from "./build/dexie.ts"
import { chromiumArguments, findChromium } from "./emulator/bench/chromium.ts"
import LongestFirst from "./tests/environment/longestFirst.ts"

/** End-to-end tests start the whole stack, a production build included. */
const E2E_TEST_TIMEOUT_MS = 240_000
const E2E_HOOK_TIMEOUT_MS = 240_000
/** Vitest leaves one core to the person, which on two cores is half of all; and many of these tests wait for processes and sockets. */
const NODE_WORKERS = Math.max(4, availableParallelism())
/** Each has a stack and a browser that its files share, and mostly waits: three keep two cores busy, more would starve. */
const E2E_WORKERS = 3
/** Each has a page with storage of its own, and one page leaves a core idle. */
const BROWSER_WORKERS = 2
/** Longest wait for what a server or a screen should come to. */
const E2E_PATIENCE_MS = 60_000
/** Shared and slow machines: a timeout is there to end a hang, not to measure. */
const TEST_TIMEOUT_MS = 90_000
/** Longest wait for a state; below the limit of a test, so that the state is named. */
const PATIENCE_MS = 60_000

/** The files of a worker share what they import, which costs as much as half of all tests; no module of ours keeps anything. */
const ISOLATED = false

/** Named here so that none is discovered in the middle of a run, which would reload the page under a test. */
const BUNDLED_FOR_BROWSER = [
  "comlink",
  "dexie-react-hooks",
  modernDexie.replacement,
  "effect",
  "hash-wasm",
  "i18next",
  "react",
  "react-aria-components",
  "react-dom/client",
  "react-i18next",
  "react-router-dom",
  "react/jsx-dev-runtime",
  "rxjs",
]

/** Set by `npm test`; found here when Vitest is started by hand. Without one Playwright's own is tried and named. */
const chromiumPath = process.env.CHROMIUM_PATH ?? findChromium()

/** The inputs of properties are drawn again in each run, unless this names them (CI, and a run to repeat). */
const { SIMULATOR_BASE } = process.env
const PROPERTY_SEED = { propertySeed: SIMULATOR_BASE === undefined ? null : Number(SIMULATOR_BASE) }
const SETUP = ["tests/environment/propertySeed.ts"]

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "node",
          provide: PROPERTY_SEED,
          setupFiles: SETUP,
          environment: "node",
          include: [
            "tests/{domain,models,replay,golden,contracts,bridge,desktop,device,emulator,simulator,mutation,house,environment}/**/*.test.ts",
          ],
          testTimeout: TEST_TIMEOUT_MS,
          expect: { poll: { timeout: PATIENCE_MS } },
          maxWorkers: NODE_WORKERS,
          isolate: ISOLATED,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [credits()],
        resolve: { alias: [modernDexie] },
        // Workers are found when a test starts one, their packages here.
        optimizeDeps: { include: BUNDLED_FOR_BROWSER, entries: ["src/workers/**/*.ts"] },
        test: {
          name: "browser",
          provide: PROPERTY_SEED,
          setupFiles: SETUP,
          include: ["tests/browser/**/*.test.{ts,tsx}"],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: TEST_TIMEOUT_MS,
          expect: { poll: { timeout: PATIENCE_MS } },
          maxWorkers: BROWSER_WORKERS,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
                args: [...chromiumArguments()],
              },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      {
        test: {
          name: "e2e",
          provide: PROPERTY_SEED,
          setupFiles: SETUP,
          environment: "node",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/e2e/build.ts"],
          // A starved machine may miss a toast that lives two seconds. Any other retry fails the run (tests/environment/retries.ts).
          retry: 2,
          testTimeout: E2E_TEST_TIMEOUT_MS,
          hookTimeout: E2E_HOOK_TIMEOUT_MS,
          expect: { poll: { timeout: E2E_PATIENCE_MS } },
          maxWorkers: E2E_WORKERS,
          isolate: ISOLATED,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
