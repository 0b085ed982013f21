import { expect, test } from "vitest"
import { readFiles } from "./files.ts"
import { packagesLoadedWith } from "./firstScreen.ts"

/** The sign-in screen as `build/budget.ts` measures it, found here without a build. */
const FIRST = ["src/app/main.tsx", "src/app/screens/SignIn.tsx"]

/** The libraries that load before the sign-in form. All others come with the engine or later. */
const ALLOWED = new Set([
  "i18next",
  "lucide-react",
  "react",
  "react-aria-components",
  "react-dom",
  "react-i18next",
  "react-router-dom",
])

const nameOf = (specifier: string): string => specifier.split("/")[0] ?? specifier

test("[ROUTE-6] what the sign-in form needs loads no library of the engine", () => {
  const packages = packagesLoadedWith(readFiles(["src"], [".ts", ".tsx"]), FIRST)
  const tooMuch = [...packages].filter(([name]) => !ALLOWED.has(nameOf(name)))
  expect(tooMuch.map(([name, way]) => [...way, name].join(" → "))).toEqual([])
  expect(new Set([...packages.keys()].map(nameOf))).toEqual(ALLOWED)
})

test("[ROUTE-6] it finds a library over any number of files, and neither types nor what is fetched on demand", () => {
  const files = [
    { path: "src/a.ts", source: `import { b } from "./deep/b.ts"\nimport type { Key } from "rxjs"\nimport("dexie")` },
    { path: "src/deep/b.ts", source: `export { isOn } from "../feature.ts"\nexport type { T } from "pako"` },
    { path: "src/feature.ts", source: `import * as Schema from "effect/Schema"\nimport "./a.ts"` },
    { path: "src/later.ts", source: `import "ws"` },
  ]
  expect([...packagesLoadedWith(files, ["src/a.ts"])]).toEqual([
    ["effect/Schema", ["src/a.ts", "src/deep/b.ts", "src/feature.ts"]],
  ])
})

test("[HOUSE-1] the domain fetches no code: when a part of it is loaded is up to the app", () => {
  const fetching = readFiles(["src/domain"], [".ts"]).filter(({ source }) => /\bimport\(/.test(source))
  expect(fetching.map(({ path }) => path)).toEqual([])
})
