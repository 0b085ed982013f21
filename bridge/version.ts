import { readFileSync } from "node:fs"

/** Of the product: bridge and app have one. */
export const VERSION: string = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version
