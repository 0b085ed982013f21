import { expect, test } from "vitest"
import { readFiles } from "./files.ts"

/** A name that the app isolates in its own markup loses its beginning in a row of the other direction. */
const OWN_WAY = /<bdi[^>]*>\s*\{[^}]*\b(?:name|email|owner|tag)\b/gi

test("[I18N-3] names of the world are shown by their component alone", () => {
  const found = readFiles(["src/app"], [".tsx"]).flatMap(({ path, source }) =>
    path === "src/app/ui/Name.tsx" || path === "src/app/shell/AuthLayout.tsx" || path.endsWith("HelpCenter.tsx")
      ? []
      : [...source.matchAll(OWN_WAY)].map(([text]) => `${path}: ${text}`),
  )
  expect(found).toEqual([])
  expect("<bdi>{device.name}</bdi>").toMatch(OWN_WAY)
})
