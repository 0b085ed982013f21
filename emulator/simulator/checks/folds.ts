import type { StoredEvent } from "../../../src/domain/event/event.ts"
import { foldStored } from "../../../src/domain/log/fold.ts"
import { model } from "../../../src/domain/product/decider.ts"
import { registry } from "../../../src/domain/product/events.ts"
import { initialState, type State } from "../../../src/domain/product/state.ts"
import { unpackedState } from "../../../src/domain/product/stored.ts"
import { canonicalJson } from "../../../src/domain/values/canonicalJson.ts"
import type { People } from "../people/people.ts"
import type { Simulation } from "../simulation.ts"
import { Violation } from "../violation.ts"
import { checkPanel } from "./panel.ts"
import { checkScreens } from "./screens.ts"

/**
 * Invariant 3, the cheap part: a tab that has read the whole log shows its state. The reference is the audit's own
 * fold, event by event; `checkFolds` compares that with the whole log.
 */
export const checkTabs = ({ browser, clients, audit }: Simulation): void => {
  checkPanel(audit.state, audit.facts)
  const last = browser.disk.log.events.length
  let expected: string | undefined
  for (const { tab, engine } of clients) {
    if (engine === undefined || !tab.alive || !browser.disk.isOpenIn(tab) || engine.cursor() !== last) continue
    expected ??= canonicalJson(audit.state)
    if (canonicalJson(engine.state()) !== expected)
      throw new Violation(3, `${tab.name} shows another state than the log up to ${last}`)
  }
}

/**
 * The whole invariant 3: every tab shows the fold of the log up to its cursor, and so does a snapshot with the tail
 * after it.
 */
export const checkFolds = (simulation: Simulation): void => {
  const { browser, clients, audit } = simulation
  checkPanel(audit.state, audit.facts)
  const { events, snapshot } = browser.disk.log
  const folded = new Map<number, { readonly state: State; readonly text: string }>()
  const foldTo = (seq: number) => {
    const known = folded.get(seq)
    if (known !== undefined) return known
    const state = fold(initialState, 0, seq)
    const made = { state, text: canonicalJson(state) }
    folded.set(seq, made)
    return made
  }
  const fold = (from: State, after: number, to: number): State => {
    const { state, unread, newer } = foldStored(model, registry, from, after, events.slice(after, to))
    const first = unread.find(({ seq }) => !browser.disk.damage.rows.has(seq))
    if (first !== undefined) throw new Violation(3, `event ${first.seq} of the log cannot be read: ${first.problem}`)
    if (newer !== null) throw new Violation(3, `event ${newer.seq} of the log is of a newer release`)
    return state
  }
  for (const { tab, engine } of clients) {
    if (engine === undefined || !tab.alive || !browser.disk.isOpenIn(tab)) continue
    const cursor = engine.cursor()
    if (cursor > events.length)
      throw new Violation(3, `${tab.name} is at ${cursor} of a log that ends at ${events.length}`)
    const { state, text } = foldTo(cursor)
    if (canonicalJson(engine.state()) !== text)
      throw new Violation(3, `${tab.name} shows another state than the log up to ${cursor}`)
    checkScreens(simulation, { state: engine.state(), fresh: state, tab: tab.name })
  }
  if (canonicalJson(audit.state) !== foldTo(events.length).text)
    throw new Violation(3, "folding event by event and in one go differ")
  const kept = snapshot === null || browser.disk.damage.isSnapshotBad ? null : unpackedState(snapshot.state)
  if (snapshot !== null && kept === null && !browser.disk.damage.isSnapshotBad)
    throw new Violation(3, `the snapshot at ${snapshot.seq} cannot be read`)
  if (snapshot !== null && kept !== null) {
    const state = fold(kept, snapshot.seq, events.length)
    if (canonicalJson(state) !== foldTo(events.length).text)
      throw new Violation(3, `the snapshot at ${snapshot.seq} and the tail differ from the whole log`)
  }
}

/**
 * Invariant 9 for reads: the client never shows devices of one account as those of another. A device whose account the
 * server has just deleted belongs to no account; the previous list stays until the browser learns of it.
 */
export const checkOwners = ({ audit, servers, world }: Simulation): void => {
  const { account, bound } = audit.state.devices
  if (account === null) return
  const space = account.lastIndexOf(" ")
  const [server, uid] = [account.slice(0, space), account.slice(space + 1)]
  for (const device of servers.get(server)?.view(world.serverTime).devices ?? []) {
    const shown = bound.get(device.did)
    if (shown !== undefined && !shown.shared && device.owner !== null && device.owner !== uid)
      throw new Violation(9, `device ${device.did} of ${device.owner} is shown as one of ${uid}`)
  }
}

/** Session tokens and MD5s are the only long hexadecimal words. */
const SECRET = /[0-9a-f]{32}/

/** Six digits as a word of a text look like a code. */
const CODE = /(?<=[" ])[0-9]{6}(?=[" ])/g

/** Invariant 15: no token, no hash of a password or e-mail, no password and no code is in the log. */
export const checkSecrets = (log: string, people: People): void => {
  const found = SECRET.exec(log)
  if (found !== null)
    throw new Violation(15, `the log holds a secret: …${log.slice(Math.max(0, found.index - 80), found.index)}`)
  const { codes, passwords } = people.secrets()
  for (const password of passwords)
    if (log.includes(password)) throw new Violation(15, `the log holds the password ${password}`)
  for (const [word] of log.matchAll(CODE))
    if (codes.has(word)) throw new Violation(15, `the log holds the code ${word}`)
}

/** SETTINGS-1: a person may turn diagnostic notes off. */
const wasTurnedOff = (events: readonly StoredEvent[]): boolean =>
  events.some(
    ({ type, payload }) => type === "PreferenceObserved" && Reflect.get(Object(payload), "key") === "diagnostics",
  )

/** Invariant 11, second half: an unreadable reply was reported, unless something prevented the report. */
export const checkDiagnosed = ({ audit, clients, counts, disturbed, browser }: Simulation): void => {
  // Pending notes of a tab about a deleted account are lost with its log.
  if (counts.get("new logs") > 0) return
  if (disturbed || browser.disk.counts.quota > 0 || wasTurnedOff(browser.disk.log.events)) return
  // A tab that is frozen until the end reports nothing more.
  for (const { tab } of clients.filter((client) => !client.tab.frozen))
    for (const what of audit.unreadable.get(tab.name) ?? [])
      if (!audit.diagnosed.has(what)) throw new Violation(11, `${tab.name} could not read ${what}, and told nobody`)
}
