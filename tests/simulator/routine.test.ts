import { describe, expect, test } from "vitest"
import {
  ACTION_EXPIRY_MS,
  READS_BURST,
  READS_REFILL_MS,
  REFRESH_INTERVAL_MS,
  RETRY_CAP_MS,
} from "../../src/domain/values/limits.ts"
import { Desk, stateOf } from "./desk.ts"

/** A client's actions without a command, and their timing. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const invitePia = { type: "SendInvitation", name: "Pia", email: "pia@example.com" } as const

/** Number of requests of this call while the time passes. */
const asked = (desk: Desk, call: string, ms: number): number => {
  const before = desk.calls.length
  desk.pass(ms)
  return desk.calls.slice(before).filter((one) => one === call).length
}

const firstDevice = (client: Parameters<typeof stateOf>[0]): string => {
  const [did] = stateOf(client).devices.bound.keys()
  if (did === undefined) throw new Error("the owner has devices")
  return did
}

describe("reading", () => {
  test("[DEVICE-2] the device list is read once a minute while a tab is visible, and never while none is", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    const minutes = 10
    const seen = asked(desk, "loginWithToken", minutes * REFRESH_INTERVAL_MS)
    expect(seen).toBeGreaterThanOrEqual(minutes - 2)
    expect(seen).toBeLessThanOrEqual(minutes + 1)
    desk.browser.system.setVisible(client.tab, false)
    desk.pass(5 * SECOND)
    expect(asked(desk, "loginWithToken", minutes * REFRESH_INTERVAL_MS)).toBe(0)
  })

  test("[DEVICE-2] one reading serves all visible tabs: none replaces the token of another", () => {
    const desk = new Desk()
    const clients = [desk.signedIn(), desk.open(), desk.open()]
    expect(clients.map(({ tab }) => tab.visible)).toEqual([true, true, true])
    desk.pass(2 * MINUTE)
    const minutes = 10
    expect(asked(desk, "loginWithToken", minutes * REFRESH_INTERVAL_MS)).toBeLessThanOrEqual(minutes + 1)
  })

  test("[SUB-2] who was invited is looked for on the list as soon as the invitation is confirmed", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    desk.ask(client, invitePia)
    expect(desk.until(() => desk.statesOf(client).includes("confirmed"), MINUTE)).toBe(true)
    const listed = () => [...stateOf(client).sharing.subAccounts.values()].map(({ email }) => email)
    expect(desk.until(() => listed().includes(invitePia.email), 5 * SECOND)).toBe(true)
  })

  test("[OFFLINE-11] a list that is refused for ever is asked for at its pace, though an action waits for what it tells", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    desk.each("send_invitation", "drop-request")
    desk.each("get_subaccount_list", "unknown-status")
    desk.ask(client, invitePia)
    expect(desk.until(() => desk.statesOf(client).includes("unconfirmed"), 2 * MINUTE)).toBe(true)
    const most = READS_BURST + (10 * MINUTE) / READS_REFILL_MS
    expect(asked(desk, "get_subaccount_list", 10 * MINUTE)).toBeLessThanOrEqual(most)
  })
})

describe("sending", () => {
  test("[OFFLINE-2] what is asked for is sent at once, not with the next look of the one who leads", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    desk.pass(5 * SECOND)
    desk.ask(client, { type: "RenameDevice", did: firstDevice(client), name: "Bench" })
    expect(desk.until(() => desk.calls.includes("rename_device"), 2 * SECOND)).toBe(true)
  })

  test("[OFFLINE-6] a wake whose time is over says so while the server is away", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    desk.every("drop-request")
    expect(desk.until(() => stateOf(client).connection.status === "unreachable", 5 * MINUTE)).toBe(true)
    desk.ask(client, { type: "WakeDevice", did: firstDevice(client), mac: null })
    desk.pass(ACTION_EXPIRY_MS - MINUTE)
    expect(desk.statesOf(client)).toEqual(["queued"])
    desk.pass(MINUTE + RETRY_CAP_MS + 5 * SECOND)
    expect(desk.statesOf(client)).toEqual(["expired"])
  })

  test("[OFFLINE-7] who leads and finds that another took the lead, takes it again or leaves it: what waits is sent", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    const last = desk.events.at(-1)
    if (last === undefined) throw new Error("the log has begun")
    const epoch = stateOf(client).outbox.epoch + 1
    // Taken by a tab that died at once: it sent no message, and has no lock.
    const taken = { ...last, id: "other.0", seq: last.seq + 1, tab: "tab-9", type: "LeadershipTaken", v: 1 }
    desk.events.push({ ...taken, payload: { epoch } })
    desk.pass(MINUTE)
    desk.ask(client, { type: "RenameDevice", did: firstDevice(client), name: "Bench" })
    desk.pass(MINUTE)
    expect(desk.statesOf(client)).toEqual(["confirmed"])
  })

  test("[OFFLINE-7] a leader that lives is left its lead, though another tab is seen as well", () => {
    const desk = new Desk()
    const first = desk.signedIn()
    desk.open()
    desk.pass(MINUTE)
    const { epoch } = stateOf(first).outbox
    desk.pass(10 * MINUTE)
    expect(stateOf(first).outbox.epoch).toBe(epoch)
  })
})

describe("sessions", () => {
  test("[SEC-4] what is kept for an account goes when the server ends its session", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    desk.ask(client, invitePia)
    const account = stateOf(client).session.current?.account ?? ""
    const codes = () => desk.browser.safe.secrets.get(account)?.size ?? 0
    expect(desk.until(() => codes() === 1, MINUTE)).toBe(true)
    desk.each("loginWithToken", "expire-session")
    expect(desk.until(() => stateOf(client).session.current === null, 3 * MINUTE)).toBe(true)
    desk.pass(MINUTE)
    expect(codes()).toBe(0)
  })

  test("[AUTH-10] a session whose saved user is gone without a report ends within two minutes", () => {
    const desk = new Desk()
    const client = desk.signedIn()
    desk.browser.storage.values.delete("user")
    expect(desk.until(() => stateOf(client).session.current === null, 2 * MINUTE)).toBe(true)
  })
})
