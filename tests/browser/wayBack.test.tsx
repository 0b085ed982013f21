import { useRef, useState } from "react"
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { openOverPage, startWayBack } from "../../src/app/dom/wayBack.ts"
import { Targets } from "../../src/app/screens/network/Targets.tsx"
import { KeyMenu } from "../../src/app/screens/viewer/KeyMenu.tsx"
import { RecordTask } from "../../src/app/screens/viewer/RecordTask.tsx"
import { TextKeys } from "../../src/app/screens/viewer/TextKeys.tsx"
import { TypingTask } from "../../src/app/screens/viewer/TypingTask.tsx"
import { useBackCloses } from "../../src/app/ui/BackCloses.tsx"
import { Dialog } from "../../src/app/ui/Dialog.tsx"
import { DraftContext, draftOf } from "../../src/app/ui/draft.ts"
import { ActionMenu } from "../../src/app/ui/Menu.tsx"
import { TextField } from "../../src/app/ui/TextField.tsx"
import { useBackLeavesFullScreen } from "../../src/app/viewer/fullScreen.ts"
import { screen } from "./devicesDesk.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** Back closes the topmost part. With nothing open, it moves between pages as usual (UX-5). */

/** The navigations that a router would see. */
let learned: string[] = []
const here = () => new URL(location.href).searchParams.get("at") ?? ""
const at = (name: string) => `?at=${name}`

/** The number of moves to another entry of the tab's history. */
let arrivals = 0
const arrived = (times: number) => until(() => arrivals >= times)

beforeAll(() => {
  addEventListener(
    "popstate",
    () => {
      arrivals += 1
    },
    { capture: true },
  )
  startWayBack()
  addEventListener("popstate", () => learned.push(here()))
})
beforeEach(async () => {
  history.pushState({ idx: 0 }, "", at("first"))
  history.pushState({ idx: 1 }, "", at("second"))
  learned = []
  arrivals = 0
})
afterEach(close)

/** Waits for the depth of open parts in the history. The history and the app both change it in later tasks. */
const settled = (depth: number) => until(() => (Reflect.get(history.state ?? {}, "over") ?? 0) === depth)

const opened = (name: string, closed: string[], canClose = () => true) =>
  openOverPage({ canClose, close: () => closed.push(name) })

test("[UX-5] Back closes one thing after the other, the topmost first, and then goes to the page before", async () => {
  const closed: string[] = []
  opened("panel", closed)
  opened("dialog", closed)
  await settled(2)
  history.back()
  await until(() => closed.length === 1)
  history.back()
  await until(() => closed.length === 2)
  expect([closed, learned, here()]).toEqual([["dialog", "panel"], [], "second"])
  await settled(0)
  history.back()
  await until(() => here() === "first")
  expect(learned).toEqual(["first"])
})

test("[UX-5] closed in another way it leaves no entry behind; Forward opens nothing again", async () => {
  const closed: string[] = []
  const shut = opened("menu", closed)
  await settled(1)
  shut()
  await arrived(1)
  history.forward()
  // Two more moves: forward, and back again.
  await arrived(3)
  expect([closed, here()]).toEqual([[], "second"])
  history.back()
  await until(() => here() === "first")
})

test("[UX-5] a page opened from a dialog takes its place: one step Back is the page before", async () => {
  const closed: string[] = []
  const shut = opened("palette", closed)
  await settled(1)
  shut()
  history.pushState({ idx: 2 }, "", at("third"))
  await settled(0)
  // The same holds while the browser is still leaving the entry.
  const again = opened("dialog", closed)
  await settled(1)
  again()
  await new Promise((resolve) => setTimeout(resolve))
  history.pushState({ idx: 3 }, "", at("fourth"))
  await until(() => here() === "fourth" && history.state.over === undefined)
  history.back()
  await until(() => here() === "third")
  history.back()
  await until(() => here() === "second")
  expect(closed).toEqual([])
})

test("[UX-5] a filter chosen in a menu is still in the address when Back has closed the menu", async () => {
  const closed: string[] = []
  opened("menu", closed)
  await settled(1)
  history.replaceState({ idx: 1 }, "", at("filtered"))
  history.back()
  await until(() => closed.length === 1)
  await settled(0)
  expect([here(), learned]).toEqual(["filtered", []])
})

test("[UX-5] what may not be closed stays open, and stays on its page", async () => {
  const closed: string[] = []
  let isRunning = true
  const end = opened("firmware", closed, () => !isRunning)
  await settled(1)
  history.back()
  await arrived(1)
  await settled(1)
  expect([closed, here()]).toEqual([[], "second"])
  isRunning = false
  history.back()
  await until(() => closed.length === 1)
  end()
})

const Panel = ({ onClose }: { readonly onClose: () => void }) => {
  useBackCloses(true, onClose)
  return <p>A panel</p>
}

const Parts = () => {
  const [hasPanel, setPanel] = useState(true)
  const [isOpen, setOpen] = useState(true)
  const [draft] = useState(() => draftOf("rename d1"))
  const [name, setName] = useState("Bench")
  return (
    <>
      {hasPanel && <Panel onClose={() => setPanel(false)} />}
      <ActionMenu label="Actions" items={[{ id: "one", label: "One" }]} onAction={() => undefined} />
      <DraftContext value={draft}>
        <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Rename" actions={null}>
          <TextField label="Name" value={name} onChange={setName} />
        </Dialog>
      </DraftContext>
    </>
  )
}

test("[UX-5] dialogs, menus and panels close by Back, and a text typed into a dialog is there when it opens again", async () => {
  await show(new ScreenDesk().client(), <Parts />)
  await page.getByLabelText("Name").fill("Half a name")
  await settled(2)
  history.back()
  await until(() => document.querySelector('[role="dialog"]') === null)
  await page.getByText("A panel").findElement()
  await userEvent.click(page.getByRole("button", { name: "Actions" }))
  await until(() => document.querySelector('[role="menu"]'))
  await settled(2)
  history.back()
  await until(() => document.querySelector('[role="menu"]') === null)
  history.back()
  await until(() => !document.body.textContent?.includes("A panel"))
  expect(here()).toBe("second")
  // Opens the same dialog again.
  await show(new ScreenDesk().client(), <Parts />)
  await until(() => document.querySelector("input")?.value === "Half a name")
  // A dialog that a person closed on purpose starts again from its first step.
  await settled(2)
  await userEvent.keyboard("{Escape}")
  await until(() => document.querySelector('[role="dialog"]') === null)
  await show(new ScreenDesk().client(), <Parts />)
  await until(() => document.querySelector("input"))
  expect(document.querySelector("input")?.value).toBe("Bench")
})

test("[UX-5][DEVICE-16] Back closes the field of a name that is edited in place, saves nothing, and keeps what was typed", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(2) })
  await show(desk.client(), screen, "/devices/d1?view=cards")
  const rename = page.getByRole("button", { name: "Rename here" })
  const field = () => document.querySelector<HTMLInputElement>(".dname input")
  await userEvent.click(rename)
  await until(() => field() === document.activeElement)
  const depth = Reflect.get(history.state ?? {}, "over")
  await userEvent.keyboard("Half a name")
  history.back()
  await until(() => field() === null)
  await page.getByRole("complementary", { name: "Device 00001" }).findElement()
  expect(desk.asked.filter(({ type }) => type === "RenameDevice")).toEqual([])
  await userEvent.click(rename)
  await until(() => field()?.value === "Half a name")
  expect(Reflect.get(history.state ?? {}, "over")).toBe(depth)
  await userEvent.keyboard("{Escape}")
  await until(() => field() === null)
  await userEvent.click(rename)
  await until(() => field()?.value === "Device 00001")
})

const isThere = (name: string) => document.querySelector(`section[aria-label="${name}"]`) !== null
const keyless = { held: [], toggle: () => {}, press: () => {}, type: () => {} }

const Over = () => {
  const [strokes, setStrokes] = useState<readonly number[][] | null>([])
  const [isTyping, setTyping] = useState(true)
  const [isText, setText] = useState(true)
  const field = useRef<HTMLTextAreaElement>(null)
  const typing = { progress: isTyping ? { name: null, done: 1, total: 100 } : null, start: () => {}, play: () => {} }
  return (
    <>
      <button type="button" onClick={() => setStrokes([[0x61]])}>
        Press a key
      </button>
      <RecordTask recording={{ strokes, start: () => {}, stop: () => setStrokes(null) }} onSave={() => undefined} />
      <TypingTask typing={{ ...typing, cut: null, dismissCut: () => {}, stop: () => setTyping(false) }} />
      {isText && (
        <TextKeys field={field} name="Bench" sticky={keyless} onCombination={() => {}} onLeave={() => setText(false)} />
      )}
    </>
  )
}

test("[UX-5][SCREEN-5] over the picture of a device Back ends what is under way there, one after the other", async () => {
  await show(new ScreenDesk().client(), <Over />)
  const open = () => [
    isThere("Recording a macro"),
    isThere("Typing the clipboard"),
    document.querySelector("textarea") !== null,
  ]
  const ends = [
    [true, true, false],
    [true, false, false],
  ]
  await settled(3)
  expect(open()).toEqual([true, true, true])
  for (const [index, end] of ends.entries()) {
    history.back()
    await until(() => JSON.stringify(open()) === JSON.stringify(end))
    await settled(2 - index)
  }
  // Back does not discard the recorded keys.
  await userEvent.click(page.getByRole("button", { name: "Press a key" }))
  arrivals = 0
  history.back()
  await arrived(1)
  await settled(1)
  expect([open(), here(), learned]).toEqual([[true, false, false], "second", []])
})

test("[UX-5][SCREEN-5] Back while a macro is renamed closes the field alone, keeps the half-typed name, and then closes the menu", async () => {
  const renames: string[] = []
  const nothing = () => undefined
  await show(
    new ScreenDesk().client(),
    <KeyMenu
      isDisabled={false}
      macros={[{ name: "Queue", strokes: [[0x61]] }]}
      onKeys={nothing}
      onMacro={nothing}
      onRecord={nothing}
      onRename={(from, to) => renames.push(`${from} ${to}`)}
      onRemove={nothing}
      onType={nothing}
      onTextField={nothing}
      onLetGo={nothing}
    />,
  )
  const rename = page.getByRole("button", { name: "Rename Queue" })
  const field = page.getByRole("textbox")
  await userEvent.click(page.getByRole("button", { name: "Keys", exact: true }))
  await userEvent.click(rename)
  await userEvent.fill(field, "Half a na")
  await settled(2)
  history.back()
  await until(() => field.query() === null)
  await userEvent.click(rename)
  await expect.element(field).toHaveValue("Half a na")
  await settled(2)
  history.back()
  await until(() => field.query() === null)
  await settled(1)
  history.back()
  await until(() => document.querySelector('[role="dialog"]') === null)
  expect([renames, here(), learned]).toEqual([[], "second", []])
})

const Full = () => {
  useBackLeavesFullScreen()
  return null
}

test("[UX-5][SCREEN-6] Back leaves the full screen, and the page stays", async () => {
  const full = vi.spyOn(document, "fullscreenElement", "get").mockReturnValue(document.body)
  const exit = vi.spyOn(document, "exitFullscreen").mockImplementation(async () => {
    full.mockReturnValue(null)
    document.dispatchEvent(new Event("fullscreenchange"))
  })
  await show(new ScreenDesk().client(), <Full />)
  await settled(1)
  history.back()
  await until(() => exit.mock.calls.length === 1)
  await settled(0)
  expect([here(), learned]).toEqual(["second", []])
  full.mockRestore()
  exit.mockRestore()
})

test("[UX-5][LAN-1] Back closes the field for an address to scan, and the text is there when it opens again", async () => {
  const desk = new ScreenDesk()
  desk.do({
    type: "ReportBridge",
    link: { state: "connected", version: "1", os: "linux", capabilities: ["scan_network"] },
  })
  await show(desk.client(), <Targets />)
  const open = () => userEvent.click(page.getByRole("button", { name: "Add address" }))
  await open()
  await settled(1)
  await userEvent.fill(page.getByRole("textbox"), "10.0.7.")
  history.back()
  await until(() => document.querySelector("input") === null)
  expect([here(), learned]).toEqual(["second", []])
  await open()
  await until(() => document.querySelector("input")?.value === "10.0.7.")
})
