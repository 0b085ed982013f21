import { Effect } from "effect"
import { describe, expect, test } from "vitest"
import type { ClientRequest } from "../../src/domain/client/requests.ts"
import {
  HEARTBEAT_MS,
  LEADER_SILENCE_MS,
  LOOP_HEALTHY_MS,
  READS_BURST,
  READS_REFILL_MS,
  RETRY_CAP_MS,
  UNDECODABLE_MAX,
} from "../../src/domain/values/limits.ts"
import { Desk, stateOf, statusOf } from "./desk.ts"

/** A client in a world that is broken for long: it waits, and sends few requests. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Most reads of one list in an hour that a pace allows, for any reason. */
const READS_AN_HOUR = READS_BURST + HOUR / READS_REFILL_MS
/** A hidden tab's timers fire once a minute. */
const HIDDEN_HEARTBEAT_MS = MINUTE

const invite = (email: string): ClientRequest => ({ type: "SendInvitation", name: "Pia", email })
const rename = (desk: Desk, client: ReturnType<Desk["open"]>, name: string, index = 0) => {
  const did = [...stateOf(client).devices.bound.keys()][index] ?? ""
  return desk.ask(client, { type: "RenameDevice", did, name })
}

describe("a tab that cannot decide", () => {
  test("[OFFLINE-11] a tab whose log is of a newer release reads nothing, writes nothing and gives its lock up", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    desk.outdate()
    desk.pass(2 * MINUTE)
    expect(statusOf(client).outdated).toBe(true)
    expect(desk.browser.lock.holder).toBeUndefined()
    expect(desk.during(HOUR)).toEqual({ requests: 0, events: 0 })
  })

  test("[OFFLINE-11] another tab that can decide leads instead, though the one that cannot is the one that is seen", () => {
    const desk = new Desk()
    const outdated = desk.signedIn()
    const able = desk.open()
    desk.browser.system.setVisible(able.tab, false)
    desk.pass(5 * SECOND)
    desk.outdate()
    desk.until(() => statusOf(outdated).outdated, 5 * MINUTE)
    // The other tab has the release that wrote the event, and can read it.
    desk.events.pop()
    desk.pass(5 * MINUTE)
    expect(desk.browser.lock.holder).toBe(able.tab)
  })

  test("[OFFLINE-11] with a full disk nothing is asked, and writing begins again once there is room", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    desk.browser.disk.profile = { slow: 0, quota: 1, repeated: 0 }
    desk.until(() => statusOf(client).storage === "quota", 5 * MINUTE)
    expect(desk.during(HOUR).requests).toBe(0)
    expect(rename(desk, client, "Not kept")).toBe("storage")
    desk.browser.disk.profile = { slow: 0, quota: 0, repeated: 0 }
    desk.pass(2 * MINUTE)
    expect(statusOf(client).storage).toBe("ok")
    expect(desk.events.filter(({ type }) => type === "StorageRecovered")).toHaveLength(1)
    rename(desk, client, "Kept")
    desk.pass(30 * SECOND)
    expect(desk.statesOf(client)).toEqual(["confirmed"])
  })
})

describe("a server that is away or strange", () => {
  test("[OFFLINE-11][OFFLINE-4] a server that answers no call in our language is away: one probe, not every action", () => {
    const desk = new Desk(40)
    const client = desk.signedIn()
    const { size } = stateOf(client).devices.bound
    desk.every("http-html")
    for (let index = 0; index < size; index += 1) rename(desk, client, `N${index}`, index)
    desk.pass(MINUTE)
    expect(stateOf(client).connection.status).toBe("unreachable")
    const { requests, events } = desk.during(HOUR)
    expect(requests).toBeLessThanOrEqual(READS_AN_HOUR)
    expect(events).toBeLessThan(10)
    desk.every(null)
    desk.pass(5 * MINUTE)
    expect(new Set(desk.statesOf(client))).toEqual(new Set(["confirmed"]))
  })

  test("[OFFLINE-11] fewer unreadable answers, or one among good ones, do not mean that the server is away", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    desk.every("truncate")
    const before = desk.network.requests
    rename(desk, client, "New")
    desk.until(() => desk.network.requests - before === UNDECODABLE_MAX - 1, MINUTE)
    desk.every(null)
    desk.pass(3 * MINUTE)
    expect(stateOf(client).connection.status).toBe("online")
    expect(desk.events.filter(({ type }) => type === "ConnectionChanged")).toEqual([])
  })

  test("[AUTH-10] a session lives on where a new token ends the old one, with two tabs that renew it", () => {
    const desk = new Desk()
    const tabs = [desk.signedIn(), desk.open()] as const
    desk.cloud.rotateTokens(true)
    for (let minute = 0; minute < 60; minute += 1) {
      const client = tabs[minute % 2 === 0 ? 0 : 1]
      rename(desk, client, `N${minute}`, minute % 3)
      desk.pass(MINUTE)
    }
    expect(desk.events.filter(({ type }) => type === "SignedOut")).toEqual([])
    expect(new Set(desk.statesOf(tabs[0]))).toEqual(new Set(["confirmed"]))
  })
})

describe("order and clocks", () => {
  test.each([-HOUR, HOUR, -365 * 24 * HOUR])(
    "[OFFLINE-11][OFFLINE-5] with the clock set by %i ms nothing is read more often",
    (skew) => {
      const desk = new Desk()
      const client = desk.signedIn()
      desk.each("send_invitation", "drop-request")
      desk.ask(client, invite("pia@example.com"))
      desk.until(() => desk.statesOf(client).includes("unconfirmed"), 2 * MINUTE)
      desk.world.skew = skew
      expect(desk.during(HOUR).requests).toBeLessThan(READS_AN_HOUR)
      expect(desk.statesOf(client)).toEqual(["unconfirmed"])
    },
  )

  test("[OFFLINE-5][SUB-2] an invitation whose answer was lost is found in the list though no list had been read before", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    expect(stateOf(client).sharing.subAccountsRead.at).toBeNull()
    const before = desk.calls.length
    desk.each("send_invitation", "drop-reply")
    desk.ask(client, invite("pia@example.com"))
    desk.until(() => desk.statesOf(client).includes("unconfirmed"), 2 * MINUTE)
    const calls = desk.calls.slice(before)
    desk.pass(3 * MINUTE)
    expect(calls.indexOf("get_subaccount_list")).toBeLessThan(calls.indexOf("send_invitation"))
    expect(desk.statesOf(client)).toEqual(["confirmed"])
  })
})

describe("who leads", () => {
  test("[OFFLINE-7][OFFLINE-11] a tab that is shown leads at once, and a hidden one only while no other is seen", () => {
    const desk = new Desk()
    const first = desk.signedIn()
    expect(desk.browser.lock.holder).toBe(first.tab)
    desk.browser.system.setVisible(first.tab, false)
    desk.pass(5 * SECOND)
    expect(desk.browser.lock.holder).toBe(first.tab)
    const second = desk.open()
    desk.pass(5 * SECOND)
    expect(desk.browser.lock.holder).toBe(second.tab)
    desk.browser.system.setVisible(second.tab, false)
    desk.browser.system.setVisible(first.tab, true)
    desk.pass(5 * SECOND)
    expect(desk.browser.lock.holder).toBe(first.tab)
  })

  test("[OFFLINE-7] a hidden tab leads again when the tab that was seen has died without a word", () => {
    const desk = new Desk()
    const hidden = desk.signedIn()
    desk.browser.system.setVisible(hidden.tab, false)
    const seen = desk.open()
    desk.until(() => desk.browser.lock.holder === seen.tab, MINUTE)
    desk.pass(3 * MINUTE)
    desk.browser.kill(seen.tab)
    desk.pass(3 * HIDDEN_HEARTBEAT_MS)
    expect(desk.browser.lock.holder).toBe(hidden.tab)
    expect(stateOf(hidden).outbox.leader).toBe(hidden.tab.name)
  })

  test("[OFFLINE-7] a change of leader leaves alone what is on its way: a reboot is confirmed, and never in doubt", () => {
    const desk = new Desk()
    const first = desk.signedIn()
    const did = [...stateOf(first).devices.bound.values()].find(({ shared }) => !shared)?.id ?? ""
    desk.cloud.patchDevice(did, { power: "on" }, desk.world.serverTime)
    const queued = desk.ask(first, { type: "RebootDevice", did })
    desk.until(() => desk.statesOf(first).includes("sending"), MINUTE)
    desk.browser.system.setVisible(first.tab, false)
    const second = desk.open()
    desk.pass(MINUTE)
    expect(desk.browser.lock.holder).toBe(second.tab)
    expect(queued).toHaveLength(1)
    expect(desk.statesOf(second)).not.toContain("unconfirmed")
    expect(desk.events.filter(({ type }) => type === "ActionUnconfirmed")).toEqual([])
  })

  test("[OFFLINE-7] a frozen leader gives nothing up, and loses its lock to a tab that is seen", () => {
    const desk = new Desk()
    const frozen = desk.signedIn()
    desk.browser.system.setVisible(frozen.tab, false)
    desk.pass(SECOND)
    frozen.tab.frozen = true
    const seen = desk.open()
    desk.pass(LEADER_SILENCE_MS + 3 * HEARTBEAT_MS)
    expect(desk.browser.lock.holder).toBe(seen.tab)
  })

  test("[OFFLINE-7] a hidden leader sends what a tab committed that died before it could tell anybody", () => {
    const desk = new Desk()
    const leader = desk.signedIn()
    const dying = desk.open()
    desk.browser.system.setVisible(dying.tab, false)
    desk.pass(5 * SECOND)
    desk.browser.system.setVisible(leader.tab, false)
    desk.pass(5 * SECOND)
    expect(desk.browser.lock.holder).toBe(leader.tab)
    let isKept = false
    desk.browser.disk.watcher = {
      ...desk.browser.disk.watcher,
      committed: (tab, events) => {
        if (tab !== dying.tab || !events.some(({ type }) => type === "ActionQueued")) return
        isKept = true
        desk.world.after(0, () => desk.browser.kill(tab))
      },
    }
    rename(desk, dying, "Kept")
    expect(isKept).toBe(true)
    desk.pass(2 * HIDDEN_HEARTBEAT_MS)
    expect(desk.statesOf(leader)).toEqual(["confirmed"])
  })
})

test("[OFFLINE-11] a defect in one loop is logged and shown, stops no other, and is over when the loop runs again", () => {
  const desk = new Desk()
  const { safe } = desk.browser
  const port = safe.portFor()
  let isBroken = true
  const dies = Effect.die(new Error("no vault"))
  const erase = (account: string) => Effect.suspend(() => (isBroken ? dies : port.erase(account)))
  safe.portFor = () => ({ ...port, erase })
  const client = desk.signedIn()
  desk.signOut(client)
  desk.pass(MINUTE)
  expect(statusOf(client)).toMatchObject({ failing: true, storage: "ok" })
  expect(desk.complaints.join()).toContain("no vault")
  const failures = desk.complaints.length
  desk.pass(HOUR)
  expect(desk.complaints.length - failures).toBeLessThanOrEqual((1.25 * HOUR) / RETRY_CAP_MS)
  desk.signIn(client)
  desk.pass(MINUTE)
  rename(desk, client, "Sent")
  desk.pass(MINUTE)
  expect(desk.statesOf(client)).toEqual(["confirmed"])
  desk.signOut(client)
  isBroken = false
  desk.pass(LOOP_HEALTHY_MS + 2 * RETRY_CAP_MS)
  expect(statusOf(client).failing).toBe(false)
})

test("[AUTH-11][SUB-2] a tab that hears late of a sign-out leaves the codes of the session that followed", () => {
  const desk = new Desk()
  const client = desk.signedIn()
  const late = desk.open()
  late.tab.frozen = true
  desk.signOut(client)
  desk.signIn(client)
  desk.ask(client, invite("pia@example.com"))
  const account = stateOf(client).session.current?.account ?? ""
  desk.pass(30 * SECOND)
  expect(desk.statesOf(client)).toEqual(["confirmed"])
  const codes = () => desk.browser.safe.secrets.get(account)?.size
  expect(codes()).toBe(1)
  late.tab.frozen = false
  desk.pass(MINUTE)
  expect(codes()).toBe(1)
})
