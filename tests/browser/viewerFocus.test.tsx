import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { afterEach, expect, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { useCloseDialog, useOpenedDialog, useShowDialog } from "../../src/app/client/dialog.ts"
import { type ClientHandle, noViewer, type ViewerHandle } from "../../src/app/client/handle.ts"
import { CONTENT_ID } from "../../src/app/focus/usePage.ts"
import { Viewer } from "../../src/app/screens/Viewer.tsx"
import { ClipboardMenu } from "../../src/app/screens/viewer/ClipboardMenu.tsx"
import { Picture } from "../../src/app/screens/viewer/Picture.tsx"
import { PictureKeysScope } from "../../src/app/screens/viewer/PictureKeysScope.tsx"
import { TextKeys } from "../../src/app/screens/viewer/TextKeys.tsx"
import { useClipboard } from "../../src/app/screens/viewer/useClipboard.ts"
import { useSticky } from "../../src/app/screens/viewer/useSticky.ts"
import type { ViewerStage } from "../../src/app/screens/viewer/useViewer.ts"
import { Button } from "../../src/app/ui/Button.tsx"
import { Dialog } from "../../src/app/ui/Dialog.tsx"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"
import { Bar, nothing, stageOf } from "./viewerBar.tsx"
import "../../src/app/look/motion.css"
import "../../src/app/look/viewer.css"
import "../../src/app/look/viewerPops.css"
import "../../src/app/look/viewerStage.css"

/** The keyboard focus of a person who moves between the picture and the bar. */

const desk = new ScreenDesk()
afterEach(() => {
  close()
  typed.length = 0
  vi.restoreAllMocks()
})

/** Keys that the picture received. */
const typed: string[] = []

/** A picture below its bar. It takes the focus as noVNC's picture does. */
const showViewer = async (bar = (stage: ViewerStage) => <Bar stage={stage} />): Promise<HTMLCanvasElement> => {
  await page.viewport(1_440, 900)
  const canvas = document.createElement("canvas")
  canvas.tabIndex = -1
  canvas.style.cssText = "width: 100%; height: 100%"
  canvas.addEventListener("keydown", ({ key }) => void typed.push(key))
  const viewer: ViewerHandle = { ...noViewer, focus: () => canvas.focus() }
  const stage: ViewerStage = {
    ...stageOf([8]),
    shown: { at: 1 },
    setPlace: (place) => place?.append(canvas),
    act: (act) => act(viewer),
  }
  await show(
    desk.client(),
    <PictureKeysScope stage={stage} className="viewer">
      {bar(stage)}
      <main className="vstage" id={CONTENT_ID} tabIndex={-1}>
        <Picture stage={stage} name="Rack" isLive takesInput />
      </main>
    </PictureKeysScope>,
  )
  await until(() => document.activeElement === canvas)
  return canvas
}

const isOpen = () => document.querySelector('[role="dialog"]') !== null
const hasFocus = (element: Element) => until(() => !isOpen() && document.activeElement === element)
const openers = () => [...document.querySelectorAll<HTMLElement>(".vbar [aria-expanded]")]
const pressed = async (name: string | RegExp) =>
  userEvent.click(page.getByRole("button", { name, exact: true }).first())

test("[SCREEN-5][UX-1] Ctrl+Alt+Shift leads from the picture to the first control of the bar, and Tab to its next", async () => {
  await showViewer()
  await userEvent.keyboard("{Control>}{Alt>}{Shift>}{/Shift}{/Alt}{/Control}")
  const back = page.getByRole("button", { name: "Back to devices" }).element()
  expect(document.activeElement).toBe(back)
  await userEvent.tab()
  expect(document.activeElement?.closest(".vbar")).not.toBe(null)
  expect(document.activeElement).not.toBe(back)
})

test("[SCREEN-5] a menu that was opened from the picture by the pointer gives the keys back to it, however it closes", async () => {
  const canvas = await showViewer()
  expect(openers().length).toBe(4)
  for (const opener of openers()) {
    await userEvent.click(opener)
    await until(isOpen)
    // Keys that follow at once reach the picture, not the fading menu.
    typed.length = 0
    await userEvent.keyboard("{Escape}ab")
    expect(typed).toEqual(["a", "b"])
    await hasFocus(canvas)
    await userEvent.click(opener)
    await until(isOpen)
    await userEvent.click(document.body, { position: { x: 200, y: 700 } })
    await hasFocus(canvas)
  }
  await userEvent.click(openers().at(-1) ?? canvas)
  await until(isOpen)
  await userEvent.click(page.getByRole("dialog").getByRole("button", { name: "Save a screenshot" }))
  await hasFocus(canvas)
  // A button of the bar that opens no menu gives the focus back too.
  await pressed("Save a screenshot")
  await hasFocus(canvas)
})

test("[UX-1] a menu that was opened from the bar by the keyboard leaves the focus there, until the picture is pressed", async () => {
  const canvas = await showViewer()
  for (const opener of openers()) {
    opener.focus()
    await userEvent.keyboard("{Enter}")
    await until(isOpen)
    await userEvent.keyboard("{Escape}")
    await hasFocus(opener)
    await userEvent.keyboard("{Enter}")
    await until(isOpen)
    await userEvent.click(document.body, { position: { x: 200, y: 700 } })
    await hasFocus(canvas)
  }
})

const Asking = ({ stage }: { readonly stage: ViewerStage }) => {
  const show = useShowDialog()
  const hide = useCloseDialog()
  return (
    <>
      <Bar stage={stage} onMode={() => show("usbMode", {})} />
      <Dialog isOpen={useOpenedDialog()?.isOpen === true} onClose={hide} title="USB stream mode" actions={null}>
        <Button onPress={hide}>Switch</Button>
      </Dialog>
    </>
  )
}

test("[SCREEN-5][MODE-1] a dialog that was opened from the picture by the pointer gives the keys back to it as it closes", async () => {
  const canvas = await showViewer((stage) => <Asking stage={stage} />)
  for (const leave of [
    () => userEvent.keyboard("{Escape}ab"),
    async () => {
      await userEvent.click(page.getByRole("button", { name: "Switch" }))
      await userEvent.keyboard("ab")
    },
  ]) {
    typed.length = 0
    await userEvent.click(page.getByText("USB stream", { exact: true }))
    await until(isOpen)
    await leave()
    expect(typed).toEqual(["a", "b"])
    await hasFocus(canvas)
  }
  // A person who came by the keyboard continues in the bar.
  const radio = document.querySelector<HTMLElement>('.vbar [type="radio"]:checked')
  radio?.focus()
  await userEvent.keyboard("{ArrowRight}")
  await until(isOpen)
  await userEvent.keyboard("{Escape}")
  await until(() => !isOpen() && document.activeElement?.closest(".vbar") !== null)
})

let setLive: (isLive: boolean) => void = () => undefined
const Returning = ({ stage, hasText }: { readonly stage: ViewerStage; readonly hasText: boolean }) => {
  const [isLive, set] = useState(true)
  setLive = (next) => flushSync(() => set(next))
  const sticky = useSticky(stage.act)
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <Picture stage={stage} name="Rack" isLive={isLive} takesInput>
      {hasText && isLive && (
        <TextKeys field={field} name="Rack" sticky={sticky} onCombination={nothing} onLeave={nothing} />
      )}
    </Picture>
  )
}
/** A picture that `setLive` removes and brings back. */
const showReturning = async (
  hasText: boolean,
  streams: ViewerStage["streams"] = { keyboard: true, pointer: true, audio: true },
): Promise<HTMLCanvasElement> => {
  const canvas = document.createElement("canvas")
  canvas.tabIndex = -1
  const stage: ViewerStage = {
    ...stageOf([8]),
    streams,
    shown: { at: 1 },
    setPlace: (place) => place?.append(canvas),
    act: (act) => act({ ...noViewer, focus: () => canvas.focus() }),
  }
  await show(desk.client(), <Returning stage={stage} hasText={hasText} />)
  await until(() => canvas.isConnected)
  return canvas
}

test("[SCREEN-5][SCREEN-7] a text field that went with the picture has the focus again when both are back", async () => {
  const canvas = await showReturning(true)
  // The two states of the focus before the return: on the picture, or lost with noVNC.
  for (const before of [() => canvas.focus(), () => canvas.blur()]) {
    setLive(false)
    expect(document.querySelector("textarea")).toBe(null)
    before()
    setLive(true)
    await until(() => document.activeElement === document.querySelector("textarea"))
  }
})

test.each<readonly [string, string, isKept: boolean]>([
  ["a field", "<input class='at'>", true],
  ["a long field", "<textarea class='at'></textarea>", true],
  ["a dialog", "<div role='dialog'><button class='at'>Close</button></div>", true],
  ["a question", "<div role='alertdialog'><button class='at'>Close</button></div>", true],
  ["a dialog that fades", "<div data-exiting><div role='dialog'><input class='at'></div></div>", false],
  ["a button", "<button class='at'>Try again</button>", false],
  ["a choice", "<input type='radio' class='at'>", false],
])(
  "[SCREEN-7] a picture that returns while the focus is in %s leaves it to a person who writes or is asked there",
  async (_name, html, isKept) => {
    for (const hasText of [false, true]) {
      const canvas = await showReturning(hasText)
      document.body.insertAdjacentHTML("beforeend", html)
      const at = document.querySelector<HTMLElement>(".at")
      setLive(false)
      at?.focus()
      setLive(true)
      expect(document.activeElement).toBe(isKept ? at : hasText ? document.querySelector("textarea") : canvas)
    }
  },
)

test("[SCREEN-4][UX-1] keys on a picture that is only viewed stay the browser's, and the page says once that the device gets none", async () => {
  const canvas = await showReturning(false, { keyboard: false, pointer: false, audio: true })
  canvas.addEventListener("keydown", ({ key }) => void typed.push(key))
  const hint = () => document.querySelector('[role="status"]')?.textContent
  const after = document.body.appendChild(document.createElement("button"))
  canvas.focus()
  await userEvent.tab()
  expect([document.activeElement, hint()]).toEqual([after, undefined])
  canvas.focus()
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    await userEvent.keyboard("a")
    expect(hint()).toBe("View only: your keys do not reach Rack.")
    flushSync(() => vi.runAllTimers())
    expect(hint()).toBe(undefined)
    await userEvent.keyboard("b")
    expect(hint()).toBe(undefined)
  } finally {
    vi.useRealTimers()
  }
  expect(typed).toEqual([])
})

test("[SCREEN-5][UX-1] Tab leads through all tools of a viewer and those over its picture, and then to the picture, which takes it", async () => {
  const own = new ScreenDesk()
  own.do({ type: "OpenDevice", id: "n1", did: "did n1", name: "Rack", isUsb: false, cloudType: 0 })
  own.do({ type: "ReportReached", id: "n1" })
  const canvas = document.createElement("canvas")
  canvas.tabIndex = -1
  canvas.addEventListener("keydown", (event) => {
    typed.push(event.key)
    event.preventDefault()
  })
  const view: ClientHandle["view"] = ({ element, received }) => {
    element.append(canvas)
    queueMicrotask(() => received({ type: "picture", at: 1 }))
    return { ...noViewer, focus: () => canvas.focus() }
  }
  await page.viewport(1_440, 900)
  await show(own.client({ ...own.handle, view }), <Viewer />)
  await until(() => document.activeElement === canvas)
  await pressed("Keys")
  await pressed("Record a macro")
  await hasFocus(canvas)
  await userEvent.keyboard("{Control>}{Alt>}{Shift>}{/Shift}{/Alt}{/Control}")
  typed.length = 0
  const walked: string[] = []
  while (document.activeElement !== canvas && walked.length < 40) {
    const { activeElement: at } = document
    walked.push(at?.getAttribute("aria-label") ?? at?.textContent ?? "")
    await userEvent.tab()
  }
  expect([walked[0], ...walked.slice(-3)]).toEqual(["Back to devices", "Disconnect", "Name of the macro", "Discard"])
  expect(typed).toEqual([])
  await userEvent.tab()
  expect([typed, document.activeElement]).toEqual([["Tab"], canvas])
})

const copied: string[] = []
const copying: ViewerStage = {
  ...stageOf([8]),
  act: (act) => act({ ...noViewer, copy: (text) => void copied.push(text) }),
}
const Shared = ({ ofDevice }: { readonly ofDevice: string | null }) => (
  <>
    <ClipboardMenu clipboard={useClipboard({ ...copying, clipboard: ofDevice }, true)} isDisabled={false} canSend />
    <Picture stage={copying} name="Rack" isLive takesInput />
  </>
)

test("[SCREEN-5] clipboards kept the same: the device has what was copied here once the picture takes the keys", async () => {
  const granted = await navigator.permissions.query({ name: "notifications" })
  vi.spyOn(granted, "state", "get").mockReturnValue("granted")
  const ask = vi.spyOn(navigator.permissions, "query").mockResolvedValue(granted)
  vi.spyOn(document, "hasFocus").mockReturnValue(true)
  const read = vi.spyOn(navigator.clipboard, "readText").mockResolvedValue("first")
  await show(desk.client(), <Shared ofDevice={null} />)
  const picture = await page.getByRole("application").findElement()
  picture.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))
  // The app reads no clipboard before the person turns this on.
  expect(read.mock.calls).toHaveLength(0)
  await page.getByRole("button", { name: "Clipboard" }).click()
  await page.getByText("Keep both the same").click()
  await until(() => copied.join() === "first")
  await userEvent.keyboard("{Escape}")
  await until(() => !isOpen())
  read.mockResolvedValue("second")
  if (picture instanceof HTMLElement) picture.focus()
  await until(() => copied.join() === "first,second")
  read.mockResolvedValue("third")
  picture.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))
  await until(() => copied.join() === "first,second,third")
  // Where the browser would have to ask for permission, the app does not read.
  vi.spyOn(granted, "state", "get").mockReturnValue("prompt")
  const reads = read.mock.calls.length
  const asked = ask.mock.calls.length
  picture.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))
  await until(() => ask.mock.calls.length > asked)
  await Promise.resolve()
  expect(read.mock.calls).toHaveLength(reads)
})
