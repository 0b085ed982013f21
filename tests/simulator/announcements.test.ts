import { describe, expect, test } from "vitest"
import type { SimulatedClient } from "../../emulator/simulator/browser/client.ts"
import { HEARTBEAT_MS } from "../../src/domain/values/limits.ts"
import { Desk, stateOf } from "./desk.ts"

/** Tabs and a commit that its tab could announce to none of them (invariant 24). */

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Three tabs: one leads, one writes, and one only follows. */
const threeTabs = () => {
  const desk = new Desk()
  const leader = desk.signedIn()
  const [writer, watcher] = [desk.open(), desk.open()]
  desk.pass(5 * SECOND)
  expect(desk.browser.lock.holder).toBe(leader.tab)
  return { desk, leader, writer, watcher }
}

const cursorOf = ({ engine }: SimulatedClient): number => engine?.cursor() ?? 0

/** The writer commits one event that causes no other, and ends at that instant. */
const commitLast = (desk: Desk, writer: SimulatedClient, end: () => void): number => {
  const before = desk.events.length
  writer.ask(
    { type: "OpenRoute", path: "/settings" },
    () => {},
    () => {},
  )
  desk.until(() => desk.events.length > before, MINUTE)
  end()
  return desk.events.length
}

describe("a tab that announces its last commit to no other", () => {
  const ends = {
    dies: (desk: Desk, { tab }: SimulatedClient) => desk.browser.kill(tab),
    freezes: (_desk: Desk, { tab }: SimulatedClient) => {
      tab.frozen = true
    },
  }
  test.each(["dies", "freezes"] as const)(
    "[OFFLINE-7] it %s, and every other tab shows the event within a heartbeat",
    (end) => {
      const { desk, leader, writer, watcher } = threeTabs()
      const seq = commitLast(desk, writer, () => ends[end](desk, writer))
      desk.pass(SECOND)
      desk.pass(HEARTBEAT_MS)
      expect(cursorOf(leader)).toBeGreaterThanOrEqual(seq)
      expect(cursorOf(watcher)).toBeGreaterThanOrEqual(seq)
      expect(stateOf(watcher)).toEqual(stateOf(leader))
    },
  )

  test("[OFFLINE-7] a leader that freezes so is followed by a tab that shows its last event, long before that one leads", () => {
    const { desk, leader, watcher } = threeTabs()
    const seq = commitLast(desk, leader, () => {
      leader.tab.frozen = true
    })
    desk.pass(SECOND + HEARTBEAT_MS)
    expect(desk.browser.lock.holder).toBe(leader.tab)
    expect(cursorOf(watcher)).toBeGreaterThanOrEqual(seq)
  })
})
