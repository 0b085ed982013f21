import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { noDeployment } from "../../src/app/client/deployment.ts"
import { type Client, MomentProvider } from "../../src/app/client/provider.ts"
import { createReplayClient } from "../../src/app/client/replay.ts"
import { createStore, type Store, useStore } from "../../src/app/client/store.ts"
import { EventLog } from "../../src/app/screens/EventLog.tsx"
import { Recorder } from "../domain/recorder.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The screen of the event log. The log records its panels as it records dialogs. */

afterEach(close)

const signedIn = (): ScreenDesk => {
  const desk = new ScreenDesk()
  desk.recorder.signIn()
  return desk
}

/** The recorded openings and closings of dialogs. */
const dialogsOf = (desk: ScreenDesk): readonly string[] =>
  desk.recorder.log.flatMap((event) =>
    event.type === "DialogOpened" || event.type === "DialogClosed" ? [`${event.type} ${event.payload.dialog}`] : [],
  )

const report = page.getByRole("button", { name: "Report a problem" })
const panel = page.getByRole("dialog", { name: "Report a problem" })

test("[EVENT-1][SETTINGS-4] the log tells when its panel of files was open, and the focus returns to its button", async () => {
  const desk = signedIn()
  await show(desk.client(), <EventLog />, "/log")
  await userEvent.click(report)
  await panel.findElement()
  await until(() => dialogsOf(desk).length === 1)
  await userEvent.keyboard("{Escape}")
  await until(() => panel.query() === null && document.activeElement === report.query())
  expect(dialogsOf(desk)).toEqual(["DialogOpened logFiles", "DialogClosed logFiles"])
  // Leaving the page closes the panel.
  await userEvent.click(report)
  await panel.findElement()
  await until(() => dialogsOf(desk).length === 3)
  close()
  await until(() => dialogsOf(desk).at(-1) === "DialogClosed logFiles")
})

test("[EVENT-6] one press shows the main events, without the pages and steps between them, and another everything", async () => {
  const desk = signedIn()
  desk.do({ type: "OpenRoute", path: "/devices" })
  await show(desk.client(), <EventLog />, "/log")
  const rows = () => [...document.querySelectorAll(".erow")].map(({ textContent }) => textContent ?? "")
  const hasTrail = () => rows().some((text) => text.includes("Page opened"))
  await until(hasTrail)
  const main = page.getByRole("button", { name: "Main events", pressed: false })
  await userEvent.click(main)
  await until(() => rows().length > 0 && !hasTrail())
  expect(rows().some((text) => text.includes("Signed in"))).toBe(true)
  await userEvent.click(page.getByRole("button", { name: "Main events", pressed: true }))
  await until(hasTrail)
})

test("[REPLAY-2] beside the screen of an event is what of it the log does not hold", async () => {
  await page.viewport(1440, 900)
  await show(signedIn().client(), <EventLog />, "/log")
  await until(() => document.querySelector(".erow button, button.erow"))
  document.querySelector<HTMLElement>(".erow button, button.erow")?.click()
  const frame = page.getByRole("region", { name: /replay/i })
  await frame.getByText(/^The log does not hold searches, filters, order, selection/).findElement()
  await until(() => frame.query()?.querySelector("iframe") !== null)
})

test("[EVENT-1][REPLAY-4] the log tells that a file was being opened, and nothing of what it is called", async () => {
  const desk = signedIn()
  await show(desk.client(), <EventLog />, "/log")
  await page.getByRole("button", { name: "Import" }).findElement()
  const field = document.querySelector("input[type=file]")
  if (field === null) throw new Error("a file can be chosen")
  await userEvent.upload(field, new File(["no log"], "of-somebody.ndjson"))
  const broken = page.getByRole("alertdialog", { name: "of-somebody.ndjson could not be read" })
  await until(() => broken.query()?.textContent?.includes("This file is not a Sightline log.") === true)
  await userEvent.click(broken.getByRole("button", { name: "Close", exact: true }).last())
  await until(() => broken.query() === null)
  await until(() => dialogsOf(desk).length === 2)
  expect(dialogsOf(desk)).toEqual(["DialogOpened logFile", "DialogClosed logFile"])
  expect(JSON.stringify(desk.recorder.log)).not.toContain("of-somebody")
})

test("[ENGINE-1][REPLAY-4] where the engine passes no dropped file on, the panel says how the file is opened instead", async () => {
  const desk = signedIn()
  await show(desk.client(), <EventLog />, "/log")
  await userEvent.click(report)
  const zone = panel.getByRole("region", { name: "Drop a .ndjson or .gz file here." })
  const drop = async (fill: (data: DataTransfer) => void) => {
    const dataTransfer = new DataTransfer()
    fill(dataTransfer)
    const at = { bubbles: true, cancelable: true, dataTransfer }
    ;(await zone.findElement()).dispatchEvent(new DragEvent("drop", at))
  }
  await drop((data) => data.setData("text/uri-list", "file:///home/a/log.ndjson"))
  await zone.getByText("No file was passed on with that. Choose the file instead.").findElement()
  await drop((data) => data.items.add(new File(["no log"], "dropped.ndjson")))
  await page.getByRole("alertdialog", { name: "dropped.ndjson could not be read" }).findElement()
})

test("[REPLAY-4] a log file that the browser cannot read ends with its name in a message, and the next file is opened", async () => {
  const desk = signedIn()
  // A file that is gone or unreadable ends the worker that reads the log.
  const broken = vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker) {
    queueMicrotask(() => this.dispatchEvent(new ErrorEvent("error")))
  })
  onTestFinished(() => broken.mockRestore())
  await show(desk.client(), <EventLog />, "/log")
  await page.getByRole("button", { name: "Import" }).findElement()
  const field = document.querySelector("input[type=file]")
  if (field === null) throw new Error("a file can be chosen")
  await userEvent.upload(field, new File(["{}"], "gone.ndjson"))
  const failed = page.getByRole("alertdialog", { name: "gone.ndjson could not be read" })
  await failed.findElement()
  await userEvent.click(failed.getByRole("button", { name: "Close", exact: true }).last())
  await until(() => failed.query() === null)
  broken.mockRestore()
  await userEvent.upload(field, new File(["no log"], "next.ndjson"))
  const next = page.getByRole("alertdialog", { name: "next.ndjson could not be read" })
  await until(() => next.query()?.textContent?.includes("This file is not a Sightline log.") === true)
})

const Past = ({ moment }: { readonly moment: Store<Client> }) => (
  <MomentProvider value={useStore(moment)}>
    <EventLog />
  </MomentProvider>
)

test("[REPLAY-2] a replay of the event log shows the panel of files while it was open", async () => {
  const log = new Recorder()
  log.signIn()
  log.do({ type: "OpenRoute", path: "/log" })
  const client = (before: Client | null): Client =>
    createReplayClient({ state: log.state, at: log.now, tab: log.tab }, noDeployment, before)
  const moment = createStore(client(null))
  await show(new ScreenDesk().client(), <Past moment={moment} />, "/log")
  await report.findElement()
  expect(panel.query()).toBeNull()
  log.do({ type: "OpenDialog", dialog: "logFiles", about: null, among: [] })
  moment.set(client(moment.get()))
  await panel.findElement()
  await expect.element(page.getByRole("button", { name: "Make the file" })).toBeDisabled()
  log.do({ type: "CloseDialog", dialog: "logFiles" })
  moment.set(client(moment.get()))
  await until(() => panel.query() === null)
})
