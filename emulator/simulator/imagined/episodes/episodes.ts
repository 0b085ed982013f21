import {
  ACTION_EXPIRY_MS,
  READS_BURST,
  READS_REFILL_MS,
  REFRESH_INTERVAL_MS,
  RETRY_CAP_MS,
  SNAPSHOT_EVERY_EVENTS,
} from "../../../../src/domain/values/limits.ts"
import type { Client } from "../../browser/client.ts"
import type { Prng } from "../../prng.ts"
import { Violation } from "../../violation.ts"
import { type Home, MINUTE, standingOf, stateOf } from "./home.ts"

/** What happens in a calm world, and what a person may expect of it: how soon, and how often the cloud is asked. */

export type Episode = (home: Home, client: Client, dice: Prng) => void

const SECOND = 1_000
/** What a pace lets pass of one list, whatever asks for it. */
const paced = (ms: number): number => READS_BURST + ms / READS_REFILL_MS
/** Lists that one tab may ask for. */
const LISTS = 3

const must = (is: boolean, invariant: number, what: string): void => {
  if (!is) throw new Violation(invariant, `in a calm world ${what}`)
}

const deviceOf = (client: Client, dice: Prng): string => dice.pick([...stateOf(client).devices.bound.keys()])
const invite = (home: Home, client: Client): void =>
  home.ask(client, { type: "SendInvitation", name: "Pia", email: "pia@example.com" })

/** The list is read about once a minute while somebody looks, and never while nobody does. */
const isLookedAt: Episode = (home, client, dice) => {
  const minutes = dice.between(3, 8)
  const seen = home.during(minutes * REFRESH_INTERVAL_MS, "loginWithToken")
  must(seen >= minutes - 2 && seen <= minutes + 2, 22, `the device list was read ${seen} times in ${minutes} minutes`)
  home.browser.system.setVisible(client.tab, false)
  home.pass(5 * SECOND)
  const unseen = home.during(minutes * REFRESH_INTERVAL_MS)
  must(unseen === 0, 22, `a hidden tab asked ${unseen} times in ${minutes} minutes`)
}

/** What is asked for is sent at once, and tells the end of it. */
const asks: Episode = (home, client, dice) => {
  home.pass(dice.between(1, 60) * SECOND)
  const before = home.sent.length
  const isSent = () => home.sent.slice(before).some(({ call }) => call === "rename_device")
  home.ask(client, { type: "RenameDevice", did: deviceOf(client, dice), name: `Bench ${dice.below(9)}` })
  home.within(2 * SECOND, isSent, "a rename does not leave")
  home.within(MINUTE, () => standingOf(client).every((state) => state === "confirmed"), "a rename is not confirmed")
}

/** A server that says nothing, or nothing in our language, is away: it is probed, and what is too late says so. */
const isAway: Episode = (home, client, dice) => {
  home.every(dice.pick(["drop-request", "http-html", "truncate"] as const))
  const lasted = dice.between(5, 9) * MINUTE
  home.ask(client, { type: "RenameDevice", did: deviceOf(client, dice), name: "Bench" })
  home.within(
    5 * MINUTE,
    () => stateOf(client).connection.status !== "online",
    "a server that is away passes for online",
  )
  const [first = ""] = stateOf(client).devices.bound.keys()
  home.ask(client, { type: "WakeDevice", did: first, mac: null })
  const asked = home.during(lasted)
  must(
    asked <= LISTS * paced(lasted),
    22,
    `a server that is away was asked ${asked} times in ${lasted / MINUTE} minutes`,
  )
  home.pass(Math.max(0, ACTION_EXPIRY_MS + RETRY_CAP_MS + 5 * SECOND - lasted))
  must(standingOf(client).includes("expired"), 7, `a wake whose time is over still waits: ${standingOf(client).join()}`)
  home.every(undefined)
  home.within(
    5 * MINUTE,
    () => standingOf(client).includes("confirmed"),
    "what waited for a server that is back is not sent",
  )
}

/** Whoever was invited is on the list soon, and what became of an invitation without an answer is told by the list. */
const invites: Episode = (home, client, dice) => {
  const isLost = dice.chance(0.5)
  if (isLost) home.each("send_invitation", "drop-reply")
  const before = home.sent.length
  invite(home, client)
  const isListed = () =>
    [...stateOf(client).sharing.subAccounts.values()].some(({ email }) => email === "pia@example.com")
  home.within(3 * MINUTE, () => standingOf(client).includes("confirmed"), "an invitation that arrived is not confirmed")
  home.within(5 * SECOND, isListed, "whoever was invited is not on the list")
  const calls = home.sent.slice(before).map(({ call }) => call)
  const isKnown = calls.indexOf("get_subaccount_list") < calls.indexOf("send_invitation")
  must(!isLost || isKnown, 25, "an invitation leaves before the list is known that could tell of it")
}

/** A list that cannot be had is asked for at its pace, whatever waits for it. */
const lacksList: Episode = (home, client, dice) => {
  home.each("send_invitation", "drop-request")
  home.each("get_subaccount_list", dice.pick(["unknown-status", "drop-request", "too-often"] as const))
  invite(home, client)
  const lasted = dice.between(5, 10) * MINUTE
  const asked = home.during(lasted, "get_subaccount_list")
  must(
    asked <= paced(lasted),
    22,
    `a list that nobody gives was asked for ${asked} times in ${lasted / MINUTE} minutes`,
  )
}

/** When a session ends by itself, the page says so, and what was kept secret for it goes. */
const isEnded: Episode = (home, client, dice) => {
  invite(home, client)
  const account = stateOf(client).session.current?.account ?? ""
  const codes = () => home.browser.safe.secrets.get(account)?.size ?? 0
  home.within(MINUTE, () => codes() === 1, "the code of an invitation is not kept")
  if (dice.chance(0.5)) home.each("loginWithToken", dice.pick(["expire-session", "forget-session"] as const))
  else home.browser.storage.values.delete("user")
  home.within(3 * MINUTE, () => stateOf(client).session.current === null, "a session that is over goes on")
  home.within(MINUTE, () => codes() === 0, "codes of a session that is over stay")
}

/** A tab that cannot read the log asks for nothing, and keeps no other tab from leading. */
const isOutdated: Episode = (home, client, dice) => {
  const { log } = home.browser.disk
  const other = dice.chance(0.5) ? home.open() : undefined
  if (other !== undefined) home.browser.system.setVisible(other.tab, false)
  home.pass(5 * SECOND)
  const last = log.events.at(-1)
  if (last === undefined) throw new TypeError("the log has begun")
  log.events.push({ ...last, seq: last.seq + 1, id: "newer.0", type: "OfNewerRelease", v: 1, payload: {} })
  home.within(5 * MINUTE, () => client.engine?.status().outdated === true, "a log of a newer release is not noticed")
  if (other === undefined) {
    home.pass(MINUTE)
    const asked = home.during(dice.between(5, 10) * MINUTE)
    must(asked === 0, 23, `a tab that cannot read the log asked ${asked} times`)
    return
  }
  log.events.pop()
  const leads = () => home.browser.lock.holder === other.tab
  home.within(5 * MINUTE, leads, "no tab leads beside one that cannot read the log", 23)
}

/** A tab that slept through a sign-out leaves alone what the next session keeps. */
const sleepsThrough: Episode = (home, client, dice) => {
  const late = home.open()
  late.tab.frozen = true
  home.ask(client, { type: "SignOut", unsent: "keep" })
  home.pass(dice.between(0, 30) * SECOND)
  home.signIn(client)
  invite(home, client)
  const account = stateOf(client).session.current?.account ?? ""
  const codes = () => home.browser.safe.secrets.get(account)?.size ?? 0
  home.within(MINUTE, () => codes() === 1, "the code of an invitation is not kept")
  late.tab.frozen = false
  home.pass(MINUTE)
  must(codes() === 1, 26, "a tab that slept takes the codes of the session that followed")
}

/** Whoever is hidden right when it sends leaves nothing in doubt. */
const isHidden: Episode = (home, client, dice) => {
  const { browser, world } = home
  const other = home.open()
  browser.system.setVisible(other.tab, false)
  home.pass(5 * SECOND)
  const own = [...stateOf(client).devices.bound.values()].filter(({ shared }) => !shared)
  const delay = dice.below(8)
  browser.disk.watcher = {
    ...browser.disk.watcher,
    committed: (tab, events) => {
      if (!events.some(({ type }) => type === "ActionClaimed")) return
      world.after(delay, () => browser.system.setVisible(tab, false))
      world.after(delay, () => browser.system.setVisible(tab === client.tab ? other.tab : client.tab, true))
    },
  }
  home.ask(client, { type: "RebootDevice", did: dice.pick(own).id })
  home.within(
    2 * MINUTE,
    () => !standingOf(client).some((state) => state === "queued" || state === "sending"),
    "a reboot does not end",
  )
  must(!standingOf(client).includes("unconfirmed"), 25, "a reboot is in doubt because its tab was hidden")
}

/** Snapshots come now and then: not with each event, and not never. */
const snaps: Episode = (home, client, dice) => {
  const { log } = home.browser.disk
  const times = dice.between(1, 2)
  const taken = new Set<number>()
  for (let n = 0; n < times * SNAPSHOT_EVERY_EVENTS; n += 1) {
    home.ask(client, { type: "SetPreference", key: "theme", value: n % 2 === 0 ? "dark" : "light" })
    if (log.snapshot !== null) taken.add(log.snapshot.seq)
  }
  home.pass(5 * SECOND)
  must(log.snapshot !== null, 22, `${log.last} events are in the log, and no snapshot`)
  must(taken.size <= times + 1, 22, `${taken.size} snapshots were kept of ${log.last} events`)
}

export const episodes: readonly Episode[] = [
  isLookedAt,
  asks,
  isAway,
  isAway,
  invites,
  lacksList,
  isEnded,
  isEnded,
  isOutdated,
  sleepsThrough,
  isHidden,
  isHidden,
  snaps,
]
