import { useState } from "react"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { cdp, page, userEvent } from "vitest/browser"
import { CommandCentre } from "../../src/app/commands/CommandCentre.tsx"
import { keepCompositionKeys } from "../../src/app/dom/compositionKeys.ts"
import { CodeStep, useCode } from "../../src/app/flows/CodeStep.tsx"
import { Dialog } from "../../src/app/ui/Dialog.tsx"
import { Form } from "../../src/app/ui/Form.tsx"
import { SearchField } from "../../src/app/ui/SearchField.tsx"
import { TextField } from "../../src/app/ui/TextField.tsx"
import { CARDS, screen, start } from "./devicesDesk.tsx"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

/** While an input method has an open composition, keys choose among its candidates and do nothing else (UX-5). */

let end: () => void = () => undefined
beforeAll(() => {
  end = keepCompositionKeys()
})
afterAll(() => end())
afterEach(close)

/** Opens a composition in the browser itself. */
const compose = (text: string) =>
  cdp().send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length })
const take = (text: string) => cdp().send("Input.insertText", { text })

const active = (): Element => {
  const { activeElement } = document
  if (activeElement === null) throw new Error("nothing has the focus")
  return activeElement
}

const press = (key: string, given: KeyboardEventInit = {}) =>
  active().dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true, ...given }),
  )

/** Safari reports the end of the composition before the key that ended it. */
const pressAsSafari = (key: string) => {
  active().dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }))
  return press(key, { keyCode: 229 })
}

const KEYS = ["Enter", "Escape", "Tab", "ArrowDown", "ArrowUp", "Home", "j", "?"]

/** Presses every key in every order of events that browsers have. */
const pressAll = async () => {
  await compose("かめら")
  for (const key of KEYS) press(key, { isComposing: true, keyCode: 229 })
  for (const key of KEYS) press(key)
  for (const key of KEYS) pressAsSafari(key)
}

test("[UX-5] keys of an input method neither save a name typed in place nor leave the field", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen, CARDS.replace("/devices", "/devices/d1"))
  await userEvent.click(page.getByRole("button", { name: "Rename here" }))
  await until(() => active() instanceof HTMLInputElement)
  await pressAll()
  expect(engine.asked.filter(({ type }) => type === "RenameDevice")).toEqual([])
  expect(active()).toBeInstanceOf(HTMLInputElement)
  // After the text is taken, Enter saves the name.
  await take("カメラ")
  await userEvent.keyboard("{Enter}")
  await until(() => engine.asked.some((asked) => asked.type === "RenameDevice" && asked.name === "カメラ"))
})

test("[UX-5] keys of an input method neither run a command nor close the palette, nor move in it", async () => {
  const desk = new ScreenDesk()
  const client = desk.client()
  await show(client, <CommandCentre />)
  client.commandView.set("palette")
  const palette = page.getByRole("combobox")
  await palette.findElement()
  await until(() => active() === palette.element())
  await compose("せ")
  const before = palette.element().getAttribute("aria-activedescendant")
  for (const key of KEYS) press(key, { isComposing: true, keyCode: 229 })
  for (const key of KEYS) pressAsSafari(key)
  expect(palette.element().getAttribute("aria-activedescendant")).toBe(before)
  expect(palette.element().isConnected).toBe(true)
})

const sent: string[] = []
const closed: string[] = []

const Fields = () => {
  const [name, setName] = useState("")
  const [sought, setSought] = useState("")
  return (
    <>
      <SearchField label="Search" placeholder="" value={sought} onChange={setSought} />
      <Dialog isOpen onClose={() => closed.push("")} title="Ask" actions={null}>
        <Form onSubmit={() => sent.push(name)}>
          <TextField label="Name" value={name} onChange={setName} autoFocus />
        </Form>
      </Dialog>
    </>
  )
}

test("[UX-5] keys of an input method neither send the form of a dialog nor close it, also when the key itself comes", async () => {
  await show(new ScreenDesk().client(), <Fields />)
  await until(() => active() instanceof HTMLInputElement)
  await pressAll()
  await compose("なまえ")
  // Real keys of the browser, with their default effects.
  await userEvent.keyboard("{Enter}{Tab}{Escape}")
  expect([sent, closed]).toEqual([[], []])
  await take("名前")
  await userEvent.keyboard("{Enter}")
  await until(() => sent.length === 1)
  await userEvent.keyboard("{Escape}")
  expect(closed).toHaveLength(1)
})

const Search = () => {
  const [sought, setSought] = useState("abc")
  return <SearchField label="Search" placeholder="" value={sought} onChange={setSought} />
}

test("[UX-5] a search keeps its text while an input method is open", async () => {
  await show(new ScreenDesk().client(), <Search />)
  const field = page.getByLabelText("Search", { exact: true })
  await userEvent.click(field)
  await pressAll()
  expect(field.element()).toHaveProperty("value", expect.stringContaining("abc"))
})

const Coded = () => {
  const typed = useCode()
  return (
    <CodeStep flow={{ stage: "verify", failure: null, failureText: null }} typed={typed} onResend={() => undefined} />
  )
}

test.each([
  ["１", "１２", "１２３", "１２３４", "１２３４５", "１２３４５６"],
  ["1", "12", "123", "1234", "12345", "123456"],
  ["い", "いち", "１２３４５６"],
  ["一二", "１２", "１２３４５６"],
])("[UX-5][AUTH-12] a code is taken from an input method when it is whole: %s %s %s", async (...steps) => {
  await show(new ScreenDesk().client(), <Coded />)
  const field = page.getByLabelText("Verification code", { exact: true })
  await field.findElement()
  await userEvent.click(field)
  for (const step of steps) await compose(step)
  await take(steps.at(-1) ?? "")
  await until(() => Reflect.get(field.element(), "value") === "123456")
})
