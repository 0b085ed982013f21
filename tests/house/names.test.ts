import { expect, test } from "vitest"
import { readFiles, type SourceFile } from "./files.ts"
import { PARSED_WITHIN_MS, readFacts } from "./syntax.ts"

/** A name with its own isolating markup loses its beginning in a row of the other direction. */
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

const SOURCE = ["src", "bridge", "build", "desktop", "device", "emulator", "tests"]

/** Names of exported types that several files declare, each with its files. */
const sharedTypeNames = (files: readonly SourceFile[]): readonly string[] => {
  const places = new Map<string, string[]>()
  for (const { path, source } of files) {
    for (const { name, line } of readFacts(path, source).exportedTypes) {
      places.set(name, [...(places.get(name) ?? []), `${path}:${line}`])
    }
  }
  return [...places]
    .filter(([, at]) => new Set(at.map((each) => each.split(":")[0])).size > 1)
    .map(([name, at]) => `${name} is declared at ${at.join(" and ")}: give each its own name, or import one of them`)
}

test("[HOUSE-3] the name of an exported type means one thing in the whole tree", { timeout: PARSED_WITHIN_MS }, () => {
  const files = readFiles(SOURCE, [".ts", ".tsx"])
  expect(files.length).toBeGreaterThan(0)
  expect(sharedTypeNames(files)).toEqual([])
})

test("the check of type names bites on each kind of type, however it is exported", () => {
  const found = sharedTypeNames([
    {
      path: "a.ts",
      source: "export interface A {}\nexport class B {}\ntype C = 1\nexport type { C }\nexport default class E {}",
    },
    {
      path: "b.ts",
      source: "export type A = 1\nexport enum B {}\ninterface C {}\nexport { type C as D }\nexport type E = 2",
    },
    {
      path: "c.ts",
      source: 'export type { A } from "./a.ts"\nimport type { C } from "./a.ts"\nexport type { C }\ntype E = 3',
    },
  ])
  expect(found.map((line) => line.slice(0, line.indexOf(":")))).toEqual([
    "A is declared at a.ts",
    "B is declared at a.ts",
    "C is declared at a.ts",
    "E is declared at a.ts",
  ])
  expect(found.join("")).not.toContain("c.ts")
})
