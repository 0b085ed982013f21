import { spawn } from "node:child_process"
import { once } from "node:events"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { gjsEngine } from "../../desktop/gjsWindow.ts"
import { openWry } from "../../desktop/wryWindow.ts"
import { lackForDesktop } from "../environment/engineLack.ts"
import { PlayedWry } from "./playedWry.ts"
import { openForTest, windowContract } from "./window.contract.ts"

const lack = await lackForDesktop()
if (lack !== null) console.info(`No WebKitGTK window was opened: ${lack}`)

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
