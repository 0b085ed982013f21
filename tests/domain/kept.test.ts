import { describe, expect, test } from "vitest"
import { Draft } from "../../src/domain/event/draft.ts"
import type { FirmwareEvent } from "../../src/domain/features/firmware/events.ts"
import { evolveFirmware, type FirmwareState, initialFirmware } from "../../src/domain/features/firmware/state.ts"
import type { State } from "../../src/domain/product/state.ts"
import * as limits from "../../src/domain/values/limits.ts"
import { parseMac } from "../../src/domain/values/mac.ts"
import { accountOf, queuedBy, Recorder, START } from "./recorder.ts"

/** The entries kept at each limit of `limits.ts`: the newest, up to the limit, for every kind of entry. */

const macOf = (n: number): string =>
  `02:00:00:00:${[n >> 8, n & 255].map((part) => part.toString(16).padStart(2, "0")).join(":")}`.toUpperCase()

/** Time between two entries, ms. */
const STEP_MS = 1_000

const lanDevice = (n: number, addr = "10.0.0.7") => ({
  id: `n${n}`,
  did: `d${n}`,
  name: `Device ${n}`,
  model: 1,
  cloudType: 1,
  timestamp: START,
  isUsb: false,
  isHid: true,
  flags: 4,
  addr,
  build: 0,
})

interface Kept {
  readonly limit: number
  /** Adds the entry with this number. */
  readonly add: (client: Recorder, n: number) => void
  /** The entries in the state, oldest first, each under the name that `named` gives to its number. */
  readonly kept: (state: State) => readonly unknown[]
  readonly named?: (n: number) => unknown
  /** True when a repeated entry becomes the newest. Otherwise each time is a separate entry. */
  readonly renews: boolean
}

const inTabs = (add: (client: Recorder) => void) => (client: Recorder, n: number) => {
  client.tab = `${n}`
  add(client)
}

const settle = (client: Recorder, action: string): void => {
  client.do({ type: "ClaimAction", action, epoch: client.state.outbox.epoch })
  client.do({ type: "RecordOutcome", action, attempt: 1, outcome: { kind: "done" }, jitter: 0 })
}

const own = accountOf("u")

/**
 * A row for each limit, under the name of its constant. A second word names the entries when one limit serves several
 * kinds.
 */
const kept: Readonly<Record<string, Kept>> = {
  "ACCOUNTS_KEPT emails": {
    limit: limits.ACCOUNTS_KEPT,
    add: (client, n) => client.signIn(`${n}`),
    kept: ({ session }) => [...session.emails.keys()],
    named: (n) => accountOf(`${n}`),
    renews: true,
  },
  "ACCOUNTS_KEPT awaiting": {
    limit: limits.ACCOUNTS_KEPT,
    add: (client, n) => client.do({ type: "RecordAcceptance", account: client.signIn(`${n}`) }),
    kept: ({ sharing }) => [...sharing.awaiting.keys()],
    named: (n) => accountOf(`${n}`),
    renews: true,
  },
  AWAITING_KEPT: {
    limit: limits.AWAITING_KEPT,
    add: (client, n) => {
      client.now = START + n
      client.do({ type: "RecordAcceptance", account: own })
    },
    kept: ({ sharing }) => sharing.awaiting.get(own) ?? [],
    named: (n) => START + n,
    renews: false,
  },
  ENDED_SESSIONS_KEPT: {
    limit: limits.ENDED_SESSIONS_KEPT,
    add: (client, n) => {
      client.signIn("u", `${n}`)
      client.do({ type: "EndSession", sessionId: `${n}`, reason: "person" })
    },
    kept: ({ session }) => session.ended.filter((id) => !id.startsWith("session")),
    renews: false,
  },
  RECENT_MACS_KEPT: {
    limit: limits.RECENT_MACS_KEPT,
    add: (client, n) => {
      const mac = parseMac(macOf(n))
      if (!mac.ok) throw new Error(macOf(n))
      const action = queuedBy(client, { type: "WakeDevice", did: "d1", mac: mac.value })
      client.do({ type: "CancelAction", action })
    },
    kept: ({ wakes }) => (wakes.get(own) ?? []).toReversed(),
    named: macOf,
    renews: true,
  },
  "TABS_KEPT places": {
    limit: limits.TABS_KEPT,
    add: inTabs((client) => client.do({ type: "OpenDialog", dialog: "rename", about: null, among: [] })),
    kept: ({ places }) => [...places.keys()],
    renews: true,
  },
  "TABS_KEPT flows": {
    limit: limits.TABS_KEPT,
    add: inTabs((client) => client.do({ type: "StartFlow", flow: "signUp" })),
    kept: ({ flows }) => [...flows.keys()],
    renews: true,
  },
  "TABS_KEPT device sessions": {
    limit: limits.TABS_KEPT,
    add: inTabs((client) => {
      client.do({ type: "CloseDevice", id: "n1" })
      client.do({ type: "OpenDevice", id: "n1", did: "d1", name: "", isUsb: false, cloudType: 0 })
    }),
    kept: ({ reach }) => [...reach.keys()],
    renews: true,
  },
  TOAST_MAX: {
    limit: limits.TOAST_MAX,
    add: (client, n) => client.do({ type: "ShowToast", kind: "custom", message: `${n}`, params: {} }),
    kept: ({ places }) => places.get("tab-1")?.toasts.map(({ message }) => message) ?? [],
    renews: false,
  },
  LAN_LEFT_KEPT: {
    limit: limits.LAN_LEFT_KEPT,
    add: (client, n) => {
      client.do({ type: "RecordLanDevices", devices: [lanDevice(n)], gone: [] })
      client.do({ type: "RecordLanDevices", devices: [], gone: [`n${n}`] })
    },
    kept: ({ lan }) => [...lan.left.keys()],
    named: (n) => `n${n}`,
    renews: true,
  },
  SCANNED_TARGETS_KEPT: {
    limit: limits.SCANNED_TARGETS_KEPT,
    add: (client, n) => {
      client.do({ type: "StartScan", scan: `scan ${n}`, targets: [`${n}`], total: 1 })
      client.do({ type: "EndScan", scan: `scan ${n}`, done: 1, outcome: "done" })
    },
    kept: ({ lan }) => [...lan.scanned.keys()],
    renews: true,
  },
  LAN_WAKES_KEPT: {
    limit: limits.LAN_WAKES_KEPT,
    add: (client, n) =>
      client.do({ type: "TellLanWake", wake: `${n}`, id: "n1", did: "d1", stage: "asked", mac: null }),
    kept: ({ lan }) => lan.wakes.map(({ wake }) => wake),
    renews: false,
  },
  LAN_MACS_KEPT: {
    limit: limits.LAN_MACS_KEPT,
    add: (client, n) => {
      const wake = { wake: `wake ${n} ${client.log.length}`, id: "n1", did: `${n}` }
      client.do({ type: "TellLanWake", ...wake, stage: "asked", mac: null })
      client.do({ type: "TellLanWake", ...wake, stage: "sent", mac: macOf(n) })
    },
    kept: ({ lan }) => [...lan.macs.keys()],
    renews: true,
  },
  DIAGNOSTICS_KEPT: {
    limit: limits.DIAGNOSTICS_KEPT,
    add: (client, n) => client.do({ type: "RejectInput", source: "cloud", subject: `${n}`, problem: "token" }),
    kept: ({ diagnostics }) => diagnostics.map(({ subject }) => subject),
    renews: false,
  },
  BATCHES_KEPT: {
    limit: limits.BATCHES_KEPT,
    add: (client, n) => {
      const batch = { kind: "wake", accountId: null, subject: `${n}`, dids: ["d1"], left: [], undo: false } as const
      client.do({ type: "StartBatch", ...batch })
      client.do({ type: "MoveBatch", batch: [...client.state.batches.keys()].at(-1) ?? "none", to: "stopped" })
    },
    kept: ({ batches }) => [...batches.values()].map(({ subject }) => subject),
    renews: false,
  },
  SETTLED_ACTIONS_KEPT: {
    limit: limits.SETTLED_ACTIONS_KEPT,
    add: (client) => settle(client, queuedBy(client, { type: "RebootDevice", did: "d1" })),
    kept: ({ outbox }) => [...outbox.actions.values()].map(({ at }) => at),
    named: (n) => START + (n + 1) * STEP_MS,
    renews: false,
  },
  UNACCEPTED_INVITATIONS_KEPT: {
    limit: limits.SETTLED_ACTIONS_KEPT + limits.UNACCEPTED_INVITATIONS_KEPT,
    add: (client, n) =>
      settle(client, queuedBy(client, { type: "SendInvitation", name: `${n}`, email: `${n}@example.com` })),
    kept: ({ outbox }) => [...outbox.actions.values()].map(({ intent }) => Reflect.get(intent.input, "name")),
    renews: false,
  },
}

/** A signed-in client with a device that can be woken. */
const begun = (): Recorder => {
  const client = new Recorder()
  const account = client.signIn("u")
  const device = { id: "d1", name: "Desk", model: 1, lastSeen: START, flags: 0, build: 241_129_184_309 }
  client.do({ type: "RecordDevices", account, begunAt: START, devices: [{ ...device, shared: false, owner: "" }] })
  return client
}

/** The numbers of the entries that should be kept, oldest first, after those in `came` were added in turn. */
const expected = (came: readonly number[], { limit, renews }: Kept): readonly number[] =>
  (renews ? came.filter((n, at) => came.lastIndexOf(n) === at) : came).slice(-limit)

/** The numbers of entries at which the test compares: around the limit. */
const lookedAt = (limit: number): readonly number[] => [1, limit - 1, limit, limit + 1, limit + 3]

describe("what is kept", () => {
  test.each(Object.entries(kept))(
    "[EVENT-4][OFFLINE-2] at its limit makes room by its oldest alone: %s",
    (_name, row) => {
      const { limit, add, kept: keptIn, named = String, renews } = row
      const client = begun()
      const before = new Set(keptIn(client.state))
      const came: number[] = []
      const addNext = (n: number) => {
        client.tab = "tab-1"
        client.now += STEP_MS
        add(client, n)
        came.push(n)
      }
      const look = () =>
        expect(keptIn(client.state).filter((one) => !before.has(one))).toEqual(expected(came, row).map(named))
      for (let n = 0; n < limit + 3; n += 1) {
        addNext(n)
        if (lookedAt(limit).includes(n + 1)) look()
      }
      if (!renews) return
      // The oldest entry is added again, so the entry after it is the next to be dropped.
      addNext(3)
      look()
      addNext(limit + 3)
      look()
    },
  )

  test("[FW-3] at its limit makes room by its oldest that is over: FIRMWARE_UPDATES_KEPT", () => {
    const limit = limits.FIRMWARE_UPDATES_KEPT
    // All events share one draft, as when a log is folded. A draft for each command would copy all updates each time.
    const draft = new Draft()
    let updates: FirmwareState = initialFirmware
    const record = (event: FirmwareEvent) => {
      const envelope = { seq: 1, id: "e", v: 1, at: START, account: null, tab: "tab-1", cause: null }
      updates = evolveFirmware(updates, { ...envelope, ...event }, draft)
    }
    const add = (n: number, isOver: boolean) => {
      const of = { id: `n${n}`, update: `u${n}` }
      const image = { from: 0, build: 241_204_091_500, hash: "0".repeat(32), campaign: null }
      record({ type: "FirmwareUpdateStarted", payload: { ...of, did: "d", ...image } })
      if (isOver) record({ type: "FirmwareUpdateFailed", payload: { ...of, reason: "vanished" } })
    }
    const running = (n: number) => n < 2
    const came = Array.from({ length: limit + 3 }, (_, n) => n)
    for (const n of came) {
      add(n, !running(n))
      const seen = came.slice(0, n + 1)
      if (!lookedAt(limit).includes(n + 1)) continue
      const over = seen.filter((one) => !running(one)).slice(-(limit - 2))
      expect([...updates.updates.keys()]).toEqual([...seen.filter(running), ...over].map((one) => `n${one}`))
    }
    add(7, true)
    expect([...updates.updates.keys()].slice(-1)).toEqual(["n7"])
    expect(updates.updates.size).toBe(limit)
  })

  test("[HOUSE-2] has a row for every limit of its kind", () => {
    const rows = [...Object.keys(kept), "FIRMWARE_UPDATES_KEPT"].map((name) => name.split(" ")[0])
    expect(Object.keys(limits).filter((name) => name.endsWith("_KEPT") && !rows.includes(name))).toEqual([])
  })
})
