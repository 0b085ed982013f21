import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, test } from "vitest"
import { BadUse, openFlags } from "../../emulator/cli/flags.ts"
import { contactSheet } from "../screenshots/contactSheet.ts"
import { deskScenes } from "../screenshots/desk.ts"
import { readOptions } from "../screenshots/options.ts"
import { scenes } from "../screenshots/scenes.ts"

const COMMAND = fileURLToPath(new URL("../screenshots/run.ts", import.meta.url))
const read = (...args: readonly string[]) => readOptions(openFlags(args), scenes, deskScenes)

describe("screenshots", () => {
  test("have names of their own that fit a file name", () => {
    const names = [...scenes, ...deskScenes].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[a-z][a-z-]+$/.test(name))).toEqual([])
  })

  test("show three languages, both themes and all widths unless fewer are asked for", () => {
    const all = read()
    expect(all.scenes).toEqual(scenes)
    expect(all.languages.map(({ code }) => code)).toEqual(["en", "de", "ar"])
    expect(all.themes).toEqual(["dark", "light"])
    expect(all.widths).toEqual([1440, 1920, 768, 360])
    expect(all.desk).toEqual(deskScenes)
    const few = read("--only", "dialog-wake", "--lang=fr", "--theme", "light", "--width", "360", "--no-build")
    expect(few.scenes.map(({ name }) => name).every((name) => name.includes("dialog-wake"))).toBe(true)
    expect(few.languages.map(({ code }) => code)).toEqual(["fr"])
    expect(few.desk).toEqual([])
    expect(read("--lang=ar").desk).toEqual([])
    expect([few.themes, few.widths, few.build]).toEqual([["light"], [360], false])
  })

  test.each([["--width", "7"], ["--lang", "xx"], ["--theme", "blue"], ["--only", "nowhere at all"], ["--fast"], ["x"]])(
    "refuse %s %s",
    (...args) => {
      expect(() => read(...args)).toThrow(BadUse)
    },
  )

  test("say in one line what they refuse, with exit code 2", () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [COMMAND, "--width", "7"])
    expect(status).toBe(2)
    expect(stdout.toString()).toBe("")
    expect(stderr.toString().trimEnd().split("\n")).toEqual([expect.stringMatching(/^screenshots: /)])
  })

  test("stand on one page, each under what it shows", () => {
    const page = contactSheet(["devices.ar.dark.360.png", "notes.txt"])
    expect(page).toContain('src="devices.ar.dark.360.png"')
    expect(page).toContain('data-scene="devices" data-language="ar" data-theme="dark" data-width="360"')
    expect(page).not.toContain("notes.txt")
  })
})
