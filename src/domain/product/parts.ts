import { acting } from "./acting.ts"
import { batching } from "./batches.ts"
import { reading } from "./reading.ts"
import { features } from "./state.ts"

/** The whole product: its features, and what spans several of them. A new one has its line here or in `state.ts`. */
export const parts = [...features, acting, batching, reading] as const
