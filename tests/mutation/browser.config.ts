import { fileURLToPath } from "node:url"
import { defineConfig, mergeConfig } from "vitest/config"
import { planted } from "../../emulator/simulator/plants/plant.ts"
import all from "../../vitest.config.ts"
import { MUTANT_VARIABLE, readMutant } from "./browserTests.ts"

/** The tests of the repository with one mutant in their modules, which MUTANT names (`npm run mutate`). */

const ROOT = fileURLToPath(new URL("../..", import.meta.url))

const mutant = readMutant(process.env[MUTANT_VARIABLE])

const withMutant = {
  name: "mutant",
  enforce: "pre" as const,
  transform: (code: string, id: string) =>
    id.split("?", 1)[0] === `${ROOT}${mutant.file}` ? planted(code, mutant) : undefined,
}

export default defineConfig({
  root: ROOT,
  test: {
    projects: (all.test?.projects ?? []).map((project) =>
      typeof project === "object" && "test" in project && project.test?.name === "browser"
        ? mergeConfig(project, { plugins: [withMutant], test: { bail: 1 } })
        : project,
    ),
  },
})
