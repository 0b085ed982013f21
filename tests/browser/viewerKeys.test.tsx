import { useRef, useState } from "react"
import { flushSync } from "react-dom"
import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { noViewer, type ViewerHandle, type ViewerNews } from "../../src/app/client/handle.ts"
import { KeyMenu } from "../../src/app/screens/viewer/KeyMenu.tsx"
import { KeyRow } from "../../src/app/screens/viewer/KeyRow.tsx"
import { CutNote, UnwrittenNote } from "../../src/app/screens/viewer/Notes.tsx"
import { TextKeys } from "../../src/app/screens/viewer/TextKeys.tsx"
import { TypingTask } from "../../src/app/screens/viewer/TypingTask.tsx"
import { useInput } from "../../src/app/screens/viewer/useInput.ts"
import { useSticky } from "../../src/app/screens/viewer/useSticky.ts"
import { useTyping } from "../../src/app/screens/viewer/useTyping.ts"
import type { ViewerStage } from "../../src/app/screens/viewer/useViewer.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"
import { stageOf } from "./viewerBar.tsx"
import "../../src/app/look/viewerKeys.css"
import "../../src/app/look/viewerPops.css"
import "../../src/app/look/viewerStage.css"

/** Keys and texts that a person sends in other ways than by the keyboard. */

const desk = new ScreenDesk()
const sent: string[] = []
const ended: string[] = []
const hex = (keysyms: readonly number[]) => keysyms.map((keysym) => keysym.toString(16)).join("+")
const viewer: ViewerHandle = {
  ...noViewer,
  press: (keysyms) => void sent.push(hex(keysyms)),
  type: (character, held = []) => void sent.push([...held.map((each) => hex([each])), character].join("+")),
}
const act = (does: (viewer: ViewerHandle) => void) => does(viewer)
afterEach(() => {
  close()
  sent.length = 0
  ended.length = 0
})

const Text = () => {
  const sticky = useSticky(act)
  const field = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <TextKeys
        field={field}
        name="Rack"
        sticky={sticky}
        onCombination={(keysyms, character) =>
          act((screen) => (character === "" ? screen.press(keysyms) : screen.type(character, keysyms)))
        }
        onLeave={() => undefined}
      />
      <KeyRow sticky={sticky} />
    </>
  )
}

const showText = async (): Promise<HTMLTextAreaElement> => {
  await show(desk.client(), <Text />)
  const field = await page.getByRole("textbox", { name: "Text for Rack" }).findElement()
  if (!(field instanceof HTMLTextAreaElement)) throw new Error("there is no text field")
  field.focus()
  return field
}

test("[SCREEN-5] the key menu sends each of its keys, and Ctrl+Alt with a function key", async () => {
  const onKeys = (keysyms: readonly number[]) => void sent.push(hex(keysyms))
  const macros = [
    { name: "Lock", strokes: [[0xffeb, 0x6c]] },
    { name: "Queue", strokes: [[0x61], [0xff0d]] },
  ]
  const done: string[] = []
  await show(
    desk.client(),
    <KeyMenu
      isDisabled={false}
      macros={macros}
      onKeys={onKeys}
      onMacro={({ name }) => void done.push(`play ${name}`)}
      onRecord={() => void done.push("record")}
      onRename={(from, to) => void done.push(`rename ${from} to ${to}`)}
      onRemove={(name) => void done.push(`remove ${name}`)}
      onType={() => void done.push("type")}
      onTextField={() => void done.push("text")}
      onLetGo={() => void done.push("letGo")}
    />,
  )
  const names = ["Ctrl+Alt+Del", "Windows key", "Switch window", "Print screen", "Ctrl+Alt+F12"]
  const more = [/^Queue/, "Record a macro", "Type the clipboard", "Type in a text field", "Let go of all keys"]
  for (const name of [...names, ...more]) {
    await page.getByRole("button", { name: "Keys", exact: true }).click()
    await page.getByRole("button", { name, exact: true }).click()
    await until(() => document.querySelector('[role="dialog"]') === null)
  }
  // The menu acts after it has closed, so that it takes no focus from the picture.
  await until(() => done.length === 5)
  expect(sent).toEqual(["ffe3+ffe9+ffff", "ffeb", "ffe9+ff09", "ff61", "ffe3+ffe9+ffc9"])
  expect(done).toEqual(["play Queue", "record", "type", "text", "letGo"])
  // A macro that is removed by mistake is not sent: the menu stays open.
  await page.getByRole("button", { name: "Keys", exact: true }).click()
  await page.getByRole("button", { name: "Remove Queue" }).click()
  expect(done).toHaveLength(5)
  await page.getByRole("button", { name: "Cancel" }).click()
  await page.getByRole("button", { name: "Remove Queue" }).click()
  await page.getByRole("button", { name: "Remove Queue" }).click()
  expect(done.at(-1)).toBe("remove Queue")
  // A macro with the name of another one would replace it.
  await page.getByRole("button", { name: "Rename Lock" }).click()
  const name = page.getByRole("textbox", { name: "Name of the macro" })
  await name.fill("Queue")
  await page.getByText("Another macro has this name.").findElement()
  await userEvent.keyboard("{Enter}")
  await name.fill(" Lock it ")
  await userEvent.keyboard("{Enter}")
  expect(done.slice(6)).toEqual(["rename Lock to Lock it"])
})

const Menu = () => {
  const [macros, setMacros] = useState(["Lock", "Queue"].map((name) => ({ name, strokes: [[0x61]] })))
  const on = (done: string) => () => void ended.push(done)
  return (
    <KeyMenu
      isDisabled={false}
      macros={macros}
      onKeys={on("keys")}
      onMacro={on("play")}
      onRecord={on("record")}
      onRename={(from, to) =>
        setMacros((all) => all.map((each) => (each.name === from ? { ...each, name: to } : each)))
      }
      onRemove={(gone) => setMacros((all) => all.filter(({ name }) => name !== gone))}
      onType={on("type")}
      onTextField={on("text")}
      onLetGo={on("letGo")}
    />
  )
}

test("[SCREEN-5] the focus stays at the macro that was renamed, or where one was removed, and the next Enter sends nothing", async () => {
  await show(desk.client(), <Menu />)
  await page.getByRole("button", { name: "Keys", exact: true }).click()
  const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent
  const rename = async (from: string, keys: string, to: string) => {
    await page.getByRole("button", { name: `Rename ${from}`, exact: true }).click()
    await userEvent.keyboard(keys)
    expect(focused()).toBe(`Rename ${to}`)
  }
  await rename("Lock", "{End} it{Enter}", "Lock it")
  await userEvent.keyboard("{Enter}")
  await page.getByRole("textbox").findElement()
  await userEvent.keyboard("{Enter}")
  expect(focused()).toBe("Rename Lock it")
  for (const left of ["Rename Queue", "Record a macro"]) {
    await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .click()
    await page
      .getByRole("button", { name: /^Remove / })
      .first()
      .click()
    expect(focused()).toBe(left)
  }
  expect(ended).toEqual([])
})

test("[SCREEN-5] a text field takes text, deletions, keys without a character, and combinations", async () => {
  const field = await showText()
  await userEvent.keyboard("hé{Enter}{Backspace}{ArrowUp}")
  await userEvent.keyboard("{Control>}c{/Control}")
  expect(sent).toEqual(["h", "é", "ff0d", "ff08", "ff52", "ffe3+c"])
  sent.length = 0
  // Keyboards of phones report no key and change the text.
  field.setSelectionRange(field.value.length, field.value.length)
  document.execCommand("insertText", false, "of 漢")
  document.execCommand("delete")
  expect(sent).toEqual(["o", "f", " ", "漢", "ff08"])
})

test("[SCREEN-5] an input method writes its text once, when it is composed", async () => {
  const field = await showText()
  const composes = (type: string, data: string) =>
    field.dispatchEvent(new CompositionEvent(type, { data, bubbles: true }))
  composes("compositionstart", "")
  for (const data of ["k", "か", "かん"]) {
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Process", isComposing: true, bubbles: true }))
    composes("compositionupdate", data)
    field.dispatchEvent(
      new InputEvent("input", { data, inputType: "insertCompositionText", isComposing: true, bubbles: true }),
    )
  }
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }))
  expect(sent).toEqual([])
  composes("compositionend", "漢字")
  expect(sent).toEqual(["漢", "字"])
  expect(field.value.trim()).toBe("")
})

test("[SCREEN-5] a modifier of the row waits for the next key, of the row or of the text field", async () => {
  const field = await showText()
  await page.getByRole("button", { name: "Ctrl" }).click()
  await page.getByRole("button", { name: "Alt" }).click()
  await page.getByRole("button", { name: "Left arrow" }).click()
  await page.getByRole("button", { name: "Esc" }).click()
  expect(sent).toEqual(["ffe3+ffe9+ff51", "ff1b"])
  await page.getByRole("button", { name: "Ctrl" }).click()
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard("cd")
  expect(sent.slice(2)).toEqual(["ffe3+c", "d"])
  await page.getByRole("button", { name: "Function keys" }).click()
  await page.getByRole("button", { name: "F11" }).click()
  expect(sent.at(-1)).toBe("ffc8")
})

const listeners = new Set<(news: ViewerNews) => void>()
const heard: ViewerStage = {
  ...stageOf([8]),
  listen: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

const Typing = ({ isPossible, isLost = false }: { readonly isPossible: boolean; readonly isLost?: boolean }) => {
  const typing = useTyping({ act, listen: heard.listen }, { isPossible, isLost }, (macro, length) =>
    ended.push(`${macro}: ${length}`),
  )
  return (
    <>
      <button type="button" onClick={() => typing.start("a\r\nb😀")}>
        Short
      </button>
      <button type="button" onClick={() => typing.start("x".repeat(10_000))}>
        Long
      </button>
      <button type="button" onClick={() => typing.play({ name: "Queue", strokes: Array(50).fill([0x61]) })}>
        Macro
      </button>
      {typing.cut !== null && <CutNote cut={typing.cut} onDismiss={typing.dismissCut} />}
      <TypingTask typing={typing} />
    </>
  )
}

test("[SCREEN-5][SCREEN-8] a text is typed key by key, shows how far it is, and can be stopped", async () => {
  await show(desk.client(), <Typing isPossible />)
  await page.getByRole("button", { name: "Short" }).click()
  await until(() => sent.length === 4 && document.querySelector('[role="progressbar"]') === null)
  expect(sent).toEqual(["a", "\n", "b", "😀"])
  await until(() => ended.length === 1)
  await page.getByRole("button", { name: "Long" }).click()
  await page.getByText(/^\d+ of 10,000 characters, 33\d s left$/).findElement()
  await page.getByRole("button", { name: "Stop" }).click()
  const typed = sent.length
  await until(() => document.querySelector('[role="progressbar"]') === null)
  expect(sent.length - typed).toBeLessThanOrEqual(1)
  expect(typed).toBeLessThan(10_000)
  // The log keeps only the length of a text, and of a stopped one the length that was typed (SCREEN-8).
  expect(ended).toEqual(["null: 4", `null: ${sent.length - 4}`])
})

/** A viewer whose connection the test ends and restores. */
let connect: (state: "live" | "lost" | "viewOnly") => void = () => undefined
const Cuttable = () => {
  const [state, setState] = useState<"live" | "lost" | "viewOnly">("live")
  connect = (next) => flushSync(() => setState(next))
  return <Typing isPossible={state === "live"} isLost={state === "lost"} />
}
const note = () => document.querySelector(".vnote")?.textContent ?? ""

test.each([
  [
    "Long",
    "lost",
    /^Typed \d+ of 10,000 characters\. The rest was not typed\. The connection was lost: the last of them/,
  ],
  ["Long", "viewOnly", /^Typed \d+ of 10,000 characters\. The rest was not typed\.Close$/],
  ["Macro", "lost", /^Queue: pressed \d+ of 50 keys\. The rest was not pressed\. The connection was lost/],
] as const)(
  "[SCREEN-5] %s typing that ends in the middle (%s) says how far it was, and is not taken up again",
  async (what, end, said) => {
    await show(desk.client(), <Cuttable />)
    await page.getByRole("button", { name: what }).click()
    await until(() => sent.length > 2)
    connect(end)
    await until(() => said.test(note()))
    const typed = sent.length
    expect(note()).toContain(` ${typed} of `)
    connect("live")
    // The next text starts fresh; the rest of the earlier one is not typed.
    await page.getByRole("button", { name: "Short" }).click()
    await until(() => sent.length === typed + 4 && document.querySelector('[role="progressbar"]') === null)
    expect(sent.slice(typed)).toEqual(["a", "\n", "b", "😀"])
    expect(note()).toBe("")
  },
)

test("[SCREEN-5] a person who stops it reads how far it was until that is closed", async () => {
  await show(desk.client(), <Cuttable />)
  await page.getByRole("button", { name: "Long" }).click()
  await until(() => sent.length > 2)
  await page.getByRole("button", { name: "Stop" }).click()
  await until(() => note().includes(` ${sent.length} of 10,000 characters`))
  expect(note()).not.toContain("lost")
  await page.getByRole("button", { name: "Close" }).click()
  await until(() => note() === "")
})

test("[SCREEN-5] how far it was is read until the person types on", async () => {
  await show(desk.client(), <Cuttable />)
  await page.getByRole("button", { name: "Long" }).click()
  await until(() => sent.length > 2)
  await page.getByRole("button", { name: "Stop" }).click()
  await until(() => note() !== "")
  // A released key does not show that the person has read the note.
  for (const listener of listeners) listener({ type: "key", keysym: 0x61, down: false })
  expect(note()).not.toBe("")
  for (const listener of listeners) listener({ type: "key", keysym: 0x61, down: true })
  await until(() => note() === "")
})

const figures = { type: "figures", framesPerSecond: 0, bytes: 0 } as const
test.each<[string, ViewerNews, ViewerNews]>([
  ["a picture", { type: "picture", at: 1 }, { ...figures, bytesPerSecond: 0 }],
  ["bytes of one that is not whole yet", { ...figures, bytesPerSecond: 1 }, { ...figures, bytesPerSecond: 0 }],
])(
  "[SCREEN-5] a screen without a sign of life is typed to no more, so that nothing is typed once it is back: %s",
  async (_what, life, none) => {
    const real = performance.now.bind(performance)
    let later = 0
    const clock = vi.spyOn(performance, "now").mockImplementation(() => real() + later)
    onTestFinished(() => clock.mockRestore())
    await show(desk.client(), <Cuttable />)
    await page.getByRole("button", { name: "Long" }).click()
    await until(() => sent.length > 2)
    later = 4_500
    for (const listener of listeners) listener(life)
    later = 5_500
    const typed = sent.length
    await until(() => sent.length > typed)
    later = 20_000
    for (const listener of listeners) listener(none)
    await until(() => /^Typed .* The connection was lost/.test(note()))
  },
)

test("[SCREEN-4][SCREEN-5] nothing is typed where no keys are taken", async () => {
  await show(desk.client(), <Typing isPossible={false} />)
  await page.getByRole("button", { name: "Short" }).click()
  expect(document.querySelector('[role="progressbar"]')).toBe(null)
  expect(sent).toEqual([])
})

const Noted = () => {
  const input = useInput(heard, "n1", { isPossible: true, isLost: false })
  return (
    <>
      {input.isUnwritten && <UnwrittenNote onTextField={input.menu.onTextField} onDismiss={input.dismissUnwritten} />}
      {input.isText && <input aria-label="Text" />}
    </>
  )
}

test("[SCREEN-5] a key whose text reaches text fields alone leads to the text field, and then no more", async () => {
  await show(desk.client(), <Noted />)
  await until(() => listeners.size === 1)
  for (const listener of listeners) listener({ type: "unwritten" })
  await page.getByText("This keyboard writes into text fields only.").findElement()
  await page.getByRole("button", { name: "Type in a text field" }).click()
  await page.getByRole("textbox").findElement()
  await until(() => document.querySelector(".vnote") === null)
})

test("[SCREEN-5] the note of such a key is closed for as long as the app is open", async () => {
  const press = async () => {
    await until(() => listeners.size === 1)
    flushSync(() => {
      for (const listener of listeners) listener({ type: "unwritten" })
    })
  }
  const client = desk.client()
  await show(client, <Noted />)
  await press()
  await page.getByRole("button", { name: "Close" }).click()
  await until(() => document.querySelector(".vnote") === null)
  for (const again of [async () => undefined, () => show(client, <Noted />)]) {
    await again()
    await press()
    expect(document.querySelector(".vnote")).toBe(null)
  }
  await show(desk.client(), <Noted />)
  await press()
  expect(document.querySelector(".vnote")).not.toBe(null)
})
