import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT, readFiles } from "./files.ts"
import { collectProofs, disagreements, REQUIREMENTS_FILE, readRows, withProofs } from "./requirements.ts"

/** `node tests/house/update-requirements.ts`: rewrites the last column of docs/requirements.md from the test titles. */

const file = join(ROOT, REQUIREMENTS_FILE)
const proofs = collectProofs(readFiles(["tests"], [".ts", ".tsx"]))
const updated = withProofs(readFileSync(file, "utf8"), proofs)
writeFileSync(file, updated)

const rows = readRows(updated)
const proven = rows.filter((row) => row.claimed.length > 0)
console.log(`${proven.length} of ${rows.length} requirements are named by tests`)
const left = disagreements(rows, proofs)
for (const line of left) console.error(line)
process.exitCode = left.length === 0 ? 0 : 1
