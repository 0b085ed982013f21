import { describe, expect, test } from "vitest"
import type { BatchItem, BatchState, ItemStatus } from "../../src/domain/features/batches/state.ts"
import type { State } from "../../src/domain/product/state.ts"
import {
  batchDevices,
  batchOutcomes,
  batchRow,
  batchSummaries,
  failedDevices,
  makeBatchPlan,
  plannedBatch,
} from "../../src/domain/views/batch.ts"
import { batchNotice } from "../../src/domain/views/batchNotice.ts"
import { looksAt } from "./looks.ts"
import { bound, isUnsent, shownName, signedIn } from "./plainFacts.ts"

/**
 * Compares batches on screens with a second computation from the state. It is the plainest that the requirements allow:
 * one at a time and without memory.
 */

const looks = looksAt(160, 13)
const MINUTE = 60_000

const ownOf = (state: State): readonly BatchState[] =>
  [...state.batches.values()].filter(({ account }) => account === signedIn(state))

/** Counts the devices of a batch in any of these states. */
const counter = ({ items }: BatchState) => {
  const statuses = [...items.values()].map(({ standing }) => standing)
  return (...of: readonly ItemStatus[]) => statuses.filter((one) => of.includes(one)).length
}

const isOver = (batch: BatchState): boolean => batch.stopped !== null || counter(batch)("waiting", "asked") === 0

/** Ends that the person did not ask for. They come first in the list of a finished batch. */
const TROUBLES: readonly ItemStatus[] = ["refused", "unconfirmed", "expired", "left"]

/** For each state of a device in a batch: true while the card of the device shows it. */
const said: Readonly<Record<ItemStatus, (batch: BatchState, item: BatchItem, now: number) => boolean>> = {
  waiting: ({ stopped }) => stopped === null,
  // The card shows a wake or a reboot as an action of the device.
  asked: ({ kind }) => kind === "assign",
  confirmed: (_batch, { at }, now) => now - at < 5 * MINUTE,
  refused: () => true,
  unconfirmed: () => true,
  expired: () => true,
  left: () => true,
  cancelled: () => false,
  superseded: () => false,
}

const phaseOf = (state: State, batch: BatchState, now: number): string => {
  const left = batch.undoUntil === null ? 0 : batch.undoUntil - now
  if (batch.stopped !== null) return batch.stopped
  if (isOver(batch)) return "done"
  if (batch.isPaused) return "paused"
  // After the clock was set back the time to undo would be longer than the longest one. Then there is none.
  if (batch.turn === 0 && left > 0 && left <= 4_000) return "undo"
  return state.connection.status === "online" ? "running" : "held"
}

const stateOf = (state: State, batch: BatchState, { standing, action }: BatchItem): string => {
  if (standing === "waiting") return batch.stopped === null ? "turn" : "notBegun"
  if (standing !== "asked") return standing
  const known = state.outbox.actions.get(action ?? "")
  if (known === undefined) return "queued"
  return isUnsent(known) && known.account !== signedIn(state) ? "held" : known.status.state
}

describe("what is shown is what the state says", () => {
  test("[DEVICE-13][DEVICE-18] of a batch", () => {
    const phases = new Set<string>()
    for (const { state, now } of looks) {
      const own = ownOf(state)
      const summaries = batchSummaries(state, now)
      expect(summaries.map(({ id }) => id)).toEqual(own.map(({ id }) => id).reverse())
      for (const batch of own) {
        const { id, kind, accountId, subject, dids } = batch
        const count = counter(batch)
        const isEnded = isOver(batch)
        const phase = phaseOf(state, batch, now)
        phases.add(phase)
        expect(summaries.find((one) => one.id === id)).toEqual({
          ...{ id, kind, accountId, subject, phase, isEnded },
          of: dids.length,
          done: dids.length - count("waiting", "asked"),
          confirmed: count("confirmed"),
          failed: isEnded ? count("refused", "unconfirmed", "expired") : 0,
          troubles: TROUBLES.flatMap((trouble) => (count(trouble) > 0 ? [{ trouble, n: count(trouble) }] : [])),
          canResume: (batch.isPaused || isEnded) && count("waiting", "expired") > 0,
          undoUntil: phase === "undo" ? batch.undoUntil : null,
        })
      }
    }
    expect([...phases].sort()).toEqual(["done", "expired", "held", "paused", "running", "stopped", "undo"])
  })

  test("[DEVICE-13][WAKE-4] of each of its devices, those first that have another end than was asked for", () => {
    for (const { state, now } of looks)
      for (const batch of ownOf(state)) {
        const { id, kind, items } = batch
        const isFirst = (did: string) => isOver(batch) && TROUBLES.includes(items.get(did)?.standing ?? "waiting")
        const all = [...items.keys()]
        expect(batchDevices(state, id)).toEqual([...all.filter(isFirst), ...all.filter((did) => !isFirst(did))])
        const rows = [...items].map(([did, item]) => {
          const device = bound(state).find((one) => one.id === did)
          const row = batchRow(state, id, did, now)
          expect(row).toMatchObject({
            did,
            name: device === undefined ? did : shownName(state, device),
            at: item.at,
            power: kind === "assign" ? null : kind,
            state: stateOf(state, batch, item),
            ...(item.standing !== "waiting" && { reason: item.reason }),
          })
          return row
        })
        const among = (wanted: (row: (typeof rows)[number]) => boolean) => rows.filter(wanted).length
        expect(batchOutcomes(state, id, now)).toEqual(
          kind === "assign"
            ? null
            : {
                sent: among((row) => row?.state === "confirmed" && row.outcome?.stage !== "back"),
                back: among((row) => row?.state === "confirmed" && row.outcome?.stage === "back"),
                refused: among((row) => row?.state === "refused"),
                away: among((row) => row !== null && row.awaySince !== null),
              },
        )
        const failed: readonly unknown[] = ["refused", "unconfirmed", "expired"]
        for (const did of failedDevices(state, id, now)) expect(failed).toContain(items.get(did)?.standing)
      }
  })

  test("[DEVICE-13][WAKE-4] on the card of a device, of the latest batch with it, until that is no news", () => {
    const seen = new Set<ItemStatus>()
    for (const { state, now } of looks)
      for (const did of new Set([...state.devices.bound.keys(), "nothing"])) {
        const batch = ownOf(state).findLast(({ items }) => items.has(did))
        const item = batch?.items.get(did)
        const notice = batchNotice(state, did, now)
        if (batch === undefined || item === undefined || !said[item.standing](batch, item, now)) {
          expect(notice).toBeNull()
          continue
        }
        seen.add(item.standing)
        const stand = { state: stateOf(state, batch, item) }
        expect(notice).toMatchObject({ batch: batch.id, kind: batch.kind, stand, facts: { at: item.at } })
      }
    expect(seen.size).toBeGreaterThan(4)
  })

  test("[DEVICE-13] a plan that is remembered is the one worked out again", () => {
    const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    const plan = makeBatchPlan(compare)
    for (const { state } of looks) {
      const ask = { kind: "assign", accountId: [...state.sharing.subAccounts.keys()][0] ?? null } as const
      const dids = [...state.devices.bound.keys()]
      expect(plan(state, ask, dids)).toEqual(plannedBatch(state, ask, dids, compare))
    }
  })
})
