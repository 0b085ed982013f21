import type { State } from "../../../src/domain/product/state.ts"
import { canonicalJson } from "../../../src/domain/values/canonicalJson.ts"
import type { WorldView } from "../../model/view.ts"
import type { Simulation } from "../simulation.ts"
import { Violation } from "../violation.ts"

/** Invariant 6 for the screens: after settling and a new read, the lists equal those of the server. */

/** SUB-1: the states pending and accepted, in which the owner is not a main account yet. */
const UNAPPROVED: ReadonlySet<number> = new Set([0, 1])

type Account = WorldView["accounts"][number]

const same = (what: string, shown: unknown, held: unknown): void => {
  const [left, right] = [canonicalJson(shown), canonicalJson(held)]
  if (left !== right) throw new Violation(6, `${what} are shown as ${left}, the server has ${right}`)
}

const byId = <Item extends { readonly id: string }>(items: Iterable<Item>): readonly Item[] =>
  [...items].sort((a, b) => (a.id < b.id ? -1 : 1))

const checkDevices = ({ devices: { bound } }: State, view: WorldView, uid: string): void => {
  const own = [...bound.values()].filter(({ shared }) => !shared)
  same(
    "devices",
    byId(own.map(({ id, name, flags, build, model }) => ({ id, name, flags, build, model }))),
    byId(
      view.devices
        .filter(({ owner }) => owner === uid)
        .map(({ did: id, name, flags, build, model }) => ({ id, name, flags, build, model })),
    ),
  )
}

const checkSharing = ({ sharing }: State, account: Account, accounts: readonly Account[]): void => {
  same(
    "sub-accounts",
    byId(
      [...sharing.subAccounts.values()].map(({ id, name, email, status, devices }) => ({
        id,
        name,
        email,
        status,
        devices,
      })),
    ),
    byId(account.subAccounts.map(({ id, name, email, status, devices }) => ({ id, name, email, status, devices }))),
  )
  const mains = account.mainAccounts.filter(({ status }) => !UNAPPROVED.has(status)).map(({ uid }) => uid)
  const named = accounts
    .filter(({ uid }) => mains.includes(uid))
    .map(({ uid: id, name, email }) => ({ id, name, email }))
  same(
    "main accounts",
    byId([...sharing.mainAccounts.values()].map(({ id, name, email }) => ({ id, name, email }))),
    byId(named),
  )
}

/** True when every list is of this account, and the last reading of each succeeded. */
const wasRead = ({ devices, sharing }: State, account: string): boolean =>
  devices.account === account &&
  sharing.account === account &&
  devices.read.failure === null &&
  sharing.subAccountsRead.failure === null &&
  sharing.mainAccountsRead.failure === null

export const checkShown = ({ audit, servers, world }: Simulation): void => {
  const { state } = audit
  const { current } = state.session
  if (current === null || !wasRead(state, current.account)) return
  const view = servers.get(current.server)?.view(world.serverTime)
  const account = view?.accounts.find(({ uid }) => uid === current.uid)
  if (view === undefined || account === undefined) return
  checkDevices(state, view, current.uid)
  checkSharing(state, account, view.accounts)
  same("own name and e-mail", [current.name, current.email], [account.name, account.email])
}
