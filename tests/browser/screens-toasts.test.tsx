import { Route, Routes } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import type { ClientHandle } from "../../src/app/client/handle.ts"
import { CommandCentre } from "../../src/app/commands/CommandCentre.tsx"
import { HidModeDialog } from "../../src/app/dialogs/ModeDialog.tsx"
import { Settings } from "../../src/app/screens/Settings.tsx"
import { ThemeButton } from "../../src/app/shell/ThemeButton.tsx"
import { handOn } from "../../src/app/toasts/line.ts"
import { Notices } from "../../src/app/toasts/Notices.tsx"
import { closeAllToasts, type ToastKind, toastQueue } from "../../src/app/ui/toasts.ts"
import { TOAST_MAX } from "../../src/domain/values/limits.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/** The toasts that appear while notifications are limited (MSG-5), and the toast without a time limit (MSG-4). */

afterEach(() => {
  closeAllToasts()
  close()
})

const limit = (desk: ScreenDesk): void => {
  desk.do({ type: "ObservePreference", key: "limitNotifications", value: "true" })
}

const toasts = () => [...document.querySelectorAll(".toasts li p")].map(({ textContent }) => textContent)
const recorded = (desk: ScreenDesk) => desk.asked.flatMap((one) => (one.type === "ShowToast" ? [one.message] : []))

/** A desk that answers exports and mode switches when the test says so. */
const held = (desk: ScreenDesk) => {
  const answers: (() => void)[] = []
  const send: ClientHandle["send"] = (request, refused, done) => {
    if (request.type === "ExportLog" || request.type === "SwitchMode") answers.push(() => done?.({ actions: [] }))
    else desk.handle.send(request, refused, done)
  }
  return { handle: { ...desk.handle, send }, answer: () => answers.shift()?.() }
}

const settings = (
  <>
    <Routes>
      <Route path="/settings" element={<Settings />} />
      <Route path="*" element={<ThemeButton />} />
    </Routes>
    <CommandCentre />
    <Notices />
  </>
)

test.each([
  ["blank", 4_000],
  ["error", 4_000],
  ["custom", 4_000],
  ["success", 2_000],
  ["loading", undefined],
] satisfies readonly (readonly [ToastKind, number | undefined])[])(
  "[MSG-4] a toast of kind %s has its life, and at most 20 are visible",
  async (kind, life) => {
    await show(new ScreenDesk().client(), settings, "/settings")
    for (let index = 0; index <= TOAST_MAX; index += 1) handOn({ kind, text: `Toast ${index}` })
    await until(() => toasts().length === TOAST_MAX)
    expect(TOAST_MAX).toBe(20)
    expect(toastQueue.visibleToasts).toHaveLength(TOAST_MAX)
    expect(new Set(toastQueue.visibleToasts.map(({ timeout }) => timeout))).toEqual(new Set([life]))
    expect(document.querySelectorAll(`.toasts [role=${kind === "error" ? "alert" : "status"}]`)).toHaveLength(TOAST_MAX)
  },
)

test("[MSG-4] a long export has a loading toast without a limit, which goes with its end", async () => {
  const desk = new ScreenDesk()
  const { handle, answer } = held(desk)
  await show(desk.client(handle), settings, "/settings")
  await userEvent.click(page.getByRole("button", { name: "Export", exact: true }))
  await until(() => toasts().includes("Exporting the log…"))
  // The toast has no time limit, so it has no button to close it.
  expect(document.querySelector(".toasts li button")).toBeNull()
  answer()
  await until(() => toasts().join() === "Log exported.")
})

test("[MSG-4][MODE-2] a mode switch whose dialog was left says that it goes on, and how it ended", async () => {
  const desk = new ScreenDesk()
  const { handle, answer } = held(desk)
  const left: boolean[] = []
  const part = (
    <>
      <HidModeDialog subject="n1" among={[]} isOpen onClose={() => left.push(true)} />
      <Notices />
    </>
  )
  await show(desk.client(handle), part)
  await userEvent.click(page.getByRole("button", { name: "Switch to HID mode" }))
  await page.getByRole("dialog").getByText("Waiting for the device to report its mode…").findElement()
  await userEvent.keyboard("{Escape}")
  await until(() => left.length === 1 && toasts().includes("Waiting for the device to report its mode…"))
  answer()
  await until(() => toasts().join() === " is in HID mode.")
})

test("[MSG-5] limited notifications silence every success and information, wherever the toast comes from", async () => {
  const desk = new ScreenDesk()
  limit(desk)
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(2) })
  const { handle, answer } = held(desk)
  await show(desk.client(handle), settings, "/settings")
  await until(() => desk.isListening)
  // Saves the log.
  await userEvent.click(page.getByRole("button", { name: "Export", exact: true }))
  answer()
  // Presses a key that has no effect now.
  desk.do({ type: "RequestRefresh", account, list: "devices" })
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await userEvent.keyboard("r")
  // Reads a list again on request.
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(2) })
  // Runs a batch to its success.
  desk.do({ type: "TakeLeadership" })
  const { epoch } = desk.recorder.state.outbox
  const [begun] = desk.do({
    type: "StartBatch",
    kind: "reboot",
    accountId: null,
    subject: "",
    dids: ["d0"],
    left: [],
    undo: false,
  })
  const batch = begun?.type === "BatchStarted" ? begun.payload.batch : ""
  desk.do({ type: "AdvanceBatch", batch, epoch })
  const action = desk.recorder.state.outbox.actions.open[0]?.id ?? ""
  desk.do({ type: "ClaimAction", action, epoch })
  desk.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
  expect(recorded(desk)).toEqual([])
  // Errors still have a toast.
  desk.do({ type: "RequestRefresh", account, list: "devices" })
  desk.do({ type: "RecordReadFailure", account, list: "devices", reason: "tooOften" })
  await until(() => toasts().join() === "Loading too fast.")
})

test("[MSG-5][SETTINGS-1] the toast of a toggle comes all the same, that of the theme button too", async () => {
  const desk = new ScreenDesk()
  limit(desk)
  await show(desk.client(), settings, "/elsewhere")
  await userEvent.click(page.getByRole("button", { name: "Switch to light theme" }))
  await until(() => toasts().includes("Dark theme: disabled."))
  await userEvent.click(page.getByRole("button", { name: "Switch to dark theme" }))
  await until(() => toasts().includes("Dark theme: enabled."))
  await show(desk.client(), settings, "/settings")
  await userEvent.click(page.getByRole("radio", { name: "DirectX 9", exact: true }))
  await until(() => toasts().includes("DirectX 9: enabled."))
})
