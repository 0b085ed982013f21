import { afterAll, afterEach, expect, test } from "vitest"
import { page } from "vitest/browser"
import { FoundName } from "../../src/app/devices/searched.tsx"
import { Network } from "../../src/app/screens/Network.tsx"
import { Name } from "../../src/app/ui/Name.tsx"
import { Pending } from "../../src/app/ui/Pending.tsx"
import { CONNECTED } from "../domain/playedBridge.ts"
import { close, ScreenDesk, show, until } from "./screenDesk.tsx"

/**
 * Names in another script than the page's. They are complete where there is room, and otherwise cut at their own end
 * (I18N-3).
 */

afterEach(close)
afterAll(() => document.documentElement.setAttribute("dir", "ltr"))

const LATIN = "Conference room on the second floor, left of the stairs, by the window"
const ARABIC = "غرفة الاجتماعات في الطابق الثاني على يسار الدرج بجانب النافذة الكبيرة"
const names: readonly string[] = [
  LATIN,
  ARABIC,
  "Studio غرفة الاجتماعات في الطابق الثاني على يسار الدرج",
  "غرفة Conference room on the second floor left of the stairs",
  "x".repeat(120),
  `\u202e${LATIN}\u202c`,
  "放送スタジオ放送スタジオ放送スタジオ放送スタジオ放送スタジオ",
  "12 34 56 78 90 12 34 56 78 90 12 34 56 78 90 12 34 56 78",
]

/** True when the character at this position is visible within the room of its name. */
const isDrawn = (name: Element, at: number): boolean => {
  const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
  let rest = at
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0
    if (rest >= length) {
      rest -= length
      continue
    }
    const range = document.createRange()
    range.setStart(node, rest)
    range.setEnd(node, rest + 1)
    const [mark, room] = [range.getBoundingClientRect(), name.getBoundingClientRect()]
    return mark.left >= room.left - 1 && mark.right <= room.right + 1
  }
  return false
}

const parts = {
  name: (name: string) => <Name of={name} />,
  found: (name: string) => <FoundName name={name} />,
  pending: (name: string) => <Pending value={name} />,
}
const rows = {
  cut: "cut",
  hit: "hit",
  "flex row": "row cut",
}

const cases = (["en", "ar"] as const).flatMap((language) =>
  Object.keys(parts).flatMap((part) => Object.keys(rows).map((row) => [language, part, row] as const)),
)

test.each(cases)("[I18N-3] in %s a %s in a %s never loses its beginning", async (language, part, row) => {
  await page.viewport(800, 600)
  const draw = Reflect.get(parts, part)
  for (const name of names) {
    await show(
      new ScreenDesk().client(),
      <div style={{ inlineSize: 160 }}>
        <div className={Reflect.get(rows, row)}>{draw(name)}</div>
      </div>,
      "/devices",
      language,
    )
    await until(() => document.querySelector(".world"))
    const shown = document.querySelector(".world")
    if (shown === null) throw new Error("no name is shown")
    expect(isDrawn(shown, 0), name).toBe(true)
    expect(shown.scrollWidth, name).toBeGreaterThan(shown.clientWidth)
    expect(getComputedStyle(shown).textOverflow).toBe("ellipsis")
    expect(shown.getBoundingClientRect().width).toBeLessThanOrEqual(160)
    // The title is the whole name, without characters that would disguise it, and no translator changes it.
    expect(shown.getAttribute("title")).toBe(name.replace(/[\u202a-\u202e]/g, ""))
    expect(shown.getAttribute("translate")).toBe("no")
  }
})

test("[I18N-3] on a page of the other direction the owner in a sentence keeps the beginning of the name", async () => {
  await page.viewport(1280, 800)
  const desk = new ScreenDesk()
  const account = desk.recorder.signIn()
  const shared = { name: "Foyer", model: 1, lastSeen: 1, flags: 0, build: 1, shared: true, owner: LATIN }
  desk.do({ type: "RecordDevices", account, begunAt: 1, devices: [{ ...shared, id: "d1" }] })
  desk.do({ type: "ReportBridge", link: CONNECTED })
  const near = { id: "n1", did: "d1", name: "Foyer", model: 1, cloudType: 0, timestamp: 0, addr: "10.0.7.1" }
  const kind = { isUsb: false, isHid: true, flags: 0, build: 240_918_112_030 }
  desk.do({ type: "RecordLanDevices", gone: [], devices: [{ ...near, ...kind }] })
  await show(desk.client(), <Network />, "/devices/network", "ar")
  const named = () =>
    [...document.querySelectorAll("main .found bdi, .found bdi")].find((one) => one.textContent.includes(LATIN))
  await until(named)
  const owner = named()
  if (owner === undefined) throw new Error("no owner is shown")
  expect(owner.scrollWidth).toBeGreaterThan(owner.clientWidth)
  expect(isDrawn(owner, owner.textContent.indexOf(LATIN))).toBe(true)
})
