import { Route, Routes } from "react-router-dom"
import { Devices } from "../../src/app/screens/Devices.tsx"
import { manyDevices, ScreenDesk } from "./screenDesk.tsx"

/** The devices screen with more devices than it can draw at once, and its visible cards. */

export const frame = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>(".list-frame")
  if (found === null) throw new Error("there is no list")
  return found
}
export const cards = (): readonly HTMLElement[] => [...frame().querySelectorAll<HTMLElement>("li.card")]
export const names = (): readonly string[] => cards().map((card) => card.querySelector("h3")?.textContent ?? "")
export const card = (name: string): HTMLElement => {
  const found = cards().find((each) => each.querySelector("h3")?.textContent?.startsWith(name))
  if (found === undefined) throw new Error(`${name} is not in sight`)
  return found
}
export const rows = (): readonly HTMLElement[] => [...frame().querySelectorAll<HTMLElement>("tr.trow")]
/** The first device that is completely visible in the frame, below the head of a table. */
export const first = (): string | undefined => {
  const top =
    frame().getBoundingClientRect().top + (frame().querySelector(".thead")?.getBoundingClientRect().height ?? 0)
  const all = [...frame().querySelectorAll<HTMLElement>("[data-did]")]
  return all.find((each) => each.getBoundingClientRect().top > top - 1)?.dataset.did
}

export const COUNT = 10_000

export const screen = (
  <Routes>
    <Route path="/devices/:did?" element={<Devices />} />
  </Routes>
)
export const CARDS = "/devices?view=cards"

/** A signed-in person with `COUNT` devices. */
export const start = (): ScreenDesk => {
  const fresh = new ScreenDesk()
  const account = fresh.recorder.signIn()
  fresh.do({ type: "RecordDevices", account, begunAt: Date.now(), devices: manyDevices(COUNT) })
  return fresh
}
