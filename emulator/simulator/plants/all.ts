import { keeping } from "./keeping.ts"
import type { Plant } from "./plant.ts"
import { sending } from "./sending.ts"

/** Bugs that the product once had, to be planted again. How much the tests find of others is measured by `npm run mutate`. */
export const plants: readonly Plant[] = [...sending, ...keeping]
