import * as fc from "fast-check"
import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import type { ClientHandle } from "../../src/app/client/handle.ts"
import { askForLastingStorage, lastingStorage } from "../../src/app/client/lastingStorage.ts"
import { AcceptInvitationDialog } from "../../src/app/dialogs/AcceptInvitationDialog.tsx"
import { BatchAssignDialog } from "../../src/app/dialogs/BatchDialog.tsx"
import { DialogHost } from "../../src/app/dialogs/DialogHost.tsx"
import { InvitationDialog } from "../../src/app/dialogs/InvitationDialog.tsx"
import { ManageDevicesDialog } from "../../src/app/dialogs/ManageDevicesDialog.tsx"
import { RenameDialog } from "../../src/app/dialogs/NameDialog.tsx"
import { ResetSettingsDialog } from "../../src/app/dialogs/ResetSettingsDialog.tsx"
import { Account } from "../../src/app/screens/Account.tsx"
import { SignIn } from "../../src/app/screens/SignIn.tsx"
import { Diagnostics } from "../../src/app/screens/settings/Diagnostics.tsx"
import { Notices } from "../../src/app/toasts/Notices.tsx"
import { asciiDigits } from "../../src/domain/values/digits.ts"
import { SERVER } from "../domain/recorder.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

/** Account dialogs in situations between two presses, or between two languages. */

/** While this holds a list, requests wait in it and are not recorded. */
const held: { waiting: (() => void)[] | null } = { waiting: null }

const desk = new ScreenDesk()
desk.recorder.signIn()
const send: ClientHandle["send"] = (request, refused, done) => {
  const answer = () => desk.handle.send(request, refused, done)
  if (held.waiting === null) answer()
  else held.waiting.push(answer)
}
const client = desk.client({ ...desk.handle, send })

afterEach(() => {
  held.waiting = null
  close()
})

const subject = { subject: "", among: [], isOpen: true, onClose: () => undefined }
const field = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole("button", { name, exact: true })
const asked = (type: string) => desk.asked.filter((request) => request.type === type)

test("[SUB-2][OFFLINE-5] an invitation asked for twice before it is recorded is sent once", async () => {
  await show(client, <InvitationDialog {...subject} />, "/account")
  await userEvent.fill(field("Name"), "Pia")
  await userEvent.fill(field("Email"), " pia@example.com ")
  held.waiting = []
  const form = document.querySelector("form")
  form?.requestSubmit()
  form?.requestSubmit()
  await until(() => button("Send invitation").element().hasAttribute("data-pending"))
  form?.requestSubmit()
  const waiting = held.waiting.splice(0)
  held.waiting = null
  desk.recorder.now = Date.now()
  for (const record of waiting) record()
  await page.getByText("The invitation to Pia is waiting in the outbox", { exact: false }).findElement()
  expect(asked("SendInvitation")).toHaveLength(1)
})

test("[SUB-2] the menu of an invited person shows the code while it is known, and fills in an invitation once more", async () => {
  await page.viewport(1440, 900)
  const own = new ScreenDesk()
  const account = own.recorder.signIn()
  own.do({ type: "TakeLeadership" })
  own.do({ type: "SendInvitation", name: "Pia", email: "pia@example.com" })
  const action = own.recorder.state.outbox.actions.open[0]?.id ?? ""
  own.do({ type: "ClaimAction", action, epoch: own.recorder.state.outbox.epoch })
  own.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
  const pia = { id: "s1", name: "Pia", email: "Pia@example.com", status: 0, createdAt: 1, devices: [] }
  own.do({ type: "RecordSubAccounts", account, begunAt: own.recorder.now, subAccounts: [pia] })
  const shown = (code: string | null) => {
    const handle: ClientHandle = { ...own.handle, invitationCode: (_action, report) => report(code) }
    const parts = (
      <>
        <Account />
        <DialogHost />
      </>
    )
    return show(own.client(handle), parts, "/account")
  }
  const entry = (name: string) => page.getByRole("menuitem", { name, exact: true })
  const openMenu = () => userEvent.click(button("Actions for Pia"))
  await shown("123456")
  await openMenu()
  await userEvent.click(entry("Show code"))
  await page.getByRole("dialog", { name: "Invitation" }).getByText("123456").first().findElement()
  close()
  await shown(null)
  await openMenu()
  await entry("Invite again").findElement()
  expect(entry("Show code").query()).toBeNull()
  await userEvent.click(entry("Invite again"))
  await page.getByRole("dialog", { name: "Send invitation" }).findElement()
  expect([field("Name"), field("Email")].map((one) => one.element())).toMatchObject([
    { value: "Pia" },
    { value: "Pia@example.com" },
  ])
})

/** Numbering systems whose digits are decimal digits of Unicode. */
const systems = ["arab", "arabext", "beng", "deva", "fullwide", "khmr", "mathsans", "mong", "thai", "tibt"]

test("[AUTH-12] the decimal digits of every script are read as 0 to 9, and nothing else changes", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999 }),
      fc.constantFrom(...systems),
      fc.string(),
      (code, system, text) => {
        const written = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(code)
        expect(asciiDigits(written)).toBe(String(code))
        expect(asciiDigits(text)).toBe(text)
      },
    ),
  )
})

test("[ACCOUNT-5][AUTH-12] a paste that failed is forgotten when something is typed, in whatever digits", async () => {
  const read = vi.spyOn(navigator.clipboard, "readText").mockRejectedValue(new Error("refused"))
  await show(client, <AcceptInvitationDialog {...subject} />, "/account")
  await userEvent.click(button("Paste"))
  await page.getByText("Failed to paste from clipboard.").findElement()
  await userEvent.fill(field("Invitation code"), "１２٣")
  await until(() => page.getByText("Failed to paste from clipboard.").elements().length === 0)
  expect(field("Invitation code").element()).toHaveProperty("value", "123")
  await userEvent.click(button("Paste"))
  await page.getByText("Failed to paste from clipboard.").findElement()
  // The message of the paste does not hide the next reason.
  document.querySelector("form")?.requestSubmit()
  await page.getByText("The code must have 6 digits").findElement()
  expect(page.getByText("Failed to paste from clipboard.").elements()).toHaveLength(0)
  read.mockResolvedValue("４５６ ٧٨٩")
  await userEvent.click(button("Paste"))
  await until(() => field("Invitation code").element().matches("[value='456789']"))
  read.mockRestore()
})

test("[SETTINGS-2][I18N-2] resetting from another language tells so in English, never by the key", async () => {
  await show(
    client,
    <>
      <ResetSettingsDialog {...subject} />
      <Notices />
    </>,
    "/settings",
    "de",
  )
  await userEvent.click(page.getByRole("alertdialog").getByRole("button").last())
  await page.getByText("Settings reset.").findElement()
  expect(asked("ShowToast").at(-1)).toMatchObject({ message: "common.success.settingsReset" })
  expect(document.documentElement.lang).toBe("en")
})

const device = (part: object) => ({
  id: "d1",
  name: "Front desk",
  model: 1,
  lastSeen: 0,
  flags: 0,
  build: 241_204_091_500,
  shared: false,
  owner: "",
  ...part,
})

test("[UX-4][SUB-5][DEVICE-13] unread lists are loading, or say why they could not be read, and are never empty", async () => {
  const account = desk.recorder.signIn("fresh")
  const ada = { id: "s1", name: "Ada", email: "ada@example.com", createdAt: 1.8e18, status: 2, devices: ["d3", "d4"] }
  const never = () => page.getByText("You have no devices to share", { exact: false }).elements().length === 0
  await show(client, <BatchAssignDialog {...subject} />, "/devices")
  await page.getByText("Loading", { exact: true }).findElement()
  desk.do({ type: "RecordReadFailure", account, list: "subAccounts", reason: "tooOften" })
  await page.getByText("Loading too fast. There is nothing to show yet.").findElement()
  await userEvent.click(button("Try again"))
  expect(asked("Refresh").at(-1)).toMatchObject({ list: "subAccounts", asked: true })
  expect(page.getByText("There is no active sub-account.", { exact: false }).elements()).toHaveLength(0)

  desk.do({ type: "RecordSubAccounts", account, begunAt: 1, subAccounts: [ada] })
  await show(client, <ManageDevicesDialog {...subject} subject="s1" />, "/account")
  await page.getByText("Loading", { exact: true }).findElement()
  expect(never()).toBe(true)
  desk.do({ type: "RecordReadFailure", account, list: "devices", reason: "unknown" })
  await page.getByText("There is nothing to show yet.", { exact: false }).findElement()
  expect(never()).toBe(true)
  await userEvent.click(button("Try again"))
  expect(asked("Refresh").at(-1)).toMatchObject({ list: "devices", asked: true })
  desk.do({ type: "RecordDevices", account, begunAt: 1, devices: [device({ shared: true })] })
  await page.getByText("You have no devices to share with Ada yet.").findElement()

  // The row of an account with an impossible creation time, and of devices whose names are unknown.
  const rows = () => page.getByRole("listitem").first()
  await show(client, <Account />, "/account")
  await rows().getByText("Unknown").findElement()
  await rows().getByText("2 devices").findElement()
  desk.do({
    type: "RecordSubAccounts",
    account,
    begunAt: 2,
    subAccounts: [ada],
    devices: [
      { id: "d3", name: "Same" },
      { id: "d4", name: "Same" },
    ],
  })
  await rows().getByText("Same", { exact: true }).last().findElement()
})

test("[SUB-5][RENAME-1] what is refused when it is sent says why, and the dialog stays with what was chosen and typed", async () => {
  const account = desk.recorder.signIn("chooser")
  const ada = { id: "s1", name: "Ada", email: "ada@example.com", createdAt: 0, status: 2, devices: ["d2"] }
  const read = (build: number) =>
    desk.do({
      type: "RecordDevices",
      account,
      begunAt: desk.recorder.log.length,
      devices: [device({ build }), device({ id: "d2", name: "Back door" })],
    })
  read(241_204_091_500)
  desk.do({ type: "RecordSubAccounts", account, begunAt: 1, subAccounts: [ada] })
  const onClose = vi.fn()
  await show(client, <ManageDevicesDialog {...subject} subject="s1" onClose={onClose} />, "/account")
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true })
  await userEvent.click(page.getByText("Front desk"))
  await userEvent.click(page.getByText("Back door"))
  // A person presses Save just before a list is recorded that forbids it.
  held.waiting = []
  await userEvent.click(button("Save"))
  const waiting = held.waiting.splice(0)
  held.waiting = null
  read(1)
  for (const record of waiting) record()
  await page.getByRole("alert").getByText("firmware", { exact: false }).findElement()
  expect(onClose).not.toHaveBeenCalled()
  const queued = [...desk.recorder.state.outbox.actions.values()].map(({ intent }) => intent.call)
  expect(queued).not.toContain("modify_subdevice")
  expect(box("Back door").element()).toHaveProperty("checked", false)
  read(241_204_091_500)
  await userEvent.click(button("Save"))
  await until(() => onClose.mock.calls.length === 1)
  expect(asked("AssignDevices").at(-1)).toMatchObject({ accountId: "s1", add: ["d1"], remove: ["d2"] })

  await show(client, <RenameDialog {...subject} subject="d1" onClose={onClose} />, "/devices")
  await userEvent.fill(field("Name"), "n".repeat(33))
  await userEvent.keyboard("{Enter}")
  await until(() => field("Name").element().matches("[aria-invalid='true']:focus"))
  expect(field("Name").element()).toHaveProperty("value", "n".repeat(33))
  expect(onClose).toHaveBeenCalledOnce()
  expect(asked("RenameDevice")).toHaveLength(1)
})

test("[UX-4][UX-5] two lists that could not be read are tried again by one press, and the way to log out stays meanwhile", async () => {
  const own = new ScreenDesk()
  const account = own.recorder.signIn()
  const lists = ["subAccounts", "mainAccounts"] as const
  const fail = () => {
    for (const list of lists) own.do({ type: "RecordReadFailure", account, list, reason: "unknown" })
  }
  const foot = () => document.querySelector(".phone-foot")
  await show(own.client(), <Account />, "/account")
  await until(() => document.querySelector(".no-mains"))
  expect(foot()).toBeNull()
  fail()
  await until(foot)
  const shown = foot()
  own.do({ type: "RequestRefresh", account, list: "mainAccounts" })
  await until(() => document.querySelector(".no-mains .sk"))
  expect(foot()).toBe(shown)

  own.do({ type: "RecordSubAccounts", account, begunAt: 1, subAccounts: [] })
  own.do({ type: "RecordMainAccounts", account, begunAt: 1, mainAccounts: [] })
  fail()
  await until(() => document.querySelectorAll(".inline-note").length === 1)
  const before = own.asked.length
  await userEvent.click(button("Try again"))
  const again = own.asked.slice(before).flatMap((request) => (request.type === "Refresh" ? [request.list] : []))
  expect(again).toEqual(expect.arrayContaining([...lists]))
})

test("[AUTH-13] choosing another server than that of the session says that it ends there", async () => {
  await show(client, <SignIn />, "/signin")
  const warned = () => page.getByText("Changing the server signs you out.").elements().length > 0
  await userEvent.click(page.getByText("Private cloud", { exact: true }))
  await userEvent.fill(field("Server URL"), "https://elsewhere.example")
  await until(warned)
  await userEvent.fill(field("Server URL"), SERVER)
  await until(() => !warned())
})

test("[SETTINGS-4][EVENT-7] diagnostics tell what could not be read and is kept aside", async () => {
  const desk = new ScreenDesk()
  desk.aside = 2
  await show(desk.client(), <Diagnostics />, "/settings")
  await page
    .getByText(
      "2 entries of the log could not be read. They are kept, and Sightline tries to read them again after each update.",
    )
    .findElement()
})

test("[SETTINGS-4] diagnostics tell whether the browser may remove what is stored, as soon as it has answered", async () => {
  onTestFinished(() => void vi.restoreAllMocks())
  const persisted = vi.spyOn(navigator.storage, "persisted").mockResolvedValue(false)
  const ask = vi.spyOn(navigator.storage, "persist").mockImplementation(async () => {
    persisted.mockResolvedValue(true)
    return true
  })
  lastingStorage.set("unasked")
  await show(new ScreenDesk().client(), <Diagnostics />, "/settings")
  await page.getByText(/The browser may remove this data when space runs low\.$/).findElement()
  askForLastingStorage()
  await page.getByText(/Kept by the browser until you remove it\.$/).findElement()
  // The page asks only once.
  askForLastingStorage()
  expect(ask).toHaveBeenCalledTimes(1)
})

test("[SUB-3][UX-5] a changing status is in its cell without a line, and a note takes the room of what it replaces", async () => {
  await page.viewport(1440, 900)
  const own = new ScreenDesk()
  const account = own.recorder.signIn()
  const ada = { id: "s1", name: "Ada", email: "ada@example.com", status: 2, createdAt: 1, devices: [] }
  own.do({ type: "RecordReadFailure", account, list: "mainAccounts", reason: "unknown" })
  own.do({ type: "RecordSubAccounts", account, begunAt: 1, subAccounts: [ada] })
  own.do({ type: "ChangeSubAccountState", accountId: ada.id, state: 3 })
  await show(own.client(), <Account />, "/account")
  await until(() => document.querySelector(".stt .asked"))
  const change = document.querySelector(".stt .asked")
  expect(change && getComputedStyle(change).borderBlockStartWidth).toBe("0px")
  await until(() => document.querySelector(".list-note"))
  expect(document.querySelector(".no-mains")?.getBoundingClientRect().height).toBe(0)
})

test("[UX-5][LAYOUT-5] the cross of a dialog is in the line of its title, also where it is made for fingers", async () => {
  for (const width of [1440, 390]) {
    await page.viewport(width, 800)
    await show(client, <InvitationDialog {...subject} />, "/account")
    const middle = (of: string) => {
      const box = document.querySelector(`.dialog-head ${of}`)?.getBoundingClientRect()
      return box === undefined ? Number.NaN : box.top + box.height / 2
    }
    await until(() => Math.abs(middle("h2") - middle("button")) < 1)
    close()
  }
})
