import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { Account } from "../../src/app/screens/Account.tsx"
import { MainLayout } from "../../src/app/shell/MainLayout.tsx"
import { close, manyDevices, ScreenDesk, show, until } from "./screenDesk.tsx"

afterEach(close)

const numbered = (word: string, index: number) => `${word} ${String(index).padStart(5, "0")}`

const withSubs = (count: number): ScreenDesk => {
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({
    type: "RecordSubAccounts",
    account,
    begunAt: Date.now(),
    subAccounts: Array.from({ length: count }, (_, index) => ({
      id: `s${index}`,
      name: numbered("Person", index),
      email: `s${index}@example.com`,
      createdAt: Date.now(),
      status: 2,
      devices: [],
    })),
  })
  desk.do({ type: "RecordMainAccounts", account, begunAt: Date.now(), mainAccounts: [] })
  return desk
}

const rows = () => [...document.querySelectorAll<HTMLElement>(".subs > li")]
const chips = () => [...document.querySelectorAll<HTMLElement>(".mains.many > li")]
const items = () => [...document.querySelectorAll<HTMLElement>(".act-item")]
const says = (of: readonly HTMLElement[], text: string) => of.some((each) => each.textContent?.includes(text))

test("[SUB-1][DEVICE-12] of 20,000 sub-accounts the page has the visible ones, each knows its place, and the last is found", async () => {
  await page.viewport(1440, 900)
  const desk = withSubs(20_000)
  await show(desk.client(), <Account />, "/account")
  await until(() => rows().length > 3)
  expect(rows().length).toBeLessThan(60)
  expect(rows()[0]?.textContent).toContain("Person 00000")
  expect(rows()[0]?.getAttribute("aria-setsize")).toBe("20000")
  window.scrollTo(0, document.documentElement.scrollHeight)
  await until(() => says(rows(), "Person 19999"))
  expect(rows().at(-1)?.getAttribute("aria-posinset")).toBe("20000")
  expect(rows().length).toBeLessThan(60)
})

test("[SUB-1] a change of one sub-account renders its row, pending, and leaves the others alone", async () => {
  await page.viewport(1440, 900)
  const desk = withSubs(8_000)
  await show(desk.client(), <Account />, "/account")
  await until(() => rows().length > 3)
  const others = rows().slice(2)
  desk.do({ type: "RenameSubAccount", accountId: "s1", name: "Observatory" })
  await until(() => says(rows(), "Observatory"))
  expect(rows().slice(2)).toEqual(others)
})

test("[UX-1][SUB-1] the keyboard goes from row to row beyond the visible", async () => {
  await page.viewport(1440, 900)
  const desk = withSubs(500)
  await show(desk.client(), <Account />, "/account")
  await until(() => rows().length > 3)
  const menu = (name: string) => page.getByRole("button", { name: `Actions for ${name}` })
  const first = menu("Person 00000").element()
  if (first instanceof HTMLElement) first.focus()
  for (let step = 1; step <= 40; step += 1) {
    await userEvent.keyboard("{Tab}")
    const name = numbered("Person", step)
    await until(() => document.activeElement?.getAttribute("aria-label") === `Actions for ${name}`)
  }
})

test("[ACCOUNT-1] of 8,000 main accounts the page has the visible ones, in columns; a few are all there", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  const mains = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: `m${index}`,
      name: numbered("Owner", index),
      email: `m${index}@example.com`,
    }))
  desk.do({ type: "RecordMainAccounts", account, begunAt: Date.now(), mainAccounts: mains(8_000) })
  await show(desk.client(), <Account />, "/account")
  await until(() => chips().length > 3)
  expect(chips().length).toBeLessThan(150)
  expect(chips()[0]?.getAttribute("aria-setsize")).toBe("8000")
  const end = document.querySelector(".mains.many")?.getBoundingClientRect().bottom ?? 0
  window.scrollTo(0, window.scrollY + end - 500)
  await until(() => says(chips(), "Owner 07999"))
  desk.do({ type: "RecordMainAccounts", account, begunAt: Date.now() + 1, mainAccounts: mains(30) })
  await until(() => document.querySelectorAll(".mains > li").length === 30)
})

test("[OFFLINE-3] of 5,000 waiting actions the panel has the visible ones, and shows the one asked for", async () => {
  await page.viewport(1440, 900)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  desk.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(5_000) })
  desk.do({ type: "ReportConnection", status: "offline" })
  for (let index = 0; index < 5_000; index += 1)
    desk.do({ type: "RenameDevice", did: `d${index}`, name: numbered("New", index) })
  const client = desk.client()
  await show(client, <MainLayout />)
  await page.getByRole("button", { name: /^Outbox, / }).findElement()
  client.outboxPanel.set({ isOpen: true, focus: null })
  await until(() => items().length > 3)
  expect(items().length).toBeLessThan(60)
  expect(items()[0]?.getAttribute("aria-setsize")).toBe("5000")
  const last = desk.recorder.state.outbox.actions.open.at(-1)?.id ?? ""
  client.outboxPanel.set({ isOpen: true, focus: last })
  await until(() => says(items(), "New 04999"))
  await until(() => document.activeElement?.textContent?.includes("New 04999"))
})

test("[SUB-1][UX-5] a press on Approve meets its own account, although a reading puts another above it", async () => {
  await page.viewport(1440, 900)
  const desk = withSubs(0)
  const account = desk.recorder.state.session.current?.account
  if (account === undefined) throw new Error("nobody is signed in")
  const person = (id: string, status: number) => ({
    id,
    name: `Person ${id}`,
    email: `${id}@example.com`,
    createdAt: Date.now(),
    status,
    devices: [],
  })
  const read = (begunAt: number, ...all: readonly ReturnType<typeof person>[]) =>
    desk.do({ type: "RecordSubAccounts", account, begunAt, subAccounts: [...all] })
  read(Date.now() + 1, person("a", 0), person("b", 0), person("c", 1), person("d", 1))
  await show(desk.client(), <Account />, "/account")
  const rowOf = (id: string) => page.getByRole("listitem").filter({ hasText: `Person ${id}` })
  const topOf = (id: string) => rowOf(id).element().getBoundingClientRect().top
  await userEvent.hover(rowOf("d").getByRole("button", { name: "Approve" }))
  const before = topOf("d")
  // Both the person who is active now and the new person belong to the top.
  read(Date.now() + 2, person("a", 0), person("b", 2), person("c", 1), person("d", 1), person("e", 2))
  await rowOf("b").getByText("Active").findElement()
  await rowOf("e").findElement()
  expect(topOf("d")).toBe(before)
  await userEvent.click(rowOf("d").getByRole("button", { name: "Approve" }))
  await until(() => desk.asked.some((request) => request.type === "ChangeSubAccountState" && request.accountId === "d"))
  await userEvent.hover(page.getByRole("heading", { level: 1 }))
  await until(() => topOf("e") < topOf("d"))
})

test("[SUB-2][UX-5] an invitation that is to be sent has the room of its code, so that none of the sub-accounts moves when it has gone out", async () => {
  for (const width of [1440, 390]) {
    await page.viewport(width, 900)
    const desk = withSubs(3)
    const handle = {
      ...desk.handle,
      invitationCode: (_: string, tell: (code: string | null) => void) => tell("482913"),
    }
    await show(desk.client(handle), <Account />, "/account")
    await until(() => rows().length === 3)
    desk.do({ type: "TakeLeadership" })
    desk.do({ type: "SendInvitation", name: "Pia", email: "pia@example.com" })
    await page.getByText(/^Invite Pia/).findElement()
    const top = () => rows()[0]?.getBoundingClientRect().top
    const before = top()
    desk.do({ type: "ReportConnection", status: "online" })
    const { open, epoch } = { open: desk.recorder.state.outbox.actions.open, epoch: desk.recorder.state.outbox.epoch }
    const action = open[0]?.id ?? ""
    desk.do({ type: "ClaimAction", action, epoch })
    desk.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
    await page.getByText("482913", { exact: true }).findElement()
    expect(top()).toBe(before)
  }
})

test("[SUB-2][UX-5] where the code of the last invitation is lost, the next one has its room before it is sent", async () => {
  await page.viewport(1440, 900)
  const desk = withSubs(3)
  const tellLost = (_: string, tell: (code: string | null) => void) => tell(null)
  await show(desk.client({ ...desk.handle, invitationCode: tellLost }), <Account />, "/account")
  desk.do({ type: "TakeLeadership" })
  desk.do({ type: "SendInvitation", name: "Pia", email: "pia@example.com" })
  desk.do({ type: "ReportConnection", status: "online" })
  await page.getByText(/^Invite Pia/).findElement()
  const { actions, epoch } = desk.recorder.state.outbox
  const action = actions.open[0]?.id ?? ""
  desk.do({ type: "ClaimAction", action, epoch })
  desk.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
  await until(() => document.querySelector(".invite") === null)
  desk.do({ type: "SendInvitation", name: "Noa", email: "noa@example.com" })
  await page.getByText(/^Invite Noa/).findElement()
})

test("[SUB-2][UX-5] on a visit the sub-accounts come with the invitation whose code is kept, and never make room for one whose code is lost", async () => {
  await page.viewport(1440, 900)
  for (const code of [null, "482913"]) {
    const desk = withSubs(3)
    desk.do({ type: "TakeLeadership" })
    desk.do({ type: "SendInvitation", name: "Pia", email: "pia@example.com" })
    desk.do({ type: "ReportConnection", status: "online" })
    const { actions, epoch } = desk.recorder.state.outbox
    const action = actions.open[0]?.id ?? ""
    desk.do({ type: "ClaimAction", action, epoch })
    desk.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
    // Answers as early as possible, but not within the same task.
    const invitationCode = (_: string, tell: (code: string | null) => void) => queueMicrotask(() => tell(code))
    const seen = new Set<boolean>()
    const watching = new MutationObserver(() => {
      const hasStrip = document.querySelector(".invite") !== null
      if (hasStrip || rows().length > 0) seen.add(hasStrip)
    })
    watching.observe(document.body, { childList: true, subtree: true })
    await show(desk.client({ ...desk.handle, invitationCode }), <Account />, "/account")
    await until(() => rows().length === 3)
    // The strip stays when the next invitation is sent.
    if (code !== null) {
      desk.do({ type: "SendInvitation", name: "Noa", email: "noa@example.com" })
      const next = desk.recorder.state.outbox.actions.open[0]?.id ?? ""
      desk.do({ type: "ClaimAction", action: next, epoch })
      desk.do({ type: "RecordOutcome", action: next, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
      await page.getByText("Invitation sent to Noa.").findElement()
      await until(() => document.querySelector(".invite .handles:not(.gone)") !== null)
    }
    watching.disconnect()
    expect([...seen]).toEqual([code !== null])
  }
})
