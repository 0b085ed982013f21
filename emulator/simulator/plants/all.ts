import { keeping } from "./keeping.ts"
import type { Plant } from "./plant.ts"
import { sending } from "./sending.ts"

/** Former bugs of the product, to be planted again. `npm run mutate` measures the detection of other bugs. */
export const plants: readonly Plant[] = [...sending, ...keeping]
