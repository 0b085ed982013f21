/**
 * Dexie for browsers of today: 3 KiB less for the engine. What the package offers by its name is built for browsers without
 * classes and generators.
 */
export const modernDexie = { find: /^dexie$/, replacement: "dexie/dist/modern/dexie.mjs" }
