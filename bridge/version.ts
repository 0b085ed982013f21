import { readFileSync } from "node:fs"

/**
 * Of the product: bridge and app have one. This file lies one folder below package.json, as the packed desktop program does that has it inside;
 * in another folder the address would be wrong in one of the two.
 */
export const VERSION: string = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version
