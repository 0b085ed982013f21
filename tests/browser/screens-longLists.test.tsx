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

test("[SUB-1][DEVICE-12] of 20,000 sub-accounts those in sight are in the page, each knows its place, and the last is found", async () => {
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

test("[UX-1][SUB-1] the keyboard goes from row to row beyond those in sight", async () => {
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

test("[ACCOUNT-1] of 8,000 main accounts those in sight are in the page, in columns; a few are all there", async () => {
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

test("[OFFLINE-3] of 5,000 waiting actions those in sight are in the panel, and the one asked for is shown", async () => {
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
