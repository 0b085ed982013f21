import { Dialog, Input, Modal, ModalOverlay, TextField } from "react-aria-components"
import { createRoot } from "react-dom/client"
import { expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { walkFromRoot } from "../../src/app/dom/lostScopes.ts"

walkFromRoot()

const Open = () => (
  <ModalOverlay isOpen>
    <Modal>
      <Dialog aria-label="Rename">
        <TextField aria-label="Name" autoFocus>
          <Input />
        </TextField>
        <TextField aria-label="Note">
          <Input />
        </TextField>
      </Dialog>
    </Modal>
  </ModalOverlay>
)

test("[UX-5] a dialog whose whole page is replaced by a copy leaves no uncaught error", async () => {
  const failures: string[] = []
  const note = (event: ErrorEvent) => {
    event.preventDefault()
    failures.push(event.message)
  }
  addEventListener("error", note)
  const host = document.createElement("div")
  document.body.append(host)
  const root = createRoot(host)
  root.render(<Open />)
  await page.getByRole("dialog", { name: "Rename" }).findElement()
  const own = [...document.body.childNodes]
  document.body.replaceChildren(...own.map((node) => node.cloneNode(true)))
  for (const key of ["{Tab}", "{Shift>}{Tab}{/Shift}", "a", "{Tab}"]) await userEvent.keyboard(key)
  document.querySelector<HTMLInputElement>("[role=dialog] label ~ input, [role=dialog] input")?.focus()
  // The library follows a change of the focus in the next frame.
  for (let frames = 0; frames < 3; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  removeEventListener("error", note)
  expect(failures).toEqual([])
  // An open dialog would make the pages of later tests inert.
  document.body.replaceChildren(...own)
  root.unmount()
})
