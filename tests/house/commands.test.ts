import { describe, expect, test } from "vitest"
import { commandsIn, documented } from "../commands/documented.ts"
import { notStarted, shortForms } from "../commands/shortForms.ts"

describe("the commands of the documents", () => {
  test("[HOUSE-4] each has one short form, in which a test starts it", () => {
    const unknown = documented.filter(({ command }) => {
      const forms = shortForms.filter(({ documented: known }) => known.test(command))
      return forms.length !== 1 && !notStarted.has(command)
    })
    expect(unknown).toEqual([])
  })

  test("[HOUSE-4] each short form is of a command that some document names", () => {
    const commands = documented.map(({ command }) => command)
    const dead = shortForms.filter(({ documented: known }) => !commands.some((command) => known.test(command)))
    expect(dead).toEqual([])
    expect([...notStarted.keys()].filter((command) => !commands.includes(command))).toEqual([])
  })

  test("[HOUSE-4] they are found in code blocks, in prose and in tables, with their variables", () => {
    const text =
      "Run `npm run new` and `A=1 npx vitest run`, not `npm`.\n\n```sh\nnpm run other -- --x 1  # why\nls\n```\n| `npm start` | x |\n"
    expect(commandsIn("x.md", text).map(({ command }) => command)).toEqual([
      "npm run other -- --x 1",
      "npm run new",
      "A=1 npx vitest run",
      "npm start",
    ])
  })
})
