import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

/** Set by a developer who has built the app already. */
const BUILT_VARIABLE = "SIGHTLINE_E2E_BUILT"

/** Builds the app once for all files of the project. Each file then starts its own servers for the result. */
export default function buildApp(): void {
  if (process.env[BUILT_VARIABLE] !== undefined) return
  const root = fileURLToPath(new URL("../..", import.meta.url))
  const vite = fileURLToPath(new URL("../../node_modules/vite/bin/vite.js", import.meta.url))
  // Vitest sets "test", which would bundle React's development build.
  const env = { ...process.env, NODE_ENV: "production" }
  const built = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], { cwd: root, stdio: "inherit", env })
  if (built.status !== 0) throw new Error("the app could not be built, see above")
}
