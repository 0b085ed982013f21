import { acting } from "./acting.ts"
import { batching } from "./batches.ts"
import { reading } from "./reading.ts"
import { features } from "./state.ts"

/** The whole product: its features and the processes that span several of them. Add a new one here or in `state.ts`. */
export const parts = [...features, acting, batching, reading] as const
