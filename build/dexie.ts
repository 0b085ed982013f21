import type { Plugin } from "vite"

/**
 * Dexie for browsers of today: 3 KiB less for the engine. What the package offers by its name is built for browsers without
 * classes and generators.
 */
export const modernDexie = { find: /^dexie$/, replacement: "dexie/dist/modern/dexie.mjs" }

const library = /\/node_modules\/dexie\/dist\/modern\/dexie\.mjs$/
const used = "this.use(cacheMiddleware);"

/** Every database is opened without Dexie's cache of live queries (`quietDexie.ts`); this leaves out its code. */
export const cacheless = (): Plugin => ({
  name: "sightline:cacheless",
  apply: "build",
  transform(code, id) {
    if (!library.test(id)) return null
    if (!code.includes(used)) this.error(`dexie no longer says "${used}"`)
    return { code: code.replace(used, ""), map: null }
  },
})
