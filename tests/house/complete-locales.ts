import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./files.ts"
import { completed, flatten, LANGUAGES } from "./locales.ts"

/**
 * `node tests/house/complete-locales.ts`: gives every language each key of English, with the English text where
 * a translation is missing and every plural form the language has, and removes keys that English no longer has.
 */

const read = (name: string) => flatten(JSON.parse(readFileSync(join(ROOT, "locales", `${name}.json`), "utf8")))
const english = read("en")

for (const [name, tag] of Object.entries(LANGUAGES)) {
  if (name === "en") continue
  const file = join(ROOT, "locales", `${name}.json`)
  const texts = existsSync(file) ? read(name) : new Map<string, string>()
  const result = completed(tag, texts, english)
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  const borrowed = [...flatten(result).keys()].filter((key) => !texts.has(key)).length
  console.log(`${name}: ${borrowed} texts taken from English`)
}
