import { describe, expect, test } from "vitest"
import { circlesOf, folderCirclesOf } from "./circles.ts"
import { listPaths, readFiles } from "./files.ts"
import { namelessPaths, violationsOf } from "./law.ts"
import { IMPORT_EXCEPTIONS, LONG_FILES } from "./layers.ts"
import { componentColourViolations, PHYSICAL_ALLOWED, styleViolations, TOKEN_FILES } from "./styles.ts"
import { PARSED_WITHIN_MS, readFacts } from "./syntax.ts"

const SCREENS = "src/app/screens/"
const HOUSE = ["src", "bridge", "device", "emulator", "build", "tests"]

describe("the house as it is", { timeout: PARSED_WITHIN_MS }, () => {
  test("keeps the law of layers, purity and shape", () => {
    const files = readFiles(HOUSE, [".ts", ".tsx"])
    expect(files.length).toBeGreaterThan(0)
    expect(files.flatMap(violationsOf)).toEqual([])
  })

  test("imports in no circle, types included", () => {
    expect(circlesOf(readFiles(HOUSE, [".ts", ".tsx"]))).toEqual([])
  })

  test("has no screens that need each other", () => {
    expect(folderCirclesOf(readFiles(["src/app/screens"], [".ts", ".tsx"]), SCREENS)).toEqual([])
  })

  test("[I18N-2] writes no text into components", () => {
    const texts = readFiles(["src/app"], [".tsx"]).flatMap(({ path, source }) => readFacts(path, source).writtenTexts)
    expect(texts).toEqual([])
  })

  test("has no folder or file whose name says nothing", () => {
    expect(namelessPaths(listPaths(HOUSE))).toEqual([])
  })

  test("keeps raw colours in the token file and directions logical", () => {
    const sheets = readFiles(["src", "emulator"], [".css"]).flatMap(styleViolations)
    const components = readFiles(["src"], [".tsx"]).flatMap(componentColourViolations)
    expect([...sheets, ...components]).toEqual([])
  })

  test("[HOUSE-4] replaces no module in a test, as the files of a run share their modules", () => {
    const replaced = /\bvi\.(?:do)?Mock\(/i
    const found = readFiles(["tests"], [".ts", ".tsx"]).filter(({ source }) => replaced.test(source))
    expect(found.map(({ path }) => path)).toEqual([])
    expect(`${"vi"}.mock("./limits.ts")`).toMatch(replaced)
  })

  test("gives a reason for each exception", () => {
    const reasons = [...IMPORT_EXCEPTIONS, ...LONG_FILES, ...PHYSICAL_ALLOWED].map(({ why }) => why)
    for (const why of reasons) expect(why.length).toBeGreaterThan(20)
  })
})

/** The violations of a file, without its path and line. */
const complaints = (path: string, source: string) =>
  violationsOf({ path, source }).map((line) => line.replace(/^\S+ /, ""))

describe("the law bites", () => {
  const planted: ReadonlyArray<readonly [what: string, path: string, source: string, complaint: RegExp]> = [
    [
      "a layer seeing one further out",
      "src/domain/log/a.ts",
      `import "../client/b.ts"`,
      /log must not see domain\/client/,
    ],
    [
      "a type import outwards",
      "src/domain/values/a.ts",
      `import type { A } from "../wire/b.ts"`,
      /must not see domain\/wire/,
    ],
    [
      "a re-export outwards",
      "src/domain/views/a.ts",
      `export { a } from "../ports/b.ts"`,
      /must not see domain\/ports/,
    ],
    [
      "a dynamic import outwards",
      "src/domain/outbox/a.ts",
      `const a = import("../product/b.ts")`,
      /must not see domain\/product/,
    ],
    ["an import type outwards", "src/domain/wire/a.ts", `type A = import("../log/b.ts").A`, /must not see domain\/log/],
    [
      "the engine seeing the product",
      "src/domain/engine/a.ts",
      `import "../product/b.ts"`,
      /must not see domain.product/,
    ],
    ["the domain seeing adapters", "src/domain/client/a.ts", `import "../../adapters/b.ts"`, /must not see adapters/],
    ["adapters seeing the app", "src/adapters/a.ts", `import "../app/b.ts"`, /must not see app/],
    [
      "a feature seeing another",
      "src/domain/features/devices/a.ts",
      `import "../sharing/b.ts"`,
      /must not see domain\/sharing/,
    ],
    ["a worker seeing a screen", "src/workers/a.ts", `import "../app/screens/b.tsx"`, /must not see app\/screens/],
    ["a worker seeing an adapter", "src/workers/a.ts", `import "../adapters/b.ts"`, /must not see adapters/],
    [
      "the app starting a worker itself",
      "src/app/a.ts",
      `new Worker(new URL("../workers/b.ts", import.meta.url))`,
      /must not see workers/,
    ],
    [
      "the app seeing the emulator",
      "src/app/a.ts",
      `import "../../emulator/model/b.ts"`,
      /must not see emulator\/model/,
    ],
    ["the app seeing the bridge", "src/app/a.ts", `import "../../bridge/b.ts"`, /must not see bridge/],
    [
      "the bridge seeing a feature",
      "bridge/a.ts",
      `import "../src/domain/features/devices/b.ts"`,
      /must not see domain\/devices/,
    ],
    [
      "the emulator's model seeing a feature",
      "emulator/model/a.ts",
      `import "../../src/domain/features/devices/b.ts"`,
      /must not see domain\/devices/,
    ],
    [
      "the emulator's model seeing its shell",
      "emulator/model/a.ts",
      `import "../node/b.ts"`,
      /must not see emulator\/node/,
    ],
    [
      "the emulator's shell seeing the engine",
      "emulator/node/a.ts",
      `import "../../src/domain/client/b.ts"`,
      /must not see domain\/client/,
    ],
    ["the simulator seeing the app", "emulator/simulator/a.ts", `import "../../src/app/b.ts"`, /must not see app/],
    [
      "the simulator seeing another store",
      "emulator/simulator/a.ts",
      `import "../../src/adapters/storage/dexie.ts"`,
      /must not see adapters/,
    ],
    [
      "the command line seeing adapters",
      "emulator/cli/a.ts",
      `import "../../src/adapters/cloud/b.ts"`,
      /must not see adapters/,
    ],
    ["the console seeing the app", "emulator/console/a.ts", `import "../../src/app/b.ts"`, /must not see app/],
    ["the app seeing the build", "src/app/a.ts", `import "../../build/b.ts"`, /must not see build/],
    ["a screen with an adapter", "src/app/screens/a.tsx", `import "../../adapters/b.ts"`, /must not see adapters/],
    ["a screen with Effect", "src/app/screens/a.tsx", `import { Effect } from "effect"`, /must not import effect/],
    ["an async screen", "src/app/screens/a.tsx", `const a = async () => {}`, /must not use async/],
    ["a waiting screen", "src/app/screens/a.tsx", `export default await 1`, /must not use await/],
    ["a screen with a promise's method", "src/app/screens/a.tsx", `send().then(() => <p />)`, /must not use \.then/],
    ["a screen with a promise", "src/app/screens/a.tsx", `new Promise(() => {})`, /must not use Promise/],
    [
      "a control that knows the product",
      "src/app/ui/a.tsx",
      `import "../../domain/values/b.ts"`,
      /must not see domain\/values/,
    ],
    ["a control that knows a screen", "src/app/ui/a.tsx", `import "../screens/b.tsx"`, /must not see app\/screens/],
    ["a control that knows a language", "src/app/ui/a.tsx", `import "../i18n/b.ts"`, /must not see app\/i18n/],
    ["a client that knows a toast", "src/app/client/a.ts", `import "../toasts/b.ts"`, /must not see app\/toasts/],
    ["a toast that knows a dialog", "src/app/toasts/a.ts", `import "../dialogs/b.tsx"`, /must not see app\/dialogs/],
    ["a dialog that knows a command", "src/app/dialogs/a.tsx", `import "../commands/b.ts"`, /not see app\/commands/],
    ["a command that knows the shell", "src/app/commands/a.ts", `import "../shell/b.ts"`, /must not see app\/shell/],
    ["the shell with a screen", "src/app/shell/a.tsx", `import "../screens/b.tsx"`, /must not see app\/screens/],
    ["a screen with the runtime", "src/app/screens/a.tsx", `import "../runtime.ts"`, /must not see app \(/],
    ["a new folder in the app", "src/app/things/a.ts", `export const a = 1`, /lies in no layer/],
    [
      "all of effect in what a replay loads",
      "src/domain/log/a.ts",
      `import { Schema } from "effect"`,
      /must name the part/,
    ],
    ["React in the domain", "src/domain/views/a.ts", `import { useState } from "react"`, /must not import react/],
    ["node in the domain", "src/domain/log/a.ts", `import "node:fs"`, /must not import node:/],
    ["node in the app", "src/app/a.ts", `import "node:fs"`, /node: belongs to bridge/],
    ["Dexie in the app", "src/app/a.ts", `import Dexie from "dexie"`, /dexie belongs to/],
    ["RxJS in a worker", "src/workers/a.ts", `import { of } from "rxjs"`, /must not import rxjs/],
    ["an unstable part of effect", "src/adapters/a.ts", `import "effect/unstable/http"`, /unstable/],
    ["an unstable part of effect in a test", "tests/domain/a.test.ts", `import "effect/unstable/http"`, /unstable/],
    [
      "the time in the domain",
      "src/domain/features/session/a.ts",
      `export const now = () => Date.now()`,
      /must not use Date/,
    ],
    ["the time as a type", "src/domain/features/session/a.ts", `export interface A { at: Date }`, /must not use Date/],
    [
      "chance in the domain",
      "src/domain/outbox/a.ts",
      `export const a = () => Math.random()`,
      /must not use Math\.random/,
    ],
    ["chance taken out of Math", "src/domain/outbox/a.ts", `export const { random } = Math`, /must not use Math/],
    ["a timer in the emulator's model", "emulator/model/a.ts", `setTimeout(() => {}, 1)`, /must not use setTimeout/],
    [
      "the page in the domain",
      "src/domain/features/navigation/a.ts",
      `export const a = () => window.location`,
      /must not use window/,
    ],
    [
      "a shorthand of a global",
      "src/domain/features/navigation/a.ts",
      `export const a = { document }`,
      /must not use document/,
    ],
    ["an import without its extension", "src/domain/wire/a.ts", `import "../values/b"`, /lacks its file extension/],
    ["a file outside every layer", "src/stray.ts", `export const a = 1`, /lies in no layer/],
    ["a new folder in the domain", "src/domain/things/a.ts", `export const a = 1`, /lies in no layer/],
    ["an import from outside every layer", "src/app/a.ts", `import "../../tests/b.ts"`, /outside every layer/],
    ["a glob outwards", "src/domain/log/a.ts", `import.meta.glob("../../adapters/*.ts")`, /must not see adapters/],
    ["text between tags", "src/app/a.tsx", `export const a = <p>Hello {name}</p>`, /writes text into code: Hello/],
    [
      "text in an attribute",
      "src/app/a.tsx",
      `export const a = <b aria-label="Close" />`,
      /writes text into code: Close/,
    ],
    ["a file too long", "src/app/a.ts", "export {}\n".repeat(301), /has 301 lines/],
    ["a silenced compiler", "src/app/a.ts", `// @ts-${"ignore"}\nexport {}`, /silences the compiler/],
    ["a skipped test", "tests/domain/a.test.ts", `it.${"skip"}("a", () => {})`, /a test must run/],
  ]

  test.each(planted)("on %s", (_what, path, source, complaint) => {
    expect(complaints(path, source)).toEqual([expect.stringMatching(complaint)])
  })

  test("on a circle of imports, of types and of what is fetched on demand", () => {
    const files = [
      { path: "src/domain/log/a.ts", source: `import type { B } from "./b.ts"` },
      { path: "src/domain/log/b.ts", source: `export { c } from "./deep/c.ts"` },
      { path: "src/domain/log/deep/c.ts", source: `const a = import("../a.ts")` },
      { path: "src/domain/log/outside.ts", source: `import "./a.ts"` },
    ]
    expect(circlesOf(files)).toEqual([
      "src/domain/log/a.ts → src/domain/log/b.ts → src/domain/log/deep/c.ts → src/domain/log/a.ts",
    ])
    expect(circlesOf(files.slice(0, 2))).toEqual([])
  })

  test("on screens that need each other, by whichever files", () => {
    const files = [
      { path: `${SCREENS}help/a.ts`, source: `import "../log/b.ts"\nimport "./c.ts"` },
      { path: `${SCREENS}help/c.ts`, source: `` },
      { path: `${SCREENS}log/b.ts`, source: `import "../../ui/Icon.tsx"` },
      { path: `${SCREENS}log/d.ts`, source: `import "../help/c.ts"` },
    ]
    expect(folderCirclesOf(files, SCREENS)).toEqual(["help → log → help"])
    expect(folderCirclesOf(files.slice(0, 3), SCREENS)).toEqual([])
  })

  test("on a name that says nothing", () => {
    const nameless = ["src/app/utils/", "src/domain/log/helpers.ts", "emulator/node/misc.ts"]
    expect(namelessPaths([...nameless, "src/domain/log/fold.ts", "src/app/ui/Common.tsx"])).toEqual([
      ...nameless,
      "src/app/ui/Common.tsx",
    ])
  })
})

describe("the law lets pass", () => {
  const innocent: ReadonlyArray<readonly [what: string, path: string, source: string]> = [
    [
      "comments, strings and regular expressions",
      "src/domain/log/a.ts",
      `// Date\nexport const a = ["window", /fetch/]`,
    ],
    ["property and parameter names", "src/domain/log/a.ts", `export const a = (self: { fetch: number }) => self.fetch`],
    ["names the file gives itself", "src/domain/log/a.ts", `const location = 1\nexport const a = { location }`],
    ["other mathematics", "src/domain/log/a.ts", `export const a = Math.max(1, 2)`],
    ["imports inwards", "src/domain/client/a.ts", `import "../values/b.ts"\nimport "../ports/c.ts"\nimport "effect"`],
    ["parts of effect", "src/domain/log/a.ts", `import * as Schema from "effect/Schema"`],
    ["a worker's own imports", "src/workers/a.ts", `import "../domain/log/b.ts"\nimport "comlink"\nimport "./c.ts"`],
    ["the texts in the app", "src/app/i18n/a.ts", `const a = import("../../../locales/en.json")`],
    ["texts by key and marks", "src/app/a.tsx", `export const a = <p title={t("a.b")} className="big">{t("c")} · </p>`],
    ["an adapter starting a worker", "src/adapters/a.ts", `new Worker(new URL("../workers/b.ts", import.meta.url))`],
  ]

  test.each(innocent)("%s", (_what, path, source) => {
    expect(complaints(path, source)).toEqual([])
  })
})

describe("the law of style", () => {
  const sheet = (source: string, path = "src/app/ui/a.css") => styleViolations({ path, source })

  test("bites on raw colours outside the token file", () => {
    expect(sheet(".a { color: #fff }")).toHaveLength(1)
    expect(sheet("@media (width > 1px) { .a { border: 1px solid oklch(50% 0 0); } }")).toHaveLength(1)
    expect(sheet(".a { background: rgb(0 0 0) }")).toHaveLength(1)
    for (const file of TOKEN_FILES) expect(sheet(":root { --n-50: oklch(50% 0 0) }", file), file).toEqual([])
    expect(componentColourViolations({ path: "a.tsx", source: `<p style={{ color: "#a1b2c3" }} />` })).toHaveLength(1)
  })

  test("bites on physical directions", () => {
    for (const rule of [
      "margin-left: 1px",
      "right: 0",
      "text-align: left",
      "border-top-left-radius: 1px",
      "float: right",
    ]) {
      expect(sheet(`.a { ${rule} }`), rule).toHaveLength(1)
    }
    expect(sheet(".a {\n  margin-inline-start: 1px;\n  padding-right: 1px;\n}")).toEqual([
      expect.stringContaining(":3 "),
    ])
  })

  test("lets pass tokens, comments, logical directions and what has no direction", () => {
    expect(sheet("/* #fff left: 0 */ .a { color: var(--text); inset-inline-start: 0; mask: url(#fade) }")).toEqual([])
    expect(sheet(".a { background: color-mix(in oklch, var(--a), transparent) }")).toEqual([])
    expect(sheet(".ticks::before { left: 0 }")).toEqual([])
  })
})
