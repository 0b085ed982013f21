import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { plants } from "../../emulator/simulator/plants/all.ts"
import { planted } from "../../emulator/simulator/plants/plant.ts"

/** The Node tests with the planted bug that PLANT names (`npm run simulate -- --planted`). */

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const TEST_TIMEOUT_MS = 60_000

const bug = plants.find(({ name }) => name === process.env.PLANT)
if (bug === undefined) throw new Error(`PLANT names no plant: ${process.env.PLANT}`)

export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: "planted",
      enforce: "pre",
      transform: (code, id) => (id === `${ROOT}${bug.file}` ? planted(code, bug) : undefined),
    },
  ],
  test: {
    // A cached transformation without the bug must not replace the file with it.
    fsModuleCache: false,
    environment: "node",
    // The sweep runs the seeds. Of the simulator's own tests only those that a bug names add something.
    include: ["tests/{domain,models,replay,golden,contracts,bridge,emulator}/**/*.test.ts", ...(bug.tests ?? [])],
    testTimeout: TEST_TIMEOUT_MS,
    bail: 1,
  },
})
