import { definitionOf } from "../../../src/domain/actions/table.ts"
import type { ListName } from "../../../src/domain/event/listRead.ts"
import { type ClaimedIntent, type Reading, reconcile } from "../../../src/domain/outbox/reconcile.ts"
import { dueReads } from "../../../src/domain/outbox/schedule.ts"
import { type Action, unsettledKey } from "../../../src/domain/outbox/state.ts"
import { namedTarget } from "../audits/unsettled.ts"
import { Violation } from "../violation.ts"
import { inWords, type Situation } from "./question.ts"

/** Which lists are to be read for what nobody knows, and what a reading would say of it. */

const lists: readonly ListName[] = ["devices", "subAccounts", "mainAccounts"]

const heldOf = ({ state }: Situation): readonly Action[] => [...state.outbox.actions.values()]
const confirmingList = ({ intent }: Action): ListName | null => definitionOf(intent).confirmedBy

/** Each lost request of this outbox can reach nobody any more. */
const allOutlived = ({ state }: Situation): ReadonlyMap<string, number> =>
  new Map([...state.outbox.unsettled.values()].map((one) => [unsettledKey(one.account, one.target), one.lostAt]))

/** `isNews`: no list was read since anything became doubtful. */
const checkDue = (situation: Situation, account: string, isNews: boolean): void => {
  const { state, facts } = situation
  const own = state.session.current?.account
  if (own === undefined || own !== account) return
  const wanted = new Set<ListName>()
  for (const action of heldOf(situation)) {
    const list = confirmingList(action)
    if (action.account !== account || list === null) continue
    const isDoubted = isNews && action.status.state === "unconfirmed"
    if (isDoubted || facts.unsettled.some((one) => one.account === account && one.action === action.id))
      wanted.add(list)
  }
  const known = isNews ? 0 : Number.POSITIVE_INFINITY
  const knownTo = { devices: known, subAccounts: known, mainAccounts: known }
  const due = dueReads(state.outbox, own, knownTo, allOutlived(situation))
  if ([...due].sort().join() !== [...wanted].sort().join())
    throw new Violation(22, `${[...due].join() || "no list"} would be read, and should ${[...wanted].join() || "none"}`)
}

/** The events that a reading should bring, in words. */
const wantedOf = (reading: Reading, situation: Situation): string => {
  const { account, read, known, outlived, shows } = reading
  const shown = heldOf(situation)
    .filter(
      (action) =>
        action.status.state === "unconfirmed" && action.account === account && confirmingList(action) === read,
    )
    .filter((action) => action.claimedSeq <= known && shows(action) === true)
    .sort((a, b) => a.order - b.order)
  const words = shown.map(({ id }) => `ActionConfirmed ${id}`)
  if (outlived.size === 0) return words.join(", ") || "nothing"
  for (const entry of situation.state.outbox.unsettled.values()) {
    const isOpen = situation.state.outbox.actions.open.some(
      (action) =>
        action.account === account &&
        `${action.account} ${namedTarget(action.intent)}` === `${account} ${entry.target}`,
    )
    if (entry.account !== account || isOpen) continue
    const action = heldOf(situation).find(({ id }) => id === entry.action)
    if (action !== undefined && confirmingList(action) !== read) continue
    const isLater = shown.some((one) => namedTarget(one.intent) === entry.target && one.order > (action?.order ?? 0))
    if (action !== undefined && shows(action) === false && !isLater) words.push(`ActionReopened ${action.id}`)
    words.push("TargetSettled")
  }
  return words.join(", ") || "nothing"
}

const checkReading = (reading: Reading, situation: Situation): void => {
  const events = inWords(reconcile(situation.state.outbox, reading))
  const wanted = wantedOf(reading, situation)
  if (events !== wanted)
    throw new Violation(6, `reading ${reading.read} of ${reading.account} would bring ${events}, and should ${wanted}`)
}

/** Asks for each account that has something in the outbox. */
export const checkReadings = (situation: Situation): void => {
  const held = heldOf(situation)
  const doubtful = held.filter(({ status }) => status.state === "unconfirmed")
  if (doubtful.length === 0 && situation.state.outbox.unsettled.size === 0) return
  const accounts = new Set(held.map(({ account }) => account))
  const middle = held.map(({ claimedSeq }) => claimedSeq).sort((a, b) => a - b)[held.length >> 1] ?? 0
  const views: readonly Reading["shows"][] = [
    () => true,
    () => false,
    () => null,
    ({ claimedSeq }: ClaimedIntent) => claimedSeq > middle,
    ({ claimedSeq }: ClaimedIntent) => claimedSeq <= middle,
  ]
  for (const account of accounts) {
    checkDue(situation, account, true)
    checkDue(situation, account, false)
    for (const read of lists)
      for (const shows of views) {
        const outlived = allOutlived(situation)
        checkReading({ account, read, known: Number.POSITIVE_INFINITY, outlived, shows }, situation)
        checkReading({ account, read, known: middle - 1, outlived: new Map(), shows }, situation)
      }
  }
}
