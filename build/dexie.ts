import type { Plugin } from "vite"

/**
 * Dexie for modern browsers, which makes the engine 3 KiB smaller. The package's default build is for browsers without
 * classes and generators.
 */
export const modernDexie = { find: /^dexie$/, replacement: "dexie/dist/modern/dexie.mjs" }

const library = /\/node_modules\/dexie\/dist\/modern\/dexie\.mjs$/
const used = "this.use(cacheMiddleware);"

/** Every database opens without Dexie's cache of live queries (`quietDexie.ts`). This plugin leaves out its code. */
export const cacheless = (): Plugin => ({
  name: "sightline:cacheless",
  apply: "build",
  transform(code, id) {
    if (!library.test(id)) return null
    if (!code.includes(used)) this.error(`dexie no longer says "${used}"`)
    return { code: code.replace(used, ""), map: null }
  },
})
