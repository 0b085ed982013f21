import { Route, Routes, useNavigate } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { Notices } from "../../src/app/toasts/Notices.tsx"
import { CARDS, card, start } from "./devicesDesk.tsx"
import { close, type ScreenDesk, show, until } from "./screenDesk.tsx"

/** A waiting action on screen: the count, the outbox, a toast. */

afterEach(close)

test("[LAYOUT-6][OFFLINE-3] the outbox count is visible and read out, and Escape gives the focus back", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), <MainLayout />)
  const button = page.getByRole("button", { name: "Outbox, empty" })
  await button.findElement()
  engine.do({ type: "ReportConnection", status: "offline" })
  engine.do({ type: "RenameDevice", did: "d2", name: "Mixing desk" })
  await until(() =>
    [...document.querySelectorAll("[role=status]")].some((line) => line.textContent === "Outbox, 1 action waiting"),
  )
  const waiting = page.getByRole("button", { name: "Outbox, 1 action waiting" })
  await userEvent.click(waiting)
  const panel = page.getByRole("region", { name: "Outbox", exact: true })
  await panel.findElement()
  await panel.getByText("Rename Device 00002 to Mixing desk").findElement()
  await panel.getByText(/Will be sent when the connection is back/).findElement()
  await userEvent.keyboard("{Escape}")
  await until(() => panel.query() === null)
  expect(document.activeElement).toBe(waiting.element())
})

test("[OFFLINE-3][OFFLINE-6] the outbox counts from when it was asked, says when a try is due, and blames the clock only for what it did", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  const { recorder } = engine
  await show(engine.client(), <MainLayout />)
  const asked = Date.now() - 120_000
  const at = (after: number, command: Parameters<ScreenDesk["do"]>[0]) => {
    recorder.now = asked + after
    engine.do(command)
  }
  const idOf = (subject: string) => {
    const found = [...recorder.state.outbox.actions.values()].find((action) => action.subject === subject)
    return found?.id ?? ""
  }
  at(0, { type: "TakeLeadership" })
  at(0, { type: "RenameDevice", did: "d1", name: "Patient" })
  at(0, { type: "RenameDevice", did: "d2", name: "Due" })
  at(0, { type: "RebootDevice", did: "d3" })
  const { epoch } = recorder.state.outbox
  at(0, { type: "ReportConnection", status: "online" })
  at(60_000, { type: "ClaimAction", action: idOf("Device 00001"), epoch })
  const report = { type: "RecordOutcome", attempt: 1, jitter: 0.5 } as const
  at(60_020, { ...report, action: idOf("Device 00001"), outcome: { kind: "done" } })
  at(60_000, { type: "ClaimAction", action: idOf("Device 00002"), epoch })
  at(60_020, { ...report, action: idOf("Device 00002"), outcome: { kind: "noReply" } })
  at(-3_600_000, { type: "ExpireActions", epoch })

  await userEvent.click(page.getByRole("button", { name: /^Outbox,/ }))
  const panel = page.getByRole("region", { name: "Outbox", exact: true })
  await panel.getByText("Confirmed after 1 minute.").findElement()
  await panel.getByText("Retrying now. The server did not respond.").findElement()
  await panel.getByText("Expired because the clock was set back. It was never sent.").findElement()
  engine.do({ type: "ReportConnection", status: "offline" })
  await panel.getByText("Queued. Will be sent when the connection is back.").findElement()
})

const ToSignIn = () => {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate("/signin")}>
      To the form
    </button>
  )
}

test("[MSG-4][LAYOUT-3] a toast about an action offers the outbox only where there is one, and leaves with the action or its session", async () => {
  const engine = start()
  await show(
    engine.client(),
    <>
      <ToSignIn />
      <Notices />
    </>,
    "/devices/network",
  )
  const shown = page.getByRole("button", { name: "View" })
  const line = (device: string) => page.getByText(`Rename of ${device} added to the outbox`)
  const toForm = await page.getByRole("button", { name: "To the form" }).findElement()
  // Toasts do not time out while the focus is among them. So a toast that disappears here has another reason.
  const region = await page.getByRole("region", { name: "Notifications" }).findElement()
  if (region instanceof HTMLElement) region.focus()
  await until(() => engine.isListening)
  engine.do({ type: "ReportConnection", status: "offline" })
  engine.do({ type: "RenameDevice", did: "d3", name: "Given up" })
  await line("Device 00003").findElement()
  await shown.findElement()

  // A cancelled action has no result to show.
  const [action] = [...engine.recorder.state.outbox.actions.keys()]
  engine.do({ type: "CancelAction", action: action ?? "" })
  await until(() => line("Device 00003").query() === null)

  // The result takes the place of the first toast, above later ones, and keeps its focus.
  engine.do({ type: "RenameDevice", did: "d5", name: "Done" })
  engine.do({ type: "RenameDevice", did: "d4", name: "Kept" })
  await line("Device 00004").findElement()
  const [ending] = document.querySelectorAll<HTMLElement>(".toast")
  ending?.querySelector("button")?.focus()
  engine.do({ type: "TakeLeadership" })
  engine.do({ type: "ReportConnection", status: "online" })
  const { actions, epoch } = engine.recorder.state.outbox
  const done = [...actions.keys()].at(-2) ?? ""
  engine.do({ type: "ClaimAction", action: done, epoch })
  engine.do({ type: "RecordOutcome", action: done, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
  await page.getByRole("status").getByText("Device renamed.").findElement()
  const toasts = [...document.querySelectorAll(".toast p")].map(({ textContent }) => textContent)
  expect(toasts).toEqual(["Device renamed.", "Rename of Device 00004 added to the outbox"])
  expect(document.activeElement?.closest(".toast")).toBe(ending)

  // On a page without an outbox the toast stays and offers no link.
  await shown.findElement()
  if (toForm instanceof HTMLElement) toForm.click()
  await until(() => shown.query() === null)
  expect(line("Device 00004").query()).not.toBeNull()

  // After the sign-out the action belongs to another account.
  const session = engine.recorder.state.session.current?.id ?? ""
  engine.do({ type: "EndSession", sessionId: session, reason: "person" })
  await until(() => line("Device 00004").query() === null)
})

/** Three renames wait. The test claims one and reports its outcome as the leader does. */
const threeWaiting = async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), <MainLayout />)
  engine.do({ type: "TakeLeadership" })
  for (const did of ["d1", "d2", "d3"]) engine.do({ type: "RenameDevice", did, name: `New ${did}` })
  engine.do({ type: "ReportConnection", status: "online" })
  const { epoch, actions } = engine.recorder.state.outbox
  const idOf = (did: string) =>
    [...actions.values()].find(({ intent }) => JSON.stringify(intent).includes(did))?.id ?? ""
  const claim = (did: string) => engine.do({ type: "ClaimAction", action: idOf(did), epoch })
  const end = (did: string, outcome: "done" | "refused") =>
    engine.do({
      type: "RecordOutcome",
      action: idOf(did),
      attempt: 1,
      jitter: 0,
      outcome: outcome === "done" ? { kind: "done" } : { kind: "refused", reason: "unknown", status: -7 },
    })
  await userEvent.click(page.getByRole("button", { name: /^Outbox,/ }))
  const panel = page.getByRole("region", { name: "Outbox", exact: true })
  const row = (did: string) => panel.getByRole("listitem").filter({ hasText: `New ${did}` })
  await row("d3").findElement()
  const stateOf = (did: string) => engine.recorder.state.outbox.actions.get(idOf(did))?.status.state
  const topOf = (did: string) => row(did).element().getBoundingClientRect().top
  return { panel, row, claim, end, stateOf, topOf }
}

test("[OFFLINE-3][UX-5] a press on Cancel meets its own action, although the one above ends under it", async () => {
  const { panel, row, claim, end, stateOf, topOf } = await threeWaiting()
  claim("d1")
  const cancel = row("d2").getByRole("button", { name: "Cancel" })
  await userEvent.hover(cancel)
  const before = ["d2", "d3"].map(topOf)
  end("d1", "done")
  await row("d1")
    .getByText(/^Confirmed/)
    .findElement()
  expect(["d2", "d3"].map(topOf)).toEqual(before)
  // The position at which the pointer rests.
  const { left, top, width, height } = cancel.element().getBoundingClientRect()
  const met = document.elementFromPoint(left + width / 2, top + height / 2)
  expect(cancel.element().contains(met)).toBe(true)
  await userEvent.click(cancel)
  await until(() => stateOf("d2") === "cancelled")
  expect(stateOf("d3")).toBe("queued")
  await row("d2").getByText("Cancelled").findElement()
  expect(topOf("d3")).toBe(before[1])
  // When the pointer has left, the ended action moves to the finished ones.
  await userEvent.hover(page.getByRole("button", { name: /^Outbox,/ }))
  await until(() => topOf("d3") < topOf("d1"))
  await panel.getByRole("region", { name: "Finished" }).getByText("Cancelled").findElement()
})

test("[OFFLINE-3][UX-5] what is refused under a pointer offers nothing in the place of Cancel at first, and then what comes next", async () => {
  const { row, claim, end } = await threeWaiting()
  await userEvent.hover(row("d1").getByRole("button", { name: "Cancel" }))
  claim("d1")
  const first = row("d1").element()
  const offeredAtFirst = new Promise<number>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!first.textContent.includes("Refused")) return
      observer.disconnect()
      resolve(first.querySelectorAll("button").length)
    })
    observer.observe(first, { childList: true, subtree: true, characterData: true })
  })
  end("d1", "refused")
  expect(await offeredAtFirst).toBe(0)
  // The pointer may rest there: a press that was meant for Cancel would have come at once.
  await row("d1").getByRole("button", { name: "Send again" }).findElement()
})

test("[OFFLINE-3][UX-3] the keyboard keeps its row when what it is on ends, and the rows keep their places until it leaves", async () => {
  const { panel, row, topOf } = await threeWaiting()
  await userEvent.hover(page.getByRole("button", { name: /^Outbox,/ }))
  const cancel = row("d2").getByRole("button", { name: "Cancel" }).element()
  if (cancel instanceof HTMLElement) cancel.focus()
  const before = topOf("d3")
  await userEvent.keyboard("{Enter}")
  await row("d2").getByText("Cancelled").findElement()
  await until(() => document.activeElement === row("d2").element())
  expect(topOf("d3")).toBe(before)
  await userEvent.tab()
  await until(() => document.activeElement === row("d3").getByRole("button", { name: "Cancel" }).element())
  expect(topOf("d3")).toBe(before)
  const close = panel.getByRole("button", { name: "Close outbox" }).element()
  if (close instanceof HTMLElement) close.focus()
  await until(() => topOf("d3") < before)
})

/** One rename waits and one reboot got no reply. Each is alone in its section. */
const oneOfEach = async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), <MainLayout />)
  engine.do({ type: "TakeLeadership" })
  engine.do({ type: "RebootDevice", did: "d1" })
  engine.do({ type: "RenameDevice", did: "d2", name: "New d2" })
  engine.do({ type: "ReportConnection", status: "online" })
  const { epoch, actions } = engine.recorder.state.outbox
  const action = actions.open[0]?.id ?? ""
  engine.do({ type: "ClaimAction", action, epoch })
  engine.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "noReply" }, jitter: 0 })
  await userEvent.click(page.getByRole("button", { name: /^Outbox,/ }))
  const panel = page.getByRole("region", { name: "Outbox", exact: true })
  const row = panel.getByRole("listitem").filter({ hasText: "New d2" })
  await row.findElement()
  return { panel, row }
}

test("[OFFLINE-3][UX-3] discarding by key the only action of a section moves the focus to another", async () => {
  const { panel, row } = await oneOfEach()
  await userEvent.hover(page.getByRole("button", { name: /^Outbox,/ }))
  const discard = panel.getByRole("button", { name: "Discard" }).element()
  if (discard instanceof HTMLElement) discard.focus()
  await userEvent.keyboard("{Enter}")
  await until(() => document.activeElement === row.element())
  // Tab continues from there.
  await userEvent.tab()
  await until(() => document.activeElement === row.getByRole("button", { name: "Cancel" }).element())
})

test("[OFFLINE-3][UX-5] what is cleared leaves no empty room, although the pointer stays and something else still waits", async () => {
  const { panel, row, claim, end } = await threeWaiting()
  await userEvent.hover(page.getByRole("button", { name: /^Outbox,/ }))
  claim("d1")
  end("d1", "done")
  const finished = panel.getByRole("region", { name: "Finished" })
  await userEvent.click(finished.getByRole("button", { name: "Clear finished" }))
  await until(() => row("d1").query() === null && panel.element().querySelector(".gone") === null)
  expect(finished.query()).toBeNull()
  for (const did of ["d2", "d3"]) expect(row(did).query()).not.toBeNull()
})

test("[DEVICE-20][OFFLINE-3] the reason of a refusal on a card leads to its row in the outbox, which has the focus", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  const { recorder } = engine
  engine.do({ type: "TakeLeadership" })
  for (const did of ["d1", "d2", "d3", "d4", "d5", "d6"]) engine.do({ type: "RebootDevice", did })
  const { epoch, actions } = recorder.state.outbox
  for (const { id } of actions.values()) {
    engine.do({ type: "ClaimAction", action: id, epoch })
    const outcome = { kind: "refused", reason: "unsupported", status: -7 } as const
    engine.do({ type: "RecordOutcome", attempt: 1, jitter: 0.5, action: id, outcome })
  }
  const app = (
    <Routes>
      <Route element={<MainLayout />}>
        <Route path="/devices/:did?" element={<Devices />} />
      </Route>
    </Routes>
  )
  await show(engine.client(), app, CARDS)
  await until(() => document.querySelector(".list-frame li.card .slot .word"))
  const why = [...card("Device 00005").querySelectorAll<HTMLElement>(".slot .word")].find(
    ({ textContent }) => textContent === "Why?",
  )
  why?.click()
  await until(() => document.activeElement?.matches("li.act-item") === true)
  expect(document.activeElement?.textContent).toContain("Device 00005")
})
