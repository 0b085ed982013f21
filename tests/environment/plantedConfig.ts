import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { plants } from "../../emulator/simulator/plants/all.ts"
import { planted } from "../../emulator/simulator/plants/plant.ts"

/** The Node tests with the bug that PLANT names planted into what they load (`npm run simulate -- --planted`). */

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
    // What was transformed once without a bug must not be taken for the file with it.
    fsModuleCache: false,
    environment: "node",
    // Seeds are run by the sweep; of the simulator's own tests only those that a bug names say more.
    include: ["tests/{domain,models,replay,golden,contracts,bridge,emulator}/**/*.test.ts", ...(bug.tests ?? [])],
    testTimeout: TEST_TIMEOUT_MS,
    bail: 1,
  },
})
