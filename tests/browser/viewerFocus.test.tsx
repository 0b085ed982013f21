import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { noViewer, type ViewerHandle } from "../../src/app/client/handle.ts"
import { CONTENT_ID } from "../../src/app/focus/usePage.ts"
import { Picture } from "../../src/app/screens/viewer/Picture.tsx"
import type { ViewerStage } from "../../src/app/screens/viewer/useViewer.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"
import { Bar, stageOf } from "./viewerBar.tsx"
import "../../src/app/look/viewer.css"
import "../../src/app/look/viewerPops.css"
import "../../src/app/look/viewerStage.css"

/** Who has the keys, the picture or the bar, as a person goes from one to the other. */

const desk = new ScreenDesk()
afterEach(close)

/** A picture that takes the focus as noVNC's does, below its bar. */
const showViewer = async (): Promise<HTMLCanvasElement> => {
  await page.viewport(1_440, 900)
  const canvas = document.createElement("canvas")
  canvas.tabIndex = -1
  canvas.style.cssText = "width: 100%; height: 100%"
  const viewer: ViewerHandle = { ...noViewer, focus: () => canvas.focus() }
  const stage: ViewerStage = {
    ...stageOf([8]),
    shown: { at: 1 },
    setPlace: (place) => place?.append(canvas),
    act: (act) => act(viewer),
  }
  await show(
    desk.client(),
    <div className="viewer">
      <Bar stage={stage} />
      <main className="vstage" id={CONTENT_ID} tabIndex={-1}>
        <Picture stage={stage} name="Rack" isLive takesInput />
      </main>
    </div>,
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
    await userEvent.keyboard("{Escape}")
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
  // The button of the bar too, which is no menu.
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
