import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { assign } from "../../build/chunks.ts"
import { openingTexts } from "../../build/opening.ts"
import { ROOT } from "./files.ts"

const locale = (code: string) => JSON.parse(readFileSync(join(ROOT, "locales", `${code}.json`), "utf8"))

describe("what index.html shows before the app", () => {
  const html = readFileSync(join(ROOT, "index.html"), "utf8")
  const locales = new Map([
    ["en", locale("en")],
    ["de", locale("de")],
  ])

  test("[ROUTE-6] its English texts are those of the locales, and every other language has the same", () => {
    const texts = openingTexts(html, locales)
    expect(Object.keys(texts)).toEqual(["en", "de"])
    expect(texts.de).toMatchObject({
      "auth.tagline": locale("de").auth.tagline,
      "devices.title": locale("de").devices.title,
    })
  })

  test("[ROUTE-6] a text that is no longer the one of the locales fails the build", () => {
    expect(() => openingTexts(html.replace(">Bound devices<", ">Bound gadgets<"), locales)).toThrow("Bound gadgets")
    expect(() => openingTexts(html.replace("auth.tagline", "auth.motto"), locales)).toThrow("auth.motto")
  })
})

describe("which script a module is in", () => {
  const imports: Readonly<Record<string, readonly string[]>> = {
    main: ["react", "button", "limits"],
    react: [],
    button: ["react"],
    runtime: ["effect", "fold", "dexie"],
    effect: [],
    fold: ["effect"],
    devices: ["button", "menu", "fold"],
    dialogs: ["menu", "form"],
    pages: ["form", "credits", "dexie"],
    dexie: [],
    menu: ["react"],
    form: ["react"],
    credits: [],
    logWorker: ["fold", "limits", "reader"],
    limits: [],
    reader: [],
  }
  const roots = new Map([
    ["first", ["main"]],
    ["engine", ["runtime"]],
    ["devices", ["devices"]],
    ["dialogs", ["dialogs"]],
    ["pages", ["pages"]],
    ["log.worker", ["logWorker"]],
  ])
  const assigned = assign(roots, (id) => imports[id] ?? [])

  test("[ROUTE-5] the first screen has what it needs, and no other waits for more than it needs", () => {
    expect(Object.fromEntries(assigned)).toMatchObject({
      main: "first",
      button: "first",
      react: "first",
      fold: "model",
      effect: "model",
      limits: "values",
      dexie: "storage",
      menu: "controls",
      form: "forms",
    })
  })

  test("[ROUTE-5] what one part alone needs stays in that part", () => {
    for (const id of ["runtime", "devices", "dialogs", "pages", "credits", "logWorker", "reader"])
      expect(assigned.get(id)).toBeUndefined()
  })
})
