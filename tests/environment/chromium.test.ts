import { describe, expect, test } from "vitest"
import { type ChromiumCandidates, ensureChromium, findChromium } from "../../emulator/bench/chromium.ts"

/** A machine on which the programs in `present` run. An installing command adds those in its `brings`. */
function machine(
  present: ReadonlyArray<string>,
  brings: Record<string, string> = {},
  more: Partial<ChromiumCandidates> = {},
) {
  const running = new Set(present)
  const executed: Array<string> = []
  const around: ChromiumCandidates = {
    chosen: undefined,
    runs: (executable) => running.has(executable),
    playwrightPath: "/cache/chromium",
    isRoot: false,
    isDebian: false,
    execute: (command, args) => {
      executed.push([command, ...args].join(" "))
      const brought = brings[[command, ...args].join(" ")]
      if (brought !== undefined) running.add(brought)
      return true
    },
    locate: (executable) => (executable.includes("/") ? executable : `/usr/bin/${executable}`),
    announce: () => {},
    ...more,
  }
  return { around, executed }
}

describe("the browser of the tests", () => {
  test("the person's choice comes before the system's, the system's before Playwright's", () => {
    const everything = ["/my/chrome", "google-chrome", "/cache/chromium"]
    expect(findChromium(machine(everything, {}, { chosen: "/my/chrome" }).around)).toBe("/my/chrome")
    expect(findChromium(machine(everything).around)).toBe("/usr/bin/google-chrome")
    expect(findChromium(machine(["/cache/chromium"]).around)).toBe("/cache/chromium")
    expect(findChromium(machine([]).around)).toBeUndefined()
  })

  test("a chosen browser that does not run is an error, not a silent second choice", () => {
    expect(() => ensureChromium(machine(["chromium"], {}, { chosen: "/gone" }).around)).toThrow(/CHROMIUM_PATH.*\/gone/)
  })

  test("an installed browser is used as it is", () => {
    const { around, executed } = machine(["chromium"], {}, { isRoot: true, isDebian: true })
    expect(ensureChromium(around)).toBe("/usr/bin/chromium")
    expect(executed).toEqual([])
  })

  test("root on Debian gets the system's package: the headless shell, the whole browser where there is none", () => {
    const asRoot = { isRoot: true, isDebian: true }
    const shell = machine([], { "apt-get install -y chromium-headless-shell": "chromium-headless-shell" }, asRoot)
    expect(ensureChromium(shell.around)).toBe("/usr/bin/chromium-headless-shell")
    expect(shell.executed).toEqual(["apt-get update", "apt-get install -y chromium-headless-shell"])
    const whole = machine([], { "apt-get install -y chromium": "chromium" }, asRoot)
    expect(ensureChromium(whole.around)).toBe("/usr/bin/chromium")
  })

  test("where both are installed the headless shell is taken", () => {
    const both = machine(["chromium", "chromium-headless-shell"])
    expect(findChromium(both.around)).toBe("/usr/bin/chromium-headless-shell")
  })

  test("everybody else, and root whose package does not run, gets Playwright's", () => {
    const person = machine([], { "npx playwright install chromium": "/cache/chromium" })
    expect(ensureChromium(person.around)).toBe("/cache/chromium")
    expect(person.executed).toEqual(["npx playwright install chromium"])
    const root = machine(
      [],
      { "npx playwright install --with-deps chromium": "/cache/chromium" },
      { isRoot: true, isDebian: true },
    )
    expect(ensureChromium(root.around)).toBe("/cache/chromium")
  })

  test("when nothing helps, one line says what to do", () => {
    expect(() => ensureChromium(machine([]).around)).toThrow(/^[^\n]*CHROMIUM_PATH[^\n]*$/)
  })
})
