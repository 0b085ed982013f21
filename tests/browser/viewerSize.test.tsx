import { useRef } from "react"
import { afterEach, expect, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { noViewer, type ViewerHandle, type ViewerNews } from "../../src/app/client/handle.ts"
import { ClipboardMenu } from "../../src/app/screens/viewer/ClipboardMenu.tsx"
import { DelayMenu } from "../../src/app/screens/viewer/DelayMenu.tsx"
import { LastPicture } from "../../src/app/screens/viewer/Lost.tsx"
import { Minimap } from "../../src/app/screens/viewer/Minimap.tsx"
import { Picture } from "../../src/app/screens/viewer/Picture.tsx"
import { PointerPad } from "../../src/app/screens/viewer/PointerPad.tsx"
import { RecordTask } from "../../src/app/screens/viewer/RecordTask.tsx"
import { SizeMenu } from "../../src/app/screens/viewer/SizeMenu.tsx"
import { TextKeys } from "../../src/app/screens/viewer/TextKeys.tsx"
import { useClipboard } from "../../src/app/screens/viewer/useClipboard.ts"
import { useRecording } from "../../src/app/screens/viewer/useRecording.ts"
import { useScreenshot } from "../../src/app/screens/viewer/useScreenshot.ts"
import { useSticky } from "../../src/app/screens/viewer/useSticky.ts"
import type { ViewerStage } from "../../src/app/screens/viewer/useViewer.ts"
import { useZoom } from "../../src/app/screens/viewer/useZoom.ts"
import { toFullScreen } from "../../src/app/viewer/fullScreen.ts"
import { useChoices } from "../../src/app/viewer/useChoices.ts"
import { useMacros } from "../../src/app/viewer/useMacros.ts"
import type { Extent } from "../../src/app/viewer/zoom.ts"
import { fingerprintWords } from "../../src/domain/values/fingerprintWords.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"
import "../../src/app/look/viewer.css"
import "../../src/app/look/viewerKeys.css"
import "../../src/app/look/viewerPad.css"
import "../../src/app/look/viewerPops.css"
import "../../src/app/look/viewerStage.css"

/** The display of the picture, and its outputs: sizes, screenshots, clipboards, macros. */

const desk = new ScreenDesk()
const listeners = new Set<(news: ViewerNews) => void>()
const say = (news: ViewerNews) => {
  for (const listener of listeners) listener(news)
}
const copied: string[] = []
const pans: boolean[] = []
const rooms: (Extent | null)[] = []
let hidden = 0
const pointed: [x: number, y: number, buttons: number][] = []
const canvas = document.createElement("canvas")
canvas.width = 1_280
canvas.height = 720
const viewer: ViewerHandle = {
  ...noViewer,
  canvas: () => canvas,
  copy: (text) => void copied.push(text),
  point: (at, buttons) => {
    if (at === null) hidden += 1
    else pointed.push([at.x, at.y, buttons])
  },
}

const stage: ViewerStage = {
  setPlace: () => undefined,
  streams: { keyboard: true, pointer: true, audio: true },
  change: () => undefined,
  act: (act) => act(viewer),
  listen: (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  pan: (is) => void pans.push(is),
  canResize: true,
  resize: (room) => void rooms.push(room),
  size: { width: 1_280, height: 720 },
  shown: { at: 1 },
  mode: null,
  isAsleep: false,
  isAway: false,
  seal: { type: "seal", cipher: "AES-256-GCM", key: "ab".repeat(32), since: Date.UTC(2026, 0, 5) },
  latencies: [10, 60, 20],
  figures: { framesPerSecond: 30, bytesPerSecond: 250_000, bytes: 12_000_000 },
  ended: null,
  isUnanswered: false,
  clipboard: null,
  composing: "",
}

afterEach(() => {
  close()
  copied.length = 0
  pans.length = 0
  rooms.length = 0
  pointed.length = 0
  localStorage.clear()
  vi.restoreAllMocks()
})

const nothing = () => undefined

const TextField = () => (
  <TextKeys field={useRef(null)} name="Rack" sticky={useSticky(nothing)} onCombination={nothing} onLeave={nothing} />
)

const Sized = ({ isText = false }: { readonly isText?: boolean }) => {
  const [choices, choose] = useChoices("d1")
  const zooming = useZoom(stage, choices.resizes)
  return (
    <div className="viewer">
      <header className="vbar">
        <SizeMenu
          isDisabled={false}
          zooming={zooming}
          choices={choices}
          onChoose={choose}
          screenshot={useScreenshot(stage, "Front desk")}
          canResize
          isViewOnly={false}
          onViewOnly={nothing}
          hasSound
          onSound={nothing}
          onFullScreen={nothing}
          onWindow={nothing}
        />
        <DelayMenu stage={stage} zooming={zooming} route="cloud" />
      </header>
      <main className="vstage" ref={zooming.setRoom}>
        <Picture stage={stage} name="Rack" isLive takesInput placed={zooming.placed} cursor={choices.cursor}>
          {isText && <TextField />}
        </Picture>
        {zooming.isLarger && <Minimap stage={stage} zooming={zooming} />}
      </main>
    </div>
  )
}

const picture = async () => {
  const found = await page.getByRole("application", { name: "Screen of Rack" }).findElement()
  return { found, box: () => found.getBoundingClientRect() }
}

test("[SCREEN-6] the picture fits, is shown dot by dot, and is zoomed by wheel with Ctrl, two fingers and the keys of the small map", async () => {
  await page.viewport(1_000, 700)
  await show(desk.client(), <Sized />)
  const { found, box } = await picture()
  await until(() => Math.round(box().width) === 1_000)
  // The state on the button is part of its name, so that a person can speak it.
  await page.getByRole("button", { name: "Size and quality: Fit", exact: true }).click()
  await page.getByText("1:1").click()
  await until(() => box().width === 1_280 && box().height === 720)
  expect(pans.at(-1)).toBe(true)
  await userEvent.keyboard("{Escape}")

  // The point under the pointer stays in place.
  const before = box()
  const wheel = (ctrlKey: boolean) =>
    found.dispatchEvent(
      new WheelEvent("wheel", { deltaY: -200, ctrlKey, clientX: 500, clientY: 300, bubbles: true, cancelable: true }),
    )
  expect(wheel(false)).toBe(true)
  expect(wheel(true)).toBe(false)
  await until(() => box().width > before.width)
  expect(box().width / before.width).toBeCloseTo(1.2, 2)
  expect((500 - box().left) / box().width).toBeCloseTo((500 - before.left) / before.width, 2)
  const zoomedTo = box().width
  say({ type: "twoFingers", factor: 2, x: 500, y: 300, dx: 0, dy: 0 })
  await until(() => Math.round(box().width) === Math.round(zoomedTo * 2))
  const { left } = box()
  say({ type: "twoFingers", factor: 1, x: 500, y: 300, dx: -40, dy: 0 })
  await until(() => Math.round(left - box().left) === 40)

  const map = await page.getByRole("application", { name: "Overview of the picture" }).findElement()
  if (map instanceof HTMLElement) map.focus()
  const at = box().left
  await userEvent.keyboard("{ArrowRight}")
  await until(() => box().left < at)
  await userEvent.keyboard("-")
  await until(() => box().width < zoomedTo * 2)
  await userEvent.keyboard("0")
  await until(() => Math.round(box().width) === 1_000)
  await until(() => pans.at(-1) === false)
})

test("[SCREEN-5][SCREEN-6] text written while the picture is larger than its room does not move the picture", async () => {
  await page.viewport(1_000, 700)
  await show(desk.client(), <Sized isText />)
  const { box } = await picture()
  await until(() => Math.round(box().width) === 1_000)
  say({ type: "twoFingers", factor: 4, x: 0, y: 60, dx: 0, dy: 0 })
  await until(() => Math.round(box().width) === 4_000)
  const { left, top } = box()
  await page.getByRole("textbox", { name: "Text for Rack" }).findElement()
  await userEvent.keyboard("ls")
  // A browser calls this to show the place of the caret.
  document.activeElement?.scrollIntoView()
  expect([document.activeElement?.className, box().left, box().top]).toEqual(["vtext", left, top])
})

test("[SCREEN-6] the screen is asked for the size of the window once the person wants it, and no more once not", async () => {
  await page.viewport(1_000, 700)
  await show(desk.client(), <Sized />)
  await until(() => rooms.length > 0)
  expect(rooms.every((room) => room === null)).toBe(true)
  await page.getByRole("button", { name: /^Size and quality/ }).click()
  await page.getByText("Fit the remote screen to the window").click()
  await until(() => rooms.at(-1)?.width === 1_000)
  await page.getByText("Fit the remote screen to the window").click()
  await until(() => rooms.at(-1) === null)
})

test("[SCREEN-6] quality and pointer are kept for the device", async () => {
  await show(desk.client(), <Sized />)
  await page.getByRole("button", { name: /^Size and quality/ }).click()
  await page.getByRole("radio", { name: /^Slow line/ }).click()
  await page.getByRole("radio", { name: "Arrow" }).click()
  await until(() => document.querySelector(".cursor-arrow") !== null)
  await show(desk.client(), <Sized />)
  expect((await picture()).found.classList).toContain("cursor-arrow")
  await page.getByRole("button", { name: /^Size and quality/ }).click()
  await expect.poll(() => page.getByRole("radio", { name: /^Slow line/ }).query()).toHaveProperty("checked", true)
})

test("[SCREEN-6] a screenshot is a PNG named by device and time, as a file or on the clipboard", async () => {
  const saved: { name: string; type: Promise<string> }[] = []
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, type: fetch(this.href).then(async (file) => (await file.blob()).type) })
  })
  const write = vi.spyOn(navigator.clipboard, "write").mockResolvedValue()
  await show(desk.client(), <Sized />)
  await page.getByRole("button", { name: /^Size and quality/ }).click()
  await page.getByRole("button", { name: "Save a screenshot" }).click()
  await until(() => saved.length === 1)
  expect(saved[0]?.name).toMatch(/^Front desk \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/)
  expect(await saved[0]?.type).toBe("image/png")
  await page.getByRole("button", { name: /^Size and quality/ }).click()
  await page.getByRole("button", { name: "Copy a screenshot" }).click()
  await until(() => write.mock.calls.length === 1)
  expect(write.mock.calls[0]?.[0][0]?.types).toEqual(["image/png"])
})

test("[SCREEN-6] full screen locks the keyboard where the browser can, so that Escape and Alt+Tab reach the device", async () => {
  const done: string[] = []
  vi.spyOn(document.documentElement, "requestFullscreen").mockImplementation(async () => void done.push("full"))
  vi.spyOn(navigator, "keyboard", "get").mockReturnValue({ lock: async () => void done.push("lock") })
  await toFullScreen()
  expect(done).toEqual(["full", "lock"])
})

test("[SCREEN-7][SEC-5] behind the delay stand its graph, frames, bandwidth, size, route, and how it is sealed", async () => {
  await show(desk.client(), <Sized />)
  await page.getByRole("button", { name: "Delay 20 ms" }).click()
  const dialog = page.getByRole("dialog", { name: "Connection" })
  await dialog.getByRole("img", { name: "Delay: 10 ms to 60 ms, median 20 ms" }).findElement()
  const facts = [...document.querySelectorAll(".dpop dd")].map(({ textContent }) => textContent)
  expect(facts.slice(0, 2)).toEqual(["30 a second", "2 Mbit/s12 MB so far"])
  expect(facts[2]).toMatch(/^1280 × 720shown at \d+%$/)
  expect(facts.slice(3)).toEqual(["Direct, found through the cloud", "TLS 1.3, AES-256-GCM"])
  const key = await dialog.getByRole("region", { name: "Key of the device, in words" }).findElement()
  expect(key.querySelector(".words")?.textContent).toBe(fingerprintWords("ab".repeat(32)).join(" "))
  expect(key.textContent).toMatch(/Unchanged since .*2026/)
})

const Padded = () => {
  const [choices, choose] = useChoices("d1")
  const zooming = useZoom(stage, choices.resizes)
  return (
    <div className="viewer">
      <header className="vbar" />
      <main className="vstage" ref={zooming.setRoom}>
        <Picture stage={stage} name="Rack" isLive takesInput placed={zooming.placed} cursor={choices.cursor} />
      </main>
      <PointerPad stage={stage} zooming={zooming} touch={choices.touch} onChoose={choose} />
    </div>
  )
}

test("[SCREEN-6] a touchpad below the picture moves the pointer and clicks, by finger and by key, and is kept for the device", async () => {
  await page.viewport(390, 844)
  await show(desk.client(), <Padded />)
  expect(page.getByRole("application", { name: "Touchpad" }).query()).toBe(null)
  await page.getByText("Touchpad").click()
  const pad = await page.getByRole("application", { name: "Touchpad" }).findElement()
  expect(pad.textContent).toContain("moves the pointer")
  const { left, top, height } = pad.getBoundingClientRect()
  expect(height).toBeGreaterThan(200)
  const finger = (type: string, x: number, y: number) =>
    pad.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        pointerType: "touch",
        clientX: left + x,
        clientY: top + y,
      }),
    )
  vi.spyOn(pad, "setPointerCapture").mockReturnValue()
  finger("pointerdown", 100, 100)
  finger("pointermove", 126, 100)
  finger("pointerup", 126, 100)
  await until(() => pointed.length === 1)
  // A move of 26 px on the pad is 39 px in this picture, a tenth of its 390 px.
  expect(pointed.splice(0)).toEqual([[0.6, 0.5, 0]])
  await until(() => pad.textContent === "")
  finger("pointerdown", 100, 100)
  finger("pointerup", 100, 100)
  await page.getByRole("button", { name: "Right" }).findElement()
  const right = page.getByRole("button", { name: "Right" }).element()
  if (right instanceof HTMLElement && pad instanceof HTMLElement) {
    right.focus()
    await userEvent.keyboard("{Enter}")
    pad.focus()
    await userEvent.keyboard("{ArrowLeft}")
  }
  await until(() => pointed.length >= 5)
  expect(pointed.map(([, , buttons]) => buttons)).toEqual([1, 0, 4, 0, 0])
  expect(pointed.at(-1)?.[0]).toBeLessThan(0.6)
  await show(desk.client(), <Padded />)
  await page.getByRole("application", { name: "Touchpad" }).findElement()
  // Removing the pad releases the button that it holds, and hides the pointer.
  const held = page.getByRole("button", { name: "Left" }).element()
  vi.spyOn(held, "setPointerCapture").mockReturnValue()
  held.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerId: 2 }))
  hidden = 0
  await page.getByText("Tap the picture").click()
  await until(() => hidden === 1)
  expect(pointed.slice(-2).map(([, , buttons]) => buttons)).toEqual([1, 0])
})

test("[SCREEN-7] a picture that is not live says from when it is, and that nothing is sent", async () => {
  await show(desk.client(), <LastPicture at={Date.now() - 6_000} />)
  const band = await page.getByRole("status").findElement()
  expect(band.textContent).toMatch(/^Picture from \d\d:\d\d:\d\d6 sec\.? agoWhat you type now will not be sent\.$/)
})

const Clipboards = ({ ofDevice, canSend }: { readonly ofDevice: string | null; readonly canSend: boolean }) => (
  <ClipboardMenu
    clipboard={useClipboard({ ...stage, clipboard: ofDevice }, canSend)}
    isDisabled={false}
    canSend={canSend}
  />
)

test("[SCREEN-5] clipboards are given by a press, and kept the same only once that was turned on", async () => {
  vi.spyOn(navigator.clipboard, "readText").mockResolvedValue("from here")
  const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue()
  await show(desk.client(), <Clipboards ofDevice="from there" canSend />)
  await page.getByRole("button", { name: "Clipboard" }).click()
  expect([copied, write.mock.calls]).toEqual([[], []])
  await page.getByRole("button", { name: "Send to the device" }).click()
  await page.getByText("Sent to the device.").findElement()
  await page.getByRole("button", { name: /^Copy from the device/ }).click()
  await page.getByText("Copied from the device.").findElement()
  expect([copied, write.mock.calls]).toEqual([["from here"], [["from there"]]])
  await until(() => document.querySelector(".outcome")?.textContent === "")
  await page.getByText("Keep both the same").click()
  await until(() => copied.length === 2)
  // The text that the device had before is not copied here.
  expect(write.mock.calls).toHaveLength(1)
})

test("[SCREEN-5] a clipboard that the browser does not give, or that is too long, is not sent, and the person learns why", async () => {
  const read = vi.spyOn(navigator.clipboard, "readText").mockRejectedValue(new Error("refused"))
  await show(desk.client(), <Clipboards ofDevice={null} canSend />)
  await page.getByRole("button", { name: "Clipboard" }).click()
  await page.getByRole("button", { name: "Send to the device" }).click()
  await page.getByText(/^The clipboard holds no text, or/).findElement()
  read.mockResolvedValue("é".repeat(600_000))
  await page.getByRole("button", { name: "Send to the device" }).click()
  await page.getByText("The clipboard is too long to send.").findElement()
  expect(copied).toEqual([])
  // When the browser does not give its clipboard, the person can paste the text.
  read.mockRejectedValue(new Error("refused"))
  await page.getByRole("button", { name: "Send to the device" }).click()
  const box = page.getByRole("textbox", { name: "Paste the text here" })
  await until(() => document.activeElement === box.query())
  await box.fill("pasted")
  await page.getByRole("button", { name: "Send the text" }).click()
  await page.getByText("Sent to the device.").findElement()
  expect([copied, box.query()]).toEqual([["pasted"], null])
  await userEvent.keyboard("{Escape}")
  await until(() => document.querySelector(".outcome") === null)
  await page.getByRole("button", { name: "Clipboard" }).click()
  await until(() => document.querySelector(".outcome")?.textContent === "")
})

const Recorded = () => {
  const recording = useRecording(stage)
  const { macros, save } = useMacros()
  return (
    <>
      <button type="button" onClick={recording.start}>
        Start
      </button>
      <RecordTask recording={recording} onSave={save} />
      <output>{JSON.stringify(macros)}</output>
    </>
  )
}

test("[SCREEN-5] keys that go to the device are recorded, named, and kept out of the log", async () => {
  await show(desk.client(), <Recorded />)
  const key = (keysym: number, down: boolean) => say({ type: "key", keysym, down })
  key(0x61, true)
  await page.getByRole("button", { name: "Start" }).click()
  await page.getByText("Keys: 0").findElement()
  for (const [keysym, down] of [
    [0xffe3, true],
    [0x6c, true],
    [0x6c, false],
    [0xffe3, false],
    [0xff0d, true],
  ] as const)
    key(keysym, down)
  await page.getByText("Keys: 2").findElement()
  expect(page.getByRole("button", { name: "Save" }).element()).toHaveProperty("disabled", true)
  await page.getByRole("textbox", { name: "Name of the macro" }).fill("Clear")
  await userEvent.keyboard("{Enter}")
  await until(() => document.querySelector(".vrec") === null)
  const kept = [{ name: "Clear", strokes: [[0xffe3, 0x6c], [0xff0d]] }]
  expect(JSON.parse(document.querySelector("output")?.textContent ?? "")).toEqual(kept)
  expect(JSON.stringify(desk.recorder.log)).not.toContain("65507")
})
