import { describe, expect, test } from "vitest"
import type { Command } from "../../src/domain/product/decide.ts"
import type { State } from "../../src/domain/product/state.ts"
import { assignees, batchSummaries, failedDevices, plannedBatch } from "../../src/domain/views/batch.ts"
import { campaignChoice, campaignHindrance, leftByReason } from "../../src/domain/views/campaign.ts"
import { cardFirmware, firmwareView } from "../../src/domain/views/firmware.ts"
import { outboxView } from "../../src/domain/views/outbox.ts"
import { assignableDevices, subAccountRow } from "../../src/domain/views/subAccounts.ts"
import { type LookedAt, looksAt, refusalOf } from "./looks.ts"

/**
 * The product carries out every command that a screen offers. It refuses an impossible one for the reason on the
 * screen.
 */

const looks = looksAt(120, 11)
/** Each answer must occur this often, because otherwise the law proves nothing about it. */
const ENOUGH = 5

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type Pair = readonly [about: string, shown: unknown, decided: unknown]

/** Expects both parts of each pair to be equal. At least two different answers must occur often enough. */
const agree = (pairs: (look: LookedAt) => Iterable<Pair>): void => {
  const seen = new Map<unknown, number>()
  for (const look of looks)
    for (const [about, shown, decided] of pairs(look)) {
      expect(shown, about).toEqual(decided)
      seen.set(shown, (seen.get(shown) ?? 0) + 1)
    }
  expect([...seen.values()].filter((times) => times > ENOUGH).length, JSON.stringify([...seen])).toBeGreaterThan(1)
}

const accepts = (look: LookedAt, command: Command): boolean => refusalOf(look, command) === null

const ownDevices = ({ session, devices }: State) =>
  devices.account === session.current?.account ? [...devices.bound.values()] : []
const ownSubs = ({ session, sharing }: State) =>
  sharing.account === session.current?.account ? [...sharing.subAccounts.keys()] : []

describe("what is offered is carried out, and nothing else", () => {
  test("[OFFLINE-3] of an action in the outbox", () => {
    agree(function* (look) {
      const { waiting, decide, settled } = outboxView(look.state)
      for (const { id, choices, restoring, state } of [...waiting, ...decide, ...settled]) {
        const offers = (choice: (typeof choices)[number]) => choices.includes(choice)
        yield [`cancel ${state}`, offers("cancel"), accepts(look, { type: "CancelAction", action: id })]
        yield [`happened ${state}`, offers("happened"), accepts(look, { type: "ConfirmAction", action: id })]
        yield [`discard ${state}`, offers("discard"), accepts(look, { type: "DismissAction", action: id })]
        yield [`restore ${state}`, offers("restore"), restoring !== null]
        if (offers("sendAgain")) yield ["sendAgain", null, refusalOf(look, { type: "SendActionAgain", action: id })]
        if (offers("retryNow")) yield ["retryNow", null, refusalOf(look, { type: "HurryAction", action: id })]
        if (restoring !== null) yield ["restoring", null, refusalOf(look, restoring)]
      }
    })
  })

  test("[SUB-3] of a sub-account", () => {
    agree(function* (look) {
      for (const accountId of ownSubs(look.state)) {
        const row = subAccountRow(look.state, accountId)
        if (row === null) continue
        const { may, change } = row
        const becomes = (state: 2 | 3) => accepts(look, { type: "ChangeSubAccountState", accountId, state })
        yield ["approve or enable", may.approve || may.enable, becomes(2)]
        yield ["approve and enable", may.approve && may.enable, false]
        yield ["disable", may.disable, becomes(3)]
        yield ["devices", may.manageDevices, may.disable]
        const isGoing = change?.to === "removed"
        if (!isGoing) yield ["remove", null, refusalOf(look, { type: "ChangeSubAccountState", accountId, state: 4 })]
      }
    })
  })

  test("[SUB-5] of a device for a sub-account", () => {
    agree(function* (look) {
      for (const accountId of ownSubs(look.state)) {
        if (subAccountRow(look.state, accountId)?.may.manageDevices !== true) continue
        const own = ownDevices(look.state).filter(({ shared }) => !shared)
        const listed = assignableDevices(look.state, accountId)
        yield [
          "listed",
          listed
            .map(({ did }) => did)
            .sort(byCode)
            .join(),
          own
            .map(({ id }) => id)
            .sort(byCode)
            .join(),
        ]
        for (const { did, assigned, blocked } of listed) {
          const asked = (isAdd: boolean) => refusalOf(look, { type: "AssignDevice", accountId, did, isAdd })
          yield ["assign", assigned ? "nothing" : blocked, asked(true)]
          yield ["take away", assigned ? null : "nothing", asked(false)]
        }
      }
    })
  })

  test("[DEVICE-13] of devices that are chosen for a batch", () => {
    agree(function* (look) {
      const dids = [...ownDevices(look.state).map(({ id }) => id), "not on the list"]
      for (const kind of ["reboot", "wake"] as const)
        for (const { did, reason } of plannedBatch(look.state, { kind, accountId: null }, dids, byCode))
          yield [
            kind,
            reason,
            refusalOf(look, kind === "wake" ? { type: "WakeDevice", did, mac: null } : { type: "RebootDevice", did }),
          ]
      for (const { id: accountId } of assignees(look.state, look.now))
        for (const { did, reason } of plannedBatch(look.state, { kind: "assign", accountId }, dids, byCode)) {
          const asked = refusalOf(look, { type: "AssignDevice", accountId, did, isAdd: true })
          yield ["assign", reason === "assigned" ? "nothing" : reason, asked]
        }
    })
  })

  test("[SUB-3] of those that devices can be assigned to", () => {
    agree(function* (look) {
      const among = new Set(assignees(look.state, look.now).map(({ id }) => id))
      for (const accountId of ownSubs(look.state))
        yield [
          accountId,
          among.has(accountId),
          refusalOf(look, { type: "AssignDevice", accountId, did: "no device", isAdd: true }) === "unknownDevice",
        ]
    })
  })

  test("[DEVICE-18] of a batch", () => {
    agree(function* (look) {
      for (const { id, canResume, isEnded, phase } of batchSummaries(look.state, look.now)) {
        const moves = (to: "running" | "paused" | "stopped") => accepts(look, { type: "MoveBatch", batch: id, to })
        yield [`resume ${phase}`, canResume, moves("running")]
        yield [`stop ${phase}`, !isEnded, moves("stopped")]
        yield [`pause ${phase}`, !isEnded && phase !== "paused", moves("paused")]
        const batch = look.state.batches.get(id)
        for (const did of failedDevices(look.state, id, look.now)) {
          const standing = batch?.items.get(did)?.standing ?? "none"
          yield ["failed", ["refused", "unconfirmed", "expired"].includes(standing), true]
        }
      }
    })
  })

  test("[FW-2] of a device that can be updated", () => {
    agree(function* (look) {
      const { lan, bridge, firmware } = look.state
      for (const device of [...lan.devices.keys(), ...lan.left.keys(), "elsewhere"]) {
        const refusal = refusalOf(look, { type: "StartFirmwareUpdate", device })
        const { hindrance, mayTryAgain } = firmwareView(look.state, device)
        const isAway = bridge.link.state !== "connected"
        if (hindrance === "noBridge") yield ["no bridge", isAway, true]
        // A broken-off update resumes when its device is back, so a person may ask for it before.
        else if (firmware.updates.get(device)?.stage !== "error") yield [device, hindrance, refusal]
        if (mayTryAgain) yield ["try again", null, refusal]
        const { hasUpdate } = cardFirmware(look.state, device)
        if (lan.devices.has(device)) yield ["on the card", hasUpdate, refusal === null || refusal === "updating"]
      }
    })
  })

  test("[FW-8] of devices for a campaign", () => {
    agree(function* (look) {
      const { lan, firmware } = look.state
      // A broken-off update resumes when its device is back, so a person may ask for it before.
      const broken = [...firmware.updates.values()].filter(({ stage }) => stage === "error")
      const hindrance = campaignHindrance(look.state)
      const asked = [...lan.devices.keys(), ...[...lan.devices.values()].map(({ did }) => did), "elsewhere"]
      const { able, left } = campaignChoice(look.state, asked, byCode)
      for (const { id } of able) yield ["able", null, refusalOf(look, { type: "StartFirmwareUpdate", device: id })]
      // Without a latest build no update can begin. The campaign says so once for all devices.
      for (const { id, reason } of hindrance === "latestUnknown" ? [] : left)
        if (!broken.some(({ device, did }) => device === id || did === id) && reason !== "tooMany")
          yield ["left out", reason, refusalOf(look, { type: "StartFirmwareUpdate", device: id })]
      for (const [reason, n] of leftByReason(left))
        yield ["counted", n, left.filter((one) => one.reason === reason).length]
      const devices = able.map(({ id }) => id)
      const refusal = refusalOf(look, { type: "StartCampaign", devices, limit: 2, atOnce: 1 })
      if (hindrance === "campaignRunning" || hindrance === "latestUnknown") yield ["none", hindrance, refusal]
      if (hindrance === null && able.length > 0) yield ["begin", null, refusal]
    })
  })
})
