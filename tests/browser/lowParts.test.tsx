import { Route, Routes } from "react-router-dom"
import { afterEach, expect, test } from "vitest"
import { page } from "vitest/browser"
import type { ClientHandle } from "../../src/app/client/handle.ts"
import { Later } from "../../src/app/dialogs/Later.tsx"
import { dialogs } from "../../src/app/dialogs/registry.ts"
import { Viewer } from "../../src/app/screens/Viewer.tsx"
import type { Command } from "../../src/domain/product/decide.ts"
import type { DialogName } from "../../src/domain/values/dialogs.ts"
import { CONNECTED } from "../domain/playedBridge.ts"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

/**
 * Each dialog and the viewer in a window of 1280 x 1024 at 400 % (WCAG 1.4.10). A person can scroll to every part, and
 * no part is beside the window.
 */

const [WIDTH, HEIGHT] = [320, 256]
const PARTS = "button, a[href], input, textarea, h2, p, li, [role='radio']"
const LONG = "Conference room on the second floor, left of the stairs"

afterEach(close)

/** A desk with a subject for each dialog. All have long names. */
const crowded = () => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  const begunAt = Date.now()
  const devices = manyDevices(30).map((one) => ({ ...one, name: `${LONG} ${one.id}` }))
  desk.do({ type: "RecordDevices", account, begunAt, devices })
  desk.do({ type: "ReportBridge", link: CONNECTED })
  desk.do({ type: "LearnLatestFirmware", build: 251_204_091_500, hash: "0123456789abcdef0123456789abcdef" })
  const fixed = { model: 1, cloudType: 0, timestamp: 0, isUsb: false, isHid: true, flags: 0, build: 240_918_112_030 }
  desk.do({
    type: "RecordLanDevices",
    gone: [],
    devices: [{ id: "n1", did: "d1", name: LONG, addr: "10.0.7.1", ...fixed }],
  })
  const sub = { id: "a1", name: LONG, email: "a-rather-long-address@of-a-long-domain.example", createdAt: 1, status: 2 }
  desk.do({ type: "RecordSubAccounts", account, begunAt, subAccounts: [{ ...sub, devices: ["d1"] }] })
  const main = { id: "m1", name: LONG, email: "another-long-address@of-a-long-domain.example" }
  desk.do({ type: "RecordMainAccounts", account, begunAt, mainAccounts: [main] })
  desk.do({ type: "TakeLeadership" })
  const dids = ["d1", "d2", "d3"]
  const fixedBatch = { kind: "reboot", accountId: null, subject: "", left: [], undo: false } as const
  const [begun] = desk.do({ type: "StartBatch", dids, ...fixedBatch })
  if (begun?.type !== "BatchStarted") throw new Error("no batch was begun")
  desk.do({ type: "StartCampaign", devices: ["n1"], limit: 1, atOnce: 1 })
  desk.do({ type: "RenameDevice", did: "d2", name: "Conference room, second floor" })
  return { desk, batch: begun.payload.batch }
}

const subjects: Partial<Readonly<Record<DialogName, string>>> = {
  wakeOverLan: "n1",
  usbMode: "n1",
  hidMode: "n1",
  disconnect: "m1",
  renameSubAccount: "a1",
  subAccountEmail: "a1",
  manageDevices: "a1",
  removeSubAccount: "a1",
  batchAssign: "a1",
}

const isName = (name: string): name is DialogName => Object.hasOwn(dialogs, name)

/** The parts of `root` that are outside the window, or cannot be scrolled into it. */
const beyond = (root: ParentNode) => {
  const parts = [...root.querySelectorAll(PARTS)].filter(
    (each) => each.checkVisibility() && each.clientWidth > 1 && each.closest(".vh") === null,
  )
  expect(parts.length).toBeGreaterThan(1)
  const out = parts.filter((each) => {
    each.scrollIntoView({ block: "nearest", inline: "nearest" })
    const { top, bottom, left, right, height } = each.getBoundingClientRect()
    const isCut = height <= HEIGHT && (top < -1 || bottom > HEIGHT + 1)
    return left < -1 || right > WIDTH + 1 || isCut
  })
  return out.map(({ outerHTML }) => outerHTML.slice(0, 120))
}

test.each(Object.keys(dialogs).filter(isName))(
  "[UX-6] all of the dialog %s can be scrolled to in a window of 320 x 256 px",
  async (name) => {
    await page.viewport(WIDTH, HEIGHT)
    const { desk, batch } = crowded()
    const subject = name === "batch" ? batch : (subjects[name] ?? "d1")
    const about = { subject, among: ["d1", "d2", "d3"], isOpen: true, onClose: () => undefined }
    await show(desk.client(), <Later of={dialogs[name]} with={about} />)
    const dialog = () => document.querySelector<HTMLElement>("[role='dialog'], [role='alertdialog']")
    await until(dialog)
    expect(beyond(dialog() ?? document)).toEqual([])
    expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(WIDTH)
  },
)

const viewers: Readonly<Record<string, readonly Command[]>> = {
  "is connecting": [],
  "is connected": [{ type: "ReportReached", id: "n1" }],
  "was not reached": [{ type: "ReportUnreached", id: "n1", reason: "unreachable", attempt: 0, until: null }],
  "is lost": [
    { type: "ReportReached", id: "n1" },
    { type: "ReportUnreached", id: "n1", reason: "vanished", attempt: 1, until: 4_000_000_000_000 },
  ],
  "is in another window": [{ type: "ReportHandedOver", id: "n1" }],
}

test.each(Object.entries(viewers))(
  "[UX-6] all around a device that %s can be scrolled to in a window of 320 x 256 px",
  async (_, commands) => {
    await page.viewport(WIDTH, HEIGHT)
    const { desk } = crowded()
    desk.do({ type: "OpenDevice", id: "n1", did: "d1", name: LONG, isUsb: false, cloudType: 0 })
    for (const command of commands) desk.do(command)
    const handle: ClientHandle = { ...desk.handle, send: () => undefined }
    const viewer = (
      <Routes>
        <Route path="/viewer/:id" element={<Viewer />} />
      </Routes>
    )
    await show(desk.client(handle), viewer, "/viewer/n1")
    await until(() => document.querySelectorAll("button").length > 2)
    expect(beyond(document)).toEqual([])
    expect(document.scrollingElement?.scrollWidth).toBeLessThanOrEqual(WIDTH)
  },
)
