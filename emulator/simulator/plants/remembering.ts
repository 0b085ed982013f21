import { inFile } from "./plant.ts"

/** How the outbox's state follows from its events, and what a list read back says of it. */
export const remembering = [
  ...inFile("src/domain/outbox/evolve.ts", [
    {
      name: "attempts-stand",
      find: "return { ...action, attempts: attempt, claimedAt: at,",
      replace: "return { ...action, claimedAt: at,",
      why: "Attempts are not counted: waits do not grow and old answers count for new attempts.",
    },
    {
      name: "ambiguous-forgotten",
      find: "ambiguous: action.ambiguous || event.payload.ambiguous",
      replace: "ambiguous: event.payload.ambiguous",
      why: "That a rename may have happened is forgotten when the next attempt is put off.",
    },
    {
      name: "ambiguous-never",
      find: "ambiguous: action.ambiguous || event.payload.ambiguous",
      replace: "ambiguous: false",
      why: "What may have happened is called cancelled.",
    },
    {
      name: "lost-at-first",
      find: "target, lostAt: event.seq, action: before?.action ?? null",
      replace: "target, lostAt: before?.lostAt ?? event.seq, action: before?.action ?? null",
      why: "The life of the last lost request is measured from the first one.",
    },
    {
      name: "lost-forgets-confirmed",
      find: "lostAt: event.seq, action: before?.action ?? null",
      replace: "lostAt: event.seq, action: null",
      why: "The value that must be read back is forgotten when another attempt is lost.",
    },
    {
      name: "never-unsettled",
      find: 'if (event.type === "ActionDelayed" && event.payload.ambiguous) {',
      replace: "if (false) {",
      why: "A lost request that arrives after a newer one wins, and nobody looks.",
    },
    {
      name: "confirmed-not-noted",
      find: "next.set(key, { ...before, action: action.id })",
      replace: "",
      why: "Nobody knows which value has to be read back.",
    },
    {
      name: "confirmed-older",
      find: "if (before.action !== null && (actions.get(before.action)?.order ?? 0) > action.order) return unsettled",
      replace: "",
      why: "An older value that is confirmed late is taken for the last one.",
    },
    {
      name: "drop-needed",
      find: "unsettled.get(unsettledKey(account, targetOf(intent)))?.action === id\n",
      replace: 'false && id + account + intent === ""\n',
      why: "An action whose value is still to be read back falls off the end of the list.",
      tests: ["tests/domain/outbox.test.ts", "tests/domain/lateArrivals.test.ts"],
    },
    {
      name: "dismissed-needed",
      find: "if (target?.action === id) next.set(id, { ...action, dismissed: true })\n  else next.delete(id)",
      replace: "next.delete(id)",
      why: "Taking an action off the panel forgets that its value must be read back.",
    },
    {
      name: "busy-not-over",
      find: 'if (event.type !== "ActionConfirmed" || !slow.has(action.account)) return slow',
      replace: "return slow",
      why: "After one -100 an account sends one action at a time for ever.",
      tests: ["tests/domain/outbox.test.ts"],
    },
    {
      name: "busy-not-noted",
      find: 'event.type === "ActionDelayed" && event.payload.reason === "tooOften"',
      replace: "false",
      why: "One action waits for the busy server, the others go on asking.",
    },
    {
      name: "hurry-keeps-wait",
      find: 'case "ActionHurried":\n      return { ...action, status: { state: "queued" } }',
      replace: 'case "ActionHurried":\n      return action',
      why: "Try now does nothing.",
      tests: ["tests/domain/outbox.test.ts"],
    },
    {
      name: "leader-not-noted",
      find: "next.leader = event.tab",
      replace: "",
      why: "No tab knows that it leads: no snapshots, and no list is read again after an invitation.",
    },
    {
      name: "keep-few-settled",
      find: "settled.length - needed.size - SETTLED_ACTIONS_KEPT",
      replace: "settled.length - needed.size",
      why: "The panel loses all that was done at once.",
      tests: ["tests/domain/outbox.test.ts"],
    },
  ]),
  ...inFile("src/domain/outbox/reconcile.ts", [
    {
      name: "read-older-confirms",
      find: "readKnows(known, action.claimedSeq) &&",
      replace: "",
      why: "A list read before an invitation left confirms it.",
      tests: ["tests/domain/staleReads.test.ts"],
    },
    {
      name: "read-other-account-confirms",
      find: "action.account === account &&",
      replace: "",
      why: "The list of one account confirms the action of another.",
    },
    {
      name: "read-confirms-all",
      find: "shows(action) === true,",
      replace: "shows(action) !== null,",
      why: "Invitations that never arrived are called confirmed.",
    },
    {
      name: "outlived-at-end",
      find: "if (outlived.get(unsettledKey(entry.account, entry.target)) !== entry.lostAt) return []",
      replace: "",
      why: "A value is called settled while a lost request can still arrive and change it.",
    },
    {
      name: "settle-while-open",
      find: " || outbox.actions.ofTarget(account, entry.target).length > 0) return []",
      replace: ") return []",
      why: "A value is called settled while a newer one is on its way.",
    },
    {
      name: "settle-other-account",
      find: "if (entry.account !== account || outbox",
      replace: "if (outbox",
      why: "The list of one account settles the values of another.",
    },
    {
      name: "reopen-never",
      find: "return shows(action) === false && !later",
      replace: "return false && !later",
      why: "A lost request arrived after a newer one; nobody sends the newer one again.",
    },
    {
      name: "reopen-older",
      find: "shows(action) === false && !later",
      replace: "shows(action) === false",
      why: "An old value is sent over a newer one.",
    },
  ]),
  ...inFile("src/domain/outbox/actions.ts", [
    {
      name: "index-not-left",
      find: "if (before.order !== now?.order || !keys.includes(key)) this.#leave(key, before)",
      replace: ";",
      why: "An action that is done still counts as open.",
    },
    {
      name: "index-not-deleted",
      find: "this.#settle(before, undefined)",
      replace: "",
      why: "An action that was taken off the panel is still found.",
    },
    {
      name: "index-shared",
      find: "    this.#owner = {}\n    return copy",
      replace: "    copy.#owner = this.#owner\n    return copy",
      why: "A batch that fails leaves its actions in the index.",
    },
  ]),
]
