import { describe, test } from "vitest"
import { shortForms } from "../commands/shortForms.ts"
import { PATIENCE_MS, tryOut } from "../commands/start.ts"

const forms = shortForms.filter(({ needs }) => needs === "stack")

describe("commands of the documents that need a browser or the built app", () => {
  test.each(forms.map((form) => [form.words.join(" "), form] as const))(
    "[HOUSE-4] %s",
    { timeout: PATIENCE_MS },
    (_command, form) => tryOut(form),
  )
})
