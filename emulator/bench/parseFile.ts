import { createReadStream } from "node:fs"

/** The floor of a replay: reads a file by lines and parses each of them. It checks, folds and keeps nothing. */

let rest = ""
for await (const chunk of createReadStream(process.argv[2] ?? "", "utf8")) {
  const lines = (rest + String(chunk)).split("\n")
  rest = lines.pop() ?? ""
  for (const line of lines) JSON.parse(line)
}
