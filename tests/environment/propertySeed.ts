import * as fc from "fast-check"
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** Number that SIMULATOR_BASE names; null when each property draws its own. */
    propertySeed: number | null
  }
}

const seed = inject("propertySeed")
if (seed !== null) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
