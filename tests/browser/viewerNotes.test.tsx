import { afterEach, expect, test, vi } from "vitest"
import { page, userEvent } from "vitest/browser"
import { openViewer } from "./openedViewer.tsx"
import { close, ScreenDesk, until } from "./screenDesk.tsx"

/** What lies over the picture of a viewer, and what of the picture stays free. */

const { dir } = document.documentElement
afterEach(() => {
  close()
  document.documentElement.dir = dir
  vi.restoreAllMocks()
})

const picture = () => page.getByRole("application", { name: "Screen of Workshop" }).findElement()

/** The texts over the picture at a share of its height, from one share of its width to another. */
const over = async (height: number, from: number, to: number): Promise<readonly string[]> => {
  const found = await picture()
  const box = found.getBoundingClientRect()
  const texts = new Set<string>()
  for (let share = from; share <= to; share += 0.02) {
    const top = document.elementFromPoint(box.left + box.width * share, box.top + box.height * height)
    if (top !== null && !found.contains(top)) texts.add(top.textContent)
  }
  return [...texts]
}

const fromKeys = async (item: string) => {
  await page.getByRole("button", { name: "Keys", exact: true }).click()
  await page.getByRole("button", { name: item }).click()
}

const shown = {
  "the hint": async () => {
    const found = await picture()
    if (found instanceof HTMLElement) found.focus()
    await page.getByText(/^Your keys go to Workshop\./).findElement()
  },
  "text of an input method": async ({ news }) => {
    news({ type: "composing", text: "かん" })
    await page.getByText("かん").findElement()
  },
  "a text that is typed": async () => {
    vi.spyOn(navigator.clipboard, "readText").mockResolvedValue("x".repeat(400))
    await fromKeys("Type the clipboard")
    await page.getByText(/^[0-9]+ of 400 characters/).findElement()
  },
  "a recording": async () => {
    await fromKeys("Record a macro")
    await page.getByText("Recording a macro").findElement()
  },
  "the hint of a picture that is only viewed": async () => {
    await page.getByRole("button", { name: "View only" }).click()
    const found = await picture()
    if (found instanceof HTMLElement) found.focus()
    await userEvent.keyboard("a")
    await page.getByText("View only: your keys do not reach Workshop.").findElement()
  },
} satisfies Readonly<Record<string, (viewer: Awaited<ReturnType<typeof openViewer>>) => Promise<void>>>

const directions = ["ltr", "rtl"] as const
test.each(Object.entries(shown).flatMap(([what, show]) => directions.map((to) => [what, to, show] as const)))(
  "[SCREEN-5][UX-1] %s leaves the last line of a terminal free, and the first half of its first line, %s",
  async (_what, direction, show) => {
    await page.viewport(1_440, 900)
    document.documentElement.dir = direction
    const viewer = await openViewer()
    viewer.news({ type: "opened" }, { type: "size", width: 1_280, height: 720 }, { type: "picture", at: Date.now() })
    await show(viewer)
    expect([await over(0.98, 0.01, 0.99), await over(0.02, 0.01, 0.4)]).toEqual([[], []])
  },
)

test("[SCREEN-5] the row of keys beside a text field leaves the last line of a terminal free", async () => {
  await page.viewport(1_440, 900)
  const { news } = await openViewer()
  news({ type: "opened" }, { type: "size", width: 1_280, height: 720 }, { type: "picture", at: Date.now() })
  await fromKeys("Type in a text field")
  await page.getByRole("toolbar", { name: "More keys" }).findElement()
  expect(await over(0.98, 0.01, 0.99)).toEqual([])
})

test("[SCREEN-2][SCREEN-6] over a picture that is only viewed the pointer is the browser's own, whatever the person has chosen", async () => {
  const { news } = await openViewer()
  news({ type: "opened" }, { type: "picture", at: Date.now() })
  const found = await picture()
  expect(found.classList).toContain("cursor-device")
  await page.getByRole("button", { name: "View only" }).click()
  await until(() => found.classList.contains("cursor-arrow"))
  await page.getByRole("button", { name: "View only" }).click()
  await until(() => found.classList.contains("cursor-device"))
})

test("[BRIDGE-4][UX-5] the card of a lost connection has no empty line between its texts, and another reason moves no button", async () => {
  await page.viewport(1_440, 900)
  const desk = new ScreenDesk()
  const { news } = await openViewer(desk)
  news({ type: "opened" }, { type: "picture", at: Date.now() })
  const lost = (reason: "vanished" | "unreachable") => {
    const until = Date.now() + 60_000
    desk.do({ type: "ReportUnreached", id: "n1", reason, attempt: 1, until })
  }
  const gaps = () => {
    const texts = [...document.querySelectorAll(".says > p")].map((each) => each.getBoundingClientRect())
    return texts.slice(1).map(({ top }, index) => Math.round(top - (texts[index]?.bottom ?? 0)))
  }
  const buttons = () =>
    ["Disconnect", "Retry now"].map((name) => {
      const { x, y } = page.getByRole("status").getByRole("button", { name }).element().getBoundingClientRect()
      return [x, y]
    })
  lost("vanished")
  await page.getByText("The device disappeared from the network. It may be restarting.").findElement()
  const before = buttons()
  expect(new Set(gaps()).size).toBe(1)
  lost("unreachable")
  await page.getByText("The device is not responding.").findElement()
  expect(new Set(gaps()).size).toBe(1)
  expect(buttons()).toEqual(before)
})
