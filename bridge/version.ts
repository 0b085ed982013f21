import { readFileSync } from "node:fs"

/**
 * The version of the product, which bridge and app share. The file must stay one folder below package.json: the packed
 * desktop program keeps the same distance.
 */
export const VERSION: string = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version
