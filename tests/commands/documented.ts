import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { listPaths, ROOT } from "../house/files.ts"

/** The commands that the documents name (HOUSE-4). */

export interface Documented {
  readonly command: string
  /** The document with this command. */
  readonly path: string
}

/** This document states requirements, built or not. */
const REQUIREMENTS = "docs/requirements.md"

const documents = [...readdirSync(ROOT), ...listPaths(["deploy", "docs", "locales"])].filter(
  (path) => path.endsWith(".md") && path !== REQUIREMENTS,
)

const FENCED = /^```[^\n]*\n([\s\S]*?)^```/gm
const SPAN = /`([^`\n]+)`/g
/** Variables of the environment, followed by a program that starts something here. */
const COMMAND = /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node) \S|^\.ci\//

export const commandsIn = (path: string, text: string): readonly Documented[] => {
  const prose = text.replace(FENCED, "")
  const fenced = [...text.matchAll(FENCED)].flatMap(([, block = ""]) => block.split("\n"))
  const spans = [...prose.matchAll(SPAN)].map(([, span = ""]) => span)
  return [...fenced, ...spans]
    .map((line) =>
      line
        .trim()
        .replace(/^\$ /, "")
        .replace(/\s+#.*$/, ""),
    )
    .filter((line) => COMMAND.test(line))
    .map((command) => ({ command, path }))
}

export const documented: readonly Documented[] = documents.flatMap((path) =>
  commandsIn(path, readFileSync(join(ROOT, path), "utf8")),
)
