import { describe, expect, test } from "vitest"
import type { ListName } from "../../src/domain/event/listRead.ts"
import type { Action } from "../../src/domain/outbox/state.ts"
import { isAwaited, listRead } from "../../src/domain/product/lists.ts"
import { connectedMain, connectedMains, ownAccount } from "../../src/domain/views/account.ts"
import { outboxCount, outboxView, refusedCount, unsentCount } from "../../src/domain/views/outbox.ts"
import { assignableDevices, subAccountRow, subAccountsView } from "../../src/domain/views/subAccounts.ts"
import { looksAt } from "./looks.ts"
import { actionsOf, bound, isAssigning, isOpen, isUnsent, lastAsked, shownName, signedIn, texts } from "./plainFacts.ts"

/**
 * Compares the account and its actions on screens with a second computation from the state. It is the plainest that the
 * requirements allow: one at a time and without memory.
 */

const looks = looksAt(120, 13)

/** The list that shows the effect of an unanswered action (OFFLINE-4). */
const readBack: Readonly<Record<ListName, readonly string[]>> = {
  devices: ["rename_device", "rename_account"],
  subAccounts: [
    "rename_subaccount",
    "update_subaccount_email",
    "update_subaccount_state",
    "modify_subdevice",
    "send_invitation",
  ],
  mainAccounts: ["disconnect_main_account"],
}
const isListName = (name: string): name is ListName => Object.hasOwn(readBack, name)

describe("what is shown is what the state says", () => {
  test("[OFFLINE-3][OFFLINE-4] of actions", () => {
    for (const { state } of looks) {
      const view = outboxView(state)
      const own = signedIn(state)
      const all = actionsOf(state)
      const isMine = ({ account }: Action) => own === null || account === own
      const shown = (states: readonly string[]) =>
        all.filter((one) => states.includes(one.status.state) && !one.dismissed && isMine(one)).map(({ id }) => id)
      const ids = (items: readonly { readonly id: string }[]) => texts(items.map(({ id }) => id))
      const open = all.filter(isOpen).map(({ id }) => id)
      const over = ["confirmed", "refused", "expired", "cancelled", "superseded"]
      expect(ids(view.waiting)).toEqual(texts(open))
      expect(ids(view.decide)).toEqual(texts(shown(["unconfirmed"])))
      expect(ids(view.settled)).toEqual(texts(shown(over)))
      expect(view.count).toBe(open.length + shown(["unconfirmed"]).length)
      expect(outboxCount(state)).toBe(view.count)
      expect(refusedCount(state)).toBe(shown(["refused"]).length)
      expect(unsentCount(state)).toBe(all.filter((one) => isOpen(one) && one.account === own).length)
      for (const [list, calls] of Object.entries(readBack))
        if (own !== null && isListName(list)) {
          const { seq } = listRead(state, own, list)
          const waits = all.filter(
            ({ account, intent, status }) =>
              account === own && calls.includes(intent.call) && status.state === "unconfirmed" && status.seq > seq,
          )
          expect(isAwaited(state, own, list), list).toBe(waits.length > 0)
        }
      for (const item of [...view.waiting, ...view.decide, ...view.settled]) {
        const action = state.outbox.actions.get(item.id)
        if (action === undefined) throw new Error(`${item.id} is shown and not there`)
        const { intent, subject, before, status, attempts, at, expiresAt, account } = action
        const isHeld = isUnsent(action) && account !== own
        const { did = null, cmd = null } = intent.call === "request_device" ? intent.input : {}
        const device = cmd !== null && account === own ? bound(state).find(({ id }) => id === did) : undefined
        expect(item).toMatchObject({
          ...{ intent, subject, before, status, attempts, at, expiresAt },
          state: isHeld ? "held" : status.state,
          online: state.connection.status === "online",
          waitsUntil: state.outbox.waits.get(account)?.until ?? null,
          heldFor: isHeld ? (state.session.emails.get(account) ?? null) : null,
          deviceSeen: device?.lastSeen ?? null,
        })
      }
    }
  })

  test("[SUB-1][SUB-3][SUB-5] of a sub-account", () => {
    const statuses = ["pending", "accepted", "active", "disabled"]
    for (const { state, now } of looks) {
      const own = signedIn(state)
      const subs = state.sharing.account === own ? [...state.sharing.subAccounts.values()] : []
      const rows = subs.flatMap((sub) => subAccountRow(state, sub.id) ?? [])
      const list = own === null ? null : subAccountsView(state, now)
      expect(list === null ? [] : texts(list.ids)).toEqual(own === null ? [] : texts(subs.map(({ id }) => id)))
      const isActive = (list?.ids ?? []).map((id) => rows.find((row) => row.id === id)?.status === "active")
      expect(isActive).toEqual([...isActive].sort((a, b) => Number(b) - Number(a)))
      for (const [index, sub] of subs.entries()) {
        const name = lastAsked(state, "rename_subaccount", "newName", "accountId", sub.id)
        const email = lastAsked(state, "update_subaccount_email", "newEmail", "accountId", sub.id)
        const change = lastAsked(state, "update_subaccount_state", "state", "accountId", sub.id)
        const moves = lastAsked(state, "modify_subdevice", "deviceId", "accountId", sub.id)
        const row = rows[index]
        expect(row).toMatchObject({
          id: sub.id,
          type: "sub",
          parentId: state.session.current?.uid,
          status: statuses[sub.status] ?? "pending",
          createdAt: sub.createdAt,
          devicesPending: moves !== undefined,
        })
        expect(row?.change?.to ?? null).toBe(
          change === undefined ? null : change === "4" ? "removed" : change === "2" ? "active" : "disabled",
        )
        expect(row?.pendingName?.before).toBe(name === undefined ? undefined : sub.name)
        expect(row?.pendingEmail?.before).toBe(email === undefined ? undefined : sub.email)
        if (row?.change?.to === "removed") continue
        expect(row?.name).toBe(name ?? sub.name)
        expect(row?.email).toBe(email ?? sub.email)
        const dids = new Set(sub.devices)
        for (const { intent, ...action } of actionsOf(state))
          if (intent.call === "modify_subdevice" && intent.input.accountId === sub.id && action.account === own)
            if (isOpen({ ...action, intent }))
              if (intent.input.isAdd) dids.add(intent.input.deviceId)
              else dids.delete(intent.input.deviceId)
        expect(texts(row?.devices.map(({ did }) => did) ?? [])).toEqual(texts([...dids]))
        const unnamed = row?.devices.map((device) => device.name === null) ?? []
        expect(unnamed).toEqual([...unnamed].sort((a, b) => Number(a) - Number(b)))
        for (const { did, name: shown, build, assigned, pending } of assignableDevices(state, sub.id)) {
          const device = bound(state).find(({ id }) => id === did)
          expect(device && { name: shownName(state, device), build: device.build }).toEqual({ name: shown, build })
          const asked = isAssigning(state, sub.id, did)
          expect({ assigned, pending }).toEqual({ assigned: dids.has(did), pending: asked })
        }
      }
    }
  })

  test("[ACCOUNT-1][ACCOUNT-3] of the account and those that share with it", () => {
    for (const { state, now } of looks) {
      const { current } = state.session
      const view = ownAccount(state)
      const { email, server, loginAt, createdAt } = current ?? {}
      const renames = actionsOf(state).filter(
        ({ account, intent }) => account === current?.account && intent.call === "rename_account",
      )
      const asked = renames.filter(isOpen).at(-1)?.intent
      const name = asked?.call === "rename_account" ? asked.input.newName : current?.name
      expect(view === null).toBe(current === null)
      if (view === null || current === null) continue
      expect(view).toMatchObject({ name, email, server, loginAt, createdAt })
      const mains = state.sharing.account === current.account ? [...state.sharing.mainAccounts.values()] : []
      expect(texts(connectedMains(state, now)?.ids ?? [])).toEqual(texts(mains.map(({ id }) => id)))
      expect(connectedMains(state, now)?.awaiting).toEqual(state.sharing.awaiting.get(current.account) ?? [])
      for (const main of mains) {
        const of = connectedMain(state, main.id)
        const shares = bound(state).filter(({ shared, owner }) => shared && owner === main.name).length
        const isAlone = mains.filter((other) => other.name === main.name).length === 1
        expect(of).toMatchObject({ id: main.id, name: main.name, email: main.email, devices: isAlone ? shares : null })
        const newest = actionsOf(state)
          .filter(
            ({ account, intent }) =>
              account === current.account &&
              intent.call === "disconnect_main_account" &&
              intent.input.accountId === main.id,
          )
          .at(-1)
        expect(of?.leaving ?? null).toBe(newest !== undefined && isOpen(newest) ? newest.status.state : null)
        const isBack = newest?.status.state === "refused" || newest?.status.state === "unconfirmed"
        expect(of?.setback?.action ?? null).toBe(isBack ? newest.id : null)
      }
    }
  })
})
