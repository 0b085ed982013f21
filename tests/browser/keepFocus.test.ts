import { afterEach, expect, onTestFinished, test } from "vitest"
import { userEvent } from "vitest/browser"
import { keepFocus } from "../../src/app/focus/keepFocus.ts"
import { until } from "./screenDesk.tsx"

/** The target of the focus when the focused element is still in the page but not visible. */

afterEach(() => document.body.replaceChildren())

test("[UX-3] what is hidden while it has the focus, and keeps its room, gives it to what is beside it", async () => {
  const [before, hidden, after] = ["before", "hidden", "after"].map((name) => {
    const button = document.createElement("button")
    button.textContent = name
    return button
  })
  if (before === undefined || hidden === undefined || after === undefined) throw new Error("a button is missing")
  const main = document.createElement("main")
  main.append(before, hidden, after)
  document.body.replaceChildren(main)
  onTestFinished(keepFocus(() => null))
  hidden.focus()
  hidden.style.visibility = "hidden"
  await until(() => document.activeElement === before)
  // Focus that a person gave up on purpose is not restored.
  before.blur()
  main.append(document.createElement("p"))
  await new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(document.activeElement).toBe(document.body)
})

test("[UX-3] Tab leaves a control that is there only while its card has the focus, however slowly the keys come", async () => {
  const [card, connect] = [document.createElement("div"), document.createElement("button")]
  connect.textContent = "Connect"
  const style = document.createElement("style")
  style.textContent = ".shy button { visibility: hidden } .shy:focus-within button { visibility: visible }"
  card.className = "shy"
  card.tabIndex = 0
  card.append(connect)
  const main = document.createElement("main")
  main.append(card)
  document.body.replaceChildren(style, main)
  onTestFinished(keepFocus(() => null))
  card.focus()
  await userEvent.tab()
  expect(document.activeElement).toBe(connect)
  await userEvent.tab()
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
  expect(document.activeElement).toBe(document.body)
})

const button = (name: string, destructive = false): HTMLButtonElement => {
  const made = document.createElement("button")
  made.textContent = name
  if (destructive) made.setAttribute("data-destructive", "")
  return made
}

const frames = async (): Promise<void> => {
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
}

test("[UX-3] what is gone gives its focus to no destructive control beside it", async () => {
  const [gone, stop] = [button("Update"), button("Stop", true)]
  const main = document.createElement("main")
  main.tabIndex = -1
  main.append(gone, stop)
  document.body.replaceChildren(main)
  onTestFinished(keepFocus(() => main))
  gone.focus()
  gone.remove()
  await frames()
  expect(document.activeElement).toBe(main)
})

test("[UX-3] a dialog gives the focus back to a destructive control only where that opened it", async () => {
  const [stop, pause] = [button("Stop", true), button("Pause")]
  const main = document.createElement("main")
  main.append(stop, pause)
  const scrim = document.createElement("div")
  scrim.className = "scrim"
  const field = document.createElement("input")
  scrim.append(field)
  document.body.replaceChildren(main)
  onTestFinished(keepFocus(() => null))
  // The device asked for a passcode while the focus was on Stop.
  stop.focus()
  document.body.append(scrim)
  field.focus()
  stop.focus()
  expect(document.activeElement).toBe(pause)
  // The person pressed Stop, and then left the question that it opened.
  stop.focus()
  await userEvent.keyboard("{Enter}")
  field.focus()
  stop.focus()
  expect(document.activeElement).toBe(stop)
})
