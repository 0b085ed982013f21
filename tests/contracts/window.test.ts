import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { gjsEngine } from "../../desktop/gjsWindow.ts"
import type { WindowShape } from "../../desktop/window.ts"
import { openWry } from "../../desktop/wryWindow.ts"
import { lackForDesktop } from "../environment/engineLack.ts"
import { openXScreen, type XKey } from "../environment/xScreen.ts"
import { PlayedWry } from "./playedWry.ts"
import { openForTest, serve, windowContract } from "./window.contract.ts"

const PATIENCE = { timeout: 60_000 }
/** Longer than the window's timeout for a page that hangs, ms. */
const THINKING_MS = 8_500
const ANSWER_MS = 200
/** Time for which a busy machine may delay a page's next task, ms. */
const BUSY_MS = 400
/** Key symbols of X. */
const [CYRILLIC_KA, LATIN_R] = [0x6cb, 0x72]
/** Number of checks after which an attempt of a page would have shown. */
const LOOKS = 20

const lack = await lackForDesktop()
if (lack !== null) console.info(`No WebKitGTK window was opened: ${lack}`)

const lackForBus =
  spawnSync("dbus-daemon", ["--version"], { stdio: "ignore" }).error === undefined
    ? null
    : "a session bus needs dbus-daemon: on Debian and Ubuntu, apt-get install dbus-daemon"
if (lackForBus !== null) console.info(`No number was set on an icon: ${lackForBus}`)

/** The engine's processes behind the pages of this process's windows. */
const pageProcesses = (): readonly number[] => {
  const processes = readdirSync("/proc").flatMap((name) => {
    try {
      const [, pid, command, parent] =
        /^([0-9]+) \((.*)\) . ([0-9]+) /s.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? []
      return [{ pid: Number(pid), command, parent: Number(parent) }]
    } catch {
      // No process, or one that has ended meanwhile.
      return []
    }
  })
  const below = (parent: number): typeof processes =>
    processes.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)])
  return below(process.pid).flatMap(({ pid, command }) => (command?.startsWith("WebKitWebProces") ? [pid] : []))
}

/** The first and the last pixel row of a word in the app's Arabic font, as the engine draws it. */
const INK = `(word) => {
  const [size, baseline] = [200, 120]
  const canvas = Object.assign(document.createElement("canvas"), { width: 3 * size, height: size })
  const pen = canvas.getContext("2d")
  pen.font = '60px "Sightline Arabic"'
  pen.direction = "rtl"
  pen.fillText(word, 2 * size, baseline)
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
  const rows = [...Array(size).keys()].filter((row) => data.subarray(4 * row * canvas.width, 4 * (row + 1) * canvas.width).some((value) => value > 0))
  return [rows.at(0), rows.at(-1)]
}`

/** Prints each icon update that a dock would receive on the bus. */
const DOCK = `
  const { Gio, GLib } = imports.gi
  const hear = (...[, , , , , said]) => print(JSON.stringify(said.recursiveUnpack()))
  const bus = Gio.bus_get_sync(Gio.BusType.SESSION, null)
  bus.signal_subscribe(null, "com.canonical.Unity.LauncherEntry", "Update", null, null, 0, hear)
  print("listening")
  GLib.MainLoop.new(null, false).run()`

/** A session bus with a dock. */
const openDock = async (): Promise<readonly string[]> => {
  const daemon = spawn("dbus-daemon", ["--session", "--nofork", "--print-address"], {
    stdio: ["ignore", "pipe", "ignore"],
  })
  onTestFinished(() => void daemon.kill())
  const [address]: Buffer[] = await once(daemon.stdout, "data")
  const { DBUS_SESSION_BUS_ADDRESS } = process.env
  process.env.DBUS_SESSION_BUS_ADDRESS = String(address).trim()
  onTestFinished(() => {
    if (DBUS_SESSION_BUS_ADDRESS === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS
    else process.env.DBUS_SESSION_BUS_ADDRESS = DBUS_SESSION_BUS_ADDRESS
  })
  const dock = spawn("gjs", ["-c", DOCK], { stdio: ["ignore", "pipe", "ignore"] })
  onTestFinished(() => void dock.kill())
  const received: string[] = []
  createInterface({ input: dock.stdout }).on("line", (line) => received.push(line))
  await expect.poll(() => received, PATIENCE).toEqual(["listening"])
  return received
}

describe.each(lack === null ? ["Xvfb"] : [])("with the display of %s", () => {
  const before = process.env.DISPLAY
  let stop = () => {}
  beforeAll(async () => {
    const server = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1024x768x24"], {
      stdio: ["ignore", "pipe", "ignore"],
    })
    stop = () => void server.kill()
    const [number]: Buffer[] = await once(server.stdout, "data")
    process.env.DISPLAY = `:${String(number).trim()}`
  })
  afterAll(() => {
    if (before === undefined) delete process.env.DISPLAY
    else process.env.DISPLAY = before
    stop()
  })

  windowContract(
    "WebKitGTK by gjs",
    gjsEngine.open,
    (message) => `webkit.messageHandlers.sightline.postMessage(${JSON.stringify(message)}); 0`,
  )

  const openReal = async (shape?: WindowShape) => {
    const { origin, foreign } = await serve()
    const opened = await openForTest(gjsEngine.open, `${origin}/first`, shape)
    await expect.poll(() => opened.window.evaluate("location.href"), PATIENCE).toBe(`${origin}/first`)
    const screen = await openXScreen(process.env.DISPLAY ?? "")
    onTestFinished(screen.close)
    return { origin, foreign, other: origin.replace("127.0.0.1", "localhost"), screen, ...opened }
  }

  test("[I18N-3] a mark at the end of an Arabic word moves no letter of it", async () => {
    const { window } = await openReal()
    const ink = async (word: string): Promise<readonly unknown[]> => {
      const rows = await window.evaluate(`(${INK})(${JSON.stringify(word)})`)
      return Array.isArray(rows) ? rows : []
    }
    for (const word of ["\u062c\u0627\u0631", "\u062b\u0648\u0627\u0646", "\u0645\u062b\u0644\u0627"]) {
      const [top, bottom] = await ink(word)
      for (const below of ["\u064d", "\u0650"]) expect((await ink(word + below))[0], word + below).toBe(top)
      for (const above of ["\u064b", "\u064e", "\u064f", "\u0651"])
        expect((await ink(word + above))[1], word + above).toBe(bottom)
    }
  })

  test("[DESK-3] a file that cannot be saved is named with the reason, and the next one is saved", async () => {
    const { window, saved, downloads, closed } = await openReal()
    const save = async (count: number, name = "log.ndjson") => {
      await window.evaluate(`(() => {
        const link = document.createElement("a")
        link.href = URL.createObjectURL(new Blob(["x".repeat(100_000)]))
        link.download = ${JSON.stringify(name)}
        link.click()
      })(); 0`)
      await expect.poll(() => saved.length, { timeout: 60_000 }).toBe(count)
      return saved.at(-1)
    }
    // A file in place of the folder stops root too.
    writeFileSync(downloads, "")
    expect(await save(1)).toEqual(["log.ndjson", `${downloads} is no folder, or cannot be made`])
    rmSync(downloads)
    expect(await save(2)).toEqual(["log.ndjson", undefined])
    expect(readdirSync(downloads)).toEqual(["log.ndjson"])
    // No file name leads out of the folder or is too long for the disk.
    expect(await save(3, "../../log.ndjson")).toEqual(["log (2).ndjson", undefined])
    const long = "é".repeat(255)
    expect(await save(4, `${long}.ndjson`)).toEqual([`${long.slice(0, 55)}.ndjson`, undefined])
    expect(closed).toEqual([])
  })

  test("[DESK-3] what a person presses or a page tries shows no other page; the system opens what was pressed", async () => {
    const { window, origin, other, foreign, screen, links, closed } = await openReal()
    window.load(`${origin}/alone`)
    await expect.poll(() => window.evaluate("document.title"), PATIENCE).toBe("tried")
    expect([links, foreign]).toEqual([[], []])
    const press = async (attributes: object): Promise<void> => {
      await window.evaluate(`(() => {
        const link = document.createElement("a")
        link.style = "position: fixed; inset: 0; background: white"
        for (const [name, value] of Object.entries(${JSON.stringify(attributes)})) link.setAttribute(name, value)
        document.body.replaceChildren(link)
        return 0
      })()`)
      screen.click(300, 200)
    }
    const pressed: readonly (readonly [string, object])[] = [
      [`${other}/plain`, {}],
      [`${other}/blank`, { target: "_blank" }],
      [`${other}/opener`, { target: "_blank", rel: "noopener" }],
      [`${other}/file`, { download: "" }],
      ["data:text/html,<h1>data</h1>", {}],
      ["mailto:a@example.com", {}],
      ["sightline://devices/d1", {}],
    ]
    for (const [count, [href, attributes]] of pressed.entries()) {
      await press({ href, ...attributes })
      await expect.poll(() => links, PATIENCE).toHaveLength(count + 1)
    }
    expect(links).toEqual(pressed.map(([href]) => href))
    const tries = [
      `location.href = ${JSON.stringify(`${origin}/away`)}`,
      `location.href = "about:blank"`,
      `location.href = "file:///etc/passwd"`,
      `location.href = "javascript:document.write('script')"`,
      `location.href = URL.createObjectURL(new Blob(["<title>made</title>"], { type: "text/html" }))`,
      `document.body.append(Object.assign(document.createElement("form"), { action: "${other}/form" })); document.forms[0].submit()`,
      `document.head.append(Object.assign(document.createElement("meta"), { httpEquiv: "refresh", content: "0;url=${other}/refresh" }))`,
      `open("${other}/open")`,
      `open("about:blank")`,
      ...[`${other}/frame`, `${origin}/away`, "data:text/html,frame"].flatMap((address) => [
        `document.body.append(Object.assign(document.createElement("iframe"), { src: "${address}" }))`,
        `document.body.append(Object.assign(document.createElement("object"), { data: "${address}" }))`,
      ]),
    ]
    for (const [count, script] of tries.entries()) {
      const before = Number(await window.evaluate("history.length"))
      await window.evaluate(`${script}; 0`)
      for (let looks = 0; looks < LOOKS; looks += 1)
        expect(await window.evaluate("location.href"), script).toMatch(new RegExp(`^${origin}/(alone|next)`))
      // The next page of the own origin follows directly: nothing showed in between.
      window.load(`${origin}/next${count}`)
      await expect.poll(() => window.evaluate("document.body.innerText"), PATIENCE).toContain(`/next${count}`)
      expect(await window.evaluate("history.length"), script).toBe(before + 1)
    }
    expect(foreign).toEqual([])
    expect(closed).toEqual([])
  })

  test("[DESK-5] a page that wants to stay is asked for; Enter, Escape and who brings it forward keep it, and without its wish the window closes", async () => {
    const { window, screen, closed } = await openReal()
    screen.click(300, 200)
    await window.evaluate(`
      window.asked = 0
      window.onbeforeunload = (event) => {
        asked += 1
        event.returnValue = "An update runs."
      }
      0`)
    // The window asks for the page again only after the answer to the earlier question.
    const keeps = (key: XKey, count: number) =>
      expect
        .poll(() => {
          screen.press(key)
          screen.press("Control", "q")
          return window.evaluate("asked")
        }, PATIENCE)
        .toBeGreaterThan(count)
    screen.press("Control", "q")
    await sleep(THINKING_MS)
    await keeps("Escape", 1)
    await keeps("Return", Number(await window.evaluate("asked")))
    window.present()
    await keeps("Control", Number(await window.evaluate("asked")))
    expect(closed).toEqual([])
    await window.evaluate("window.onbeforeunload = null; 0")
    await expect
      .poll(() => {
        screen.press("Escape")
        screen.press("Control", "q")
        return closed
      }, PATIENCE)
      .toEqual([undefined])
  })

  test("[DESK-5] a page that is busy at that moment is asked for all the same, and so is one that was pressed just before", async () => {
    const { window, screen, closed } = await openReal()
    screen.click(300, 200)
    await window.evaluate(`
      window.asked = 0
      document.body.style.height = "400px"
      document.body.onclick = () => {
        window.onbeforeunload = (event) => {
          asked += 1
          event.returnValue = "An update runs."
        }
      }
      const work = () => {
        for (const end = performance.now() + ${BUSY_MS}; performance.now() < end; );
        setTimeout(work)
      }
      setTimeout(work)
      0`)
    screen.click(310, 210)
    screen.press("Control", "q")
    await expect.poll(() => window.evaluate("asked"), PATIENCE).toBe(1)
    expect(closed).toEqual([])
  })

  test.each(lackForBus === null ? ["a dock"] : [])(
    "[DESK-5] the number of the page is that of the icon in %s",
    async () => {
      const received = await openDock()
      const { window } = await openReal()
      for (const script of [
        "setAppBadge(3)",
        "setAppBadge(1e9)",
        "setAppBadge(NaN)",
        "setAppBadge()",
        "clearAppBadge()",
      ])
        await window.evaluate(`navigator.${script}; 0`)
      const shown = [3, 9_999, 0, 1, 0].map((count) =>
        JSON.stringify(["application://sightline.desktop", { count, "count-visible": count > 0 }]),
      )
      await expect.poll(() => received.slice(1), PATIENCE).toEqual(shown)
    },
  )

  test("[DESK-5] size, place and zoom are those of the last time; keys change the zoom, which is reported, and load the page again", async () => {
    const shape = { x: 30, y: 40, width: 500, height: 400, maximized: false, zoom: 1.25 }
    const { window, shapes, screen } = await openReal(shape)
    await expect.poll(() => shapes, PATIENCE).toContainEqual(shape)
    expect(await window.evaluate("[innerWidth, innerHeight]")).toEqual([400, 320])
    screen.click(300, 200)
    screen.press("Control", "plus")
    await expect.poll(() => window.evaluate("innerWidth"), PATIENCE).toBe(Math.floor(500 / 1.375))
    await expect.poll(() => shapes.at(-1), PATIENCE).toEqual({ ...shape, zoom: 1.375 })
    screen.press("Control", "zero")
    await expect.poll(() => window.evaluate("innerWidth"), PATIENCE).toBe(500)
    await window.evaluate("window.isOld = true; 0")
    screen.press("Control", "r")
    await expect.poll(() => window.evaluate("window.isOld === undefined"), PATIENCE).toBe(true)
  })

  test("[DESK-5] full screen is no size of the window, and a place that no screen has is none", async () => {
    const shape = { x: 30, y: 40, width: 500, height: 400, maximized: false, zoom: 1 }
    const { window, shapes, screen } = await openReal({ ...shape, x: 5_000, y: 5_000, width: 2_000 })
    await expect.poll(() => shapes, PATIENCE).toContainEqual({ ...shape, x: 0, y: 0, width: 1_024 })
    await screen.fill(300, 200, 1_024, 768)
    await expect.poll(() => window.evaluate("innerHeight"), PATIENCE).toBe(768)
    screen.click(300, 200)
    screen.press("Control", "plus")
    await expect.poll(() => shapes.at(-1), PATIENCE).toEqual({ maximized: false, zoom: 1.1 })
  })

  test("[DESK-5] Caps Lock and a layout of another script change no key of the window", async () => {
    const { window, screen } = await openReal()
    screen.click(300, 200)
    // The letter on the key of `r` in a Russian layout beside a Latin one.
    screen.setSpare(CYRILLIC_KA, LATIN_R)
    const reloads = async (key: XKey): Promise<void> => {
      await window.evaluate("window.isOld = true; 0")
      screen.press("Control", key)
      await expect.poll(() => window.evaluate("window.isOld === undefined"), PATIENCE).toBe(true)
    }
    screen.press("CapsLock")
    await reloads("r")
    screen.press("CapsLock")
    await reloads("spare")
  })

  test("[DESK-2] a page whose process is killed is loaded again; one that dies again at once ends the window", async () => {
    const { window, origin, crashes, closed } = await openReal()
    await window.evaluate("window.isOld = true; 0")
    for (const pid of pageProcesses()) process.kill(pid, "SIGKILL")
    await expect.poll(() => crashes, PATIENCE).toEqual([false])
    // A question to a page that is gone gets no answer.
    const look = () => window.evaluate("[location.href, window.isOld === undefined]")
    await expect.poll(() => Promise.race([look(), sleep(ANSWER_MS)]), PATIENCE).toEqual([`${origin}/first`, true])
    await expect
      .poll(() => {
        for (const pid of pageProcesses()) process.kill(pid, "SIGKILL")
        return closed
      }, PATIENCE)
      .toEqual([undefined])
    expect(crashes.at(-1)).toBe(true)
  })

  test("[DESK-2] a display that is not there is named in one sentence", async () => {
    const { DISPLAY } = process.env
    process.env.DISPLAY = ":65000"
    const opening = openForTest(gjsEngine.open, "http://127.0.0.1:9/")
    process.env.DISPLAY = DISPLAY
    await expect(opening).rejects.toThrow(/^no window could be opened \(code 1\): cannot open display: :65000$/)
  })

  test("[DESK-2] a process that dies is one sentence, and what was asked of it fails", async () => {
    const { window, closed } = await openForTest(gjsEngine.open, "http://127.0.0.1:9/")
    const asked = expect(window.evaluate("for (;;) {}")).rejects.toThrow("the window is closed")
    await window.close()
    await asked
    expect(closed).toHaveLength(1)
  })
})

windowContract(
  "wry, over a played module",
  (options, reports) => openWry(new PlayedWry().module)(options, reports),
  (message) => `window.ipc.postMessage(${JSON.stringify(JSON.stringify(message))}); 0`,
)

const openPlayed = async () => {
  const wry = new PlayedWry()
  const opened = await openForTest(
    (options, reports) => openWry(wry.module)(options, reports),
    "http://127.0.0.1:9/first",
  )
  const [shown] = wry.windows
  const page = shown?.webview
  if (shown === undefined || page === undefined) throw new Error("no window was opened")
  return { shown, page, ...opened }
}

test("[DESK-3] a page shown by wry opens what a person followed in the system's browser, and nothing that only a script wants", async () => {
  const { page, window, links } = await openPlayed()
  const tries = [`location.href = "http://localhost:9/away"; 0`, `open("http://localhost:9/new"); 0`]
  for (const script of tries) await window.evaluate(script)
  page.isPressed = true
  for (const script of tries) await window.evaluate(script.replace("localhost", "elsewhere"))
  await expect.poll(() => links, PATIENCE).toEqual(["http://elsewhere:9/away", "http://elsewhere:9/new"])
  expect(await window.evaluate("location.href")).toBe("http://127.0.0.1:9/first")
})

test("[DESK-5] a page shown by wry that wants to stay is asked for; one that hangs or wants nothing is closed", async () => {
  const { page, shown, window, closed } = await openPlayed()
  await window.evaluate(`
    addEventListener("beforeunload", (event) => {
      event.preventDefault()
      event.returnValue = "An update runs."
    })
    0`)
  expect(shown.pressClose()).toBe(false)
  await expect.poll(() => page.asked, PATIENCE).toEqual(["An update runs."])
  expect(closed).toEqual([])
  page.answer = true
  expect(shown.pressClose()).toBe(false)
  await expect.poll(() => closed, PATIENCE).toEqual([undefined])
  const others = await Promise.all([openPlayed(), openPlayed()])
  const [, hanging] = others
  if (hanging !== undefined) hanging.page.isHanging = true
  for (const { shown: other } of others) expect(other.pressClose()).toBe(false)
  for (const other of others) await expect.poll(() => other.closed, PATIENCE).toEqual([undefined])
})

test("[DESK-3] a file that wry cannot save is named, and a file without a name is not given one", async () => {
  const { page, saved } = await openPlayed()
  const own = "blob:http://127.0.0.1:9/1b4d"
  page.emit("download-completed", { url: own, success: true })
  page.emit("download-completed", { url: own, success: false })
  page.emit("download-completed", { url: "http://127.0.0.1:9/a/log.ndjson", success: true })
  expect(saved).toEqual([
    ["download", "the download failed"],
    ["log.ndjson", undefined],
  ])
})
