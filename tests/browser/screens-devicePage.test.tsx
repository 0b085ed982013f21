import { afterEach, expect, test } from "vitest"
import { page, userEvent } from "vitest/browser"
import { CardWordsProvider, useNewCardWords } from "../../src/app/devices/cardWords.ts"
import { Course } from "../../src/app/screens/devices/page/Course.tsx"
import type { HistoryEntry } from "../../src/domain/views/historyEntries.ts"
import { CARDS, COUNT, card, screen, start } from "./devicesDesk.tsx"
import { close, show, until } from "./screenDesk.tsx"

/** The page of a device, beside its list and in place of it. */

afterEach(close)

test("[DEVICE-16][DEVICE-14] a device opens beside the list, is renamed in place, and tells what became of it", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen, CARDS)
  await until(() => document.querySelector(".list-frame li.card"))
  const opener = card("Device 00001").querySelector<HTMLElement>(".hit")
  opener?.focus()
  await userEvent.keyboard("{Enter}")
  const sheet = page.getByRole("complementary", { name: "Device 00001" })
  await sheet.getByText(`2 of ${COUNT.toLocaleString("en")}`).findElement()
  await until(() => sheet.element().contains(document.activeElement))
  // The list beside the page stays usable, in fewer columns.
  expect(card("Device 00001").getAttribute("aria-current")).toBe("page")
  await sheet.getByText("d1", { exact: true }).findElement()
  await sheet.getByText("Added to your list").findElement()

  await userEvent.click(sheet.getByRole("button", { name: "Rename here" }))
  await until(() => document.activeElement instanceof HTMLInputElement)
  await userEvent.keyboard("Observatory{Enter}")
  await page.getByRole("complementary", { name: /Observatory/ }).findElement()
  await page.getByText("Rename Device 00001 to Observatory").first().findElement()
  // A name that is too long is not saved. The field shows by how many bytes.
  await userEvent.click(page.getByRole("button", { name: "Rename here" }))
  await userEvent.keyboard(`${"x".repeat(33)}{Enter}`)
  await page.getByText("33 of 32 bytes").findElement()
  await userEvent.keyboard("{Escape}")
  expect(engine.asked.filter(({ type }) => type === "RenameDevice")).toHaveLength(1)

  // The button of an action that is already under way stays, and says why it is disabled.
  engine.do({ type: "RebootDevice", did: "d1" })
  const reboot = page.getByRole("complementary").getByRole("button", { name: "Reboot", exact: true })
  await until(() => reboot.element().getAttribute("aria-disabled") === "true")
  await page.getByText(/A reboot is already in progress\./).findElement()
  // A browser alone can neither connect nor update. One sentence says so for both buttons.
  for (const name of ["Connect", "Update firmware"]) {
    const act = page.getByRole("complementary").getByRole("button", { name, exact: true }).element()
    expect(act.getAttribute("aria-disabled")).toBe("true")
    const why = document.getElementById(act.getAttribute("aria-describedby") ?? "")
    expect(why?.textContent?.split("Connecting and updating require the desktop app or the bridge.")).toHaveLength(2)
  }

  // J opens the next device. Escape closes the page and restores the focus.
  await until(() => document.querySelector(".dname button"))
  document.querySelector<HTMLElement>(".dname button")?.focus()
  await userEvent.keyboard("j")
  await page.getByRole("complementary", { name: "Device 00002" }).findElement()
  // Single keys that are turned off do nothing.
  engine.do({ type: "ObservePreference", key: "shortcuts", value: "false" })
  await userEvent.keyboard("j")
  engine.do({ type: "ObservePreference", key: "shortcuts", value: null })
  await userEvent.keyboard("j")
  await page.getByRole("complementary", { name: "Device 00003" }).findElement()
  await userEvent.keyboard("{Escape}")
  await until(() => document.querySelector(".dsheet") === null)
  await until(() => document.activeElement?.closest("li.card"))
})

test("[SUB-5][DEVICE-16] from the page of a device it is assigned to a sub-account, beside those it is shared with", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen, "/devices/d1")
  await userEvent.click(
    page.getByRole("complementary", { name: "Device 00001" }).getByRole("button", { name: "Assign" }),
  )
  await until(() => engine.asked.some((request) => request.type === "OpenDialog" && request.dialog === "batchAssign"))
  expect(engine.asked.findLast(({ type }) => type === "OpenDialog")).toMatchObject({ among: ["d1"] })
})

test("[DEVICE-16][DEVICE-15] the strip of a page says each half hour by keys and as a table, and a device that is gone says so", async () => {
  await page.viewport(1440, 900)
  const engine = start()
  await show(engine.client(), screen, "/devices/d7")
  const strip = page.getByRole("slider", { name: "Last 24 hours" })
  const now = await strip.findElement()
  expect(now.getAttribute("aria-valuetext")).toMatch(/^\d\d:\d\d to \d\d:\d\d, Seen$/)
  if (now instanceof HTMLElement) now.focus()
  await userEvent.keyboard("{Home}")
  await until(() => /No data$/.test(now.getAttribute("aria-valuetext") ?? ""))
  expect(now.getAttribute("aria-valuenow")).toBe("0")
  const table = page.getByRole("table", { name: "Last 24 hours" })
  await table.getByRole("cell", { name: "No data" }).findElement()
  await table.getByRole("cell", { name: "Seen", exact: true }).findElement()
  await page.getByRole("table", { name: "Last 7 days" }).getByText("Today").findElement()
  await show(engine.client(), screen, "/devices/nobody")
  await page.getByRole("complementary", { name: "This device is not in your list" }).findElement()
})

test("[DEVICE-16][DEVICE-17] on a phone the page scrolls with its cards, a device takes its place, and gives it back", async () => {
  await page.viewport(360, 740)
  const engine = start()
  await show(engine.client(), screen, CARDS)
  await until(() => document.querySelector(".page-list li.card"))
  expect(document.querySelector(".list-frame")).toBe(null)
  const all = () => [...document.querySelectorAll<HTMLElement>(".page-list li.card")]
  expect(all().length).toBeLessThan(60)
  window.scrollTo(0, 30_000)
  await until(() => all().some((each) => each.getAttribute("aria-posinset") === "251"))
  const opener = all()[3]?.querySelector<HTMLElement>(".hit")
  const place = window.scrollY
  opener?.click()
  await until(() => document.querySelector(".dsheet"))
  expect(all()[0]?.offsetParent ?? null).toBe(null)
  expect(window.scrollY).toBe(0)
  await userEvent.click(page.getByRole("button", { name: "Back to the list" }))
  await until(() => document.querySelector(".dsheet") === null)
  await until(() => Math.abs(window.scrollY - place) < 2)
})

/**
 * The course of a reboot that the server accepted `ago` ms before. The device was gone for 40 seconds at each of two
 * earlier reboots.
 */
const Rebooted = ({ ago, isAwaited = true }: { readonly ago: number; readonly isAwaited?: boolean }) => {
  const at = Date.now() - ago
  const outcome = { stage: "gone", at, seenAt: null, isAwaited } as const
  const entries = [1, 2].map((days): HistoryEntry => {
    const then = at - days * 86_400_000
    return {
      kind: "asked",
      intent: { call: "request_device", input: { did: "d1", cmd: "reboot" } },
      subject: "Dome",
      before: null,
      account: null,
      outcome: { state: "confirmed", reason: null, seq: days, at: then },
      isMissing: false,
      seq: days,
      at: then,
      seenAt: then + 40_000,
    }
  })
  return (
    <CardWordsProvider value={useNewCardWords()}>
      <Course
        notice={{
          action: "a",
          about: "reboot",
          state: "confirmed",
          before: null,
          undoUntil: null,
          sentAt: at,
          outcome,
        }}
        history={{ entries }}
      />
    </CardWordsProvider>
  )
}

test("[PICTURE-6] the course of a reboot says how long this device usually needs, and by how much it takes longer", async () => {
  await show(start().client(), <Rebooted ago={20_000} />, "/")
  await page.getByText("Usually 40 seconds", { exact: true }).findElement()
  await show(start().client(), <Rebooted ago={100_000} />, "/")
  await page.getByText(/^Usually 40 seconds, this time 1 minute.* longer$/).findElement()
  expect(document.querySelector(".usual.late")).not.toBeNull()
  // When no return can be seen, the page does not claim that the reboot takes longer.
  await show(start().client(), <Rebooted ago={100_000} isAwaited={false} />, "/")
  await page.getByText("Usually 40 seconds", { exact: true }).findElement()
})
