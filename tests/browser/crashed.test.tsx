import { afterEach, expect, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { Crashed, CrashedWhole } from "../../src/app/shell/Crashed.tsx"
import { CrashedOver } from "../../src/app/ui/Boundary.tsx"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The rest of the page when a part cannot be drawn: the outbox and a way back stay usable (UX-5). */

afterEach(() => {
  close()
  vi.restoreAllMocks()
})

let isBroken = true
const Part = () => {
  if (isBroken) throw new Error("cannot be drawn")
  return <p>All is well</p>
}

/** React writes each crash to the console. */
const quietly = () => {
  isBroken = true
  vi.spyOn(console, "error").mockImplementation(() => undefined)
}

test("[UX-5] when all of the app crashes the queued actions can still be seen, and it comes back with them", async () => {
  quietly()
  await page.viewport(1280, 800)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  const device = { id: "d1", name: "Bench", model: 1, lastSeen: 0, flags: 0, build: 1, shared: false, owner: "" }
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: [device] })
  desk.do({ type: "RenameDevice", did: "d1", name: "Observatory" })
  await show(
    desk.client(),
    <CrashedWhole>
      <Part />
    </CrashedWhole>,
  )
  await page.getByText("Something went wrong").findElement()
  await userEvent.click(page.getByRole("button", { name: "Outbox" }))
  await page.getByText("Rename Bench to Observatory").first().findElement()
  isBroken = false
  await userEvent.click(page.getByRole("button", { name: "Try again" }))
  await page.getByText("All is well").findElement()
})

test("[UX-5] a screen or what lies over it crashes alone, says so, and is left by one press", async () => {
  quietly()
  const leave = vi.fn(() => {
    isBroken = false
  })
  await show(
    new ScreenDesk().client(),
    <>
      <p>The page</p>
      <CrashedOver close={leave}>
        <Part />
      </CrashedOver>
      <Crashed>
        <p>The rest</p>
      </Crashed>
    </>,
  )
  await page.getByRole("alert").getByText("This part could not be displayed. The outbox is kept.").findElement()
  await page.getByText("The page").findElement()
  await page.getByText("The rest").findElement()
  await userEvent.click(page.getByRole("button", { name: "Close" }))
  await page.getByText("All is well").findElement()
  expect(leave).toHaveBeenCalledOnce()
  await until(() => document.querySelector('[role="alert"]') === null)
})
