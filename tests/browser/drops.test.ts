import { beforeAll, expect, test } from "vitest"
import { keepDrops } from "../../src/app/dom/drops.ts"

beforeAll(keepDrops)

const KINDS = {
  file: (data: DataTransfer) => data.items.add(new File(["x"], "a.log")),
  link: (data: DataTransfer) => data.setData("text/uri-list", "https://example.com/"),
  text: (data: DataTransfer) => data.setData("text/plain", "Rack 3"),
}

const fieldOf = (type: string): HTMLElement => {
  const field = document.createElement(type === "textarea" ? "textarea" : type === "main" ? "main" : "input")
  if (field instanceof HTMLInputElement) field.type = type
  document.body.append(field)
  return field
}

test.each([
  ["file", "main", true],
  ["file", "text", true],
  ["file", "textarea", true],
  ["file", "file", false],
  ["link", "main", true],
  ["link", "text", false],
  ["text", "main", false],
  ["text", "search", false],
] as const)("[UX-5] a %s dropped on %s does not open in place of the page", (kind, on, isKept) => {
  const target = fieldOf(on)
  for (const type of ["dragover", "drop"]) {
    const dataTransfer = new DataTransfer()
    KINDS[kind](dataTransfer)
    const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })
    target.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(isKept)
  }
  target.remove()
})
