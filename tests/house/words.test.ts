import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { ROOT, readFiles } from "./files.ts"
import { PARSED_WITHIN_MS } from "./syntax.ts"
import { KEPT_NAMES, wordsOfBlocks, wordsOfComments, wordsOfDocument, wordsOfNames, wordsOfTitles } from "./words.ts"

/** Every folder with source. */
const SOURCE = ["src", "bridge", "build", "desktop", "device", "emulator", "tests"]

const sources = () => readFiles(SOURCE, [".ts", ".tsx"])

const TOP = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]

/** These documents quote requirement rows, or list words of the languages' texts. */
const QUOTING = ["docs/requirements.md", "docs/glossary/"]

test("[HOUSE-3] comments use the words of the glossary", { timeout: PARSED_WITHIN_MS }, () => {
  const files = sources()
  expect(files.length).toBeGreaterThan(0)
  expect(files.flatMap(wordsOfComments)).toEqual([])
})

test("[HOUSE-3] the comments of style sheets and plain scripts use the words of the glossary", () => {
  const files = readFiles([...SOURCE, "public"], [".css", ".js"])
  expect(files.length).toBeGreaterThan(0)
  expect(files.flatMap(wordsOfBlocks)).toEqual([])
})

test("[HOUSE-3] names use the words of the glossary", { timeout: PARSED_WITHIN_MS }, () => {
  const files = sources()
  expect(files.length).toBeGreaterThan(0)
  expect(files.flatMap(wordsOfNames)).toEqual([])
  for (const why of Object.values(KEPT_NAMES)) expect(why.length).toBeGreaterThan(20)
})

test("[HOUSE-3] the titles of tests use the words of the glossary", { timeout: PARSED_WITHIN_MS }, () => {
  const files = readFiles(["tests"], [".ts", ".tsx"])
  expect(files.length).toBeGreaterThan(0)
  expect(files.flatMap(wordsOfTitles)).toEqual([])
})

test("[HOUSE-3] documents use the words of the glossary", () => {
  const files = [
    ...readFiles(["docs"], [".md"]),
    ...TOP.map((path) => ({ path, source: readFileSync(join(ROOT, path), "utf8") })),
  ].filter(({ path }) => !QUOTING.some((quoting) => path.startsWith(quoting)))
  expect(files.flatMap(wordsOfDocument)).toEqual([])
})

test("the check of words bites on comments, titles, documents and names, and leaves code marks alone", () => {
  const source = "// Nobody is told.\nconst heardBy = 1\nexport interface Toldness { readonly told: string }\n"
  expect(wordsOfComments({ path: "a.ts", source })).toHaveLength(2)
  expect(wordsOfNames({ path: "a.ts", source })).toEqual([
    "a.ts:2 names something heardBy",
    "a.ts:3 names something told",
  ])
  expect(wordsOfNames({ path: "a.ts", source: 'type Way = "whole" | "anew" | "LanWakeTold"' })).toEqual([
    "a.ts:1 names something anew",
  ])
  expect(wordsOfNames({ path: "src/mood/a.ts", source: "" })).toHaveLength(1)
  const titled = 'test("a tab stands", () => {})\ntest.each([1])("%s is told", () => "told")\n'
  expect(wordsOfTitles({ path: "a.test.ts", source: titled })).toEqual([
    "a.test.ts:1 “stands”: is",
    expect.stringContaining("a.test.ts:2"),
  ])
  expect(wordsOfBlocks({ path: "a.css", source: "/*\n * Nobody\n */\na { b: url(told) }\n" })).toEqual([
    expect.stringContaining("a.css:2"),
  ])
  expect(wordsOfDocument({ path: "a.md", source: "A tab is\ntold. `told`\n" })).toEqual([
    expect.stringContaining("a.md:2"),
  ])
})
