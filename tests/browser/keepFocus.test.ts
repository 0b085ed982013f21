import { afterEach, expect, onTestFinished, test } from "vitest"
import { userEvent } from "vitest/browser"
import { keepFocus } from "../../src/app/focus/keepFocus.ts"
import { until } from "./screenDesk.tsx"

/** Where the focus goes when what had it is still in the page, and cannot be seen. */

afterEach(() => document.body.replaceChildren())

test("[UX-3] what is hidden while it has the focus, and keeps its room, gives it to what stands beside it", async () => {
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
  // Whoever leaves on purpose is left alone.
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
