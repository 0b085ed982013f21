import { days } from "../calm/days.ts"
import { accounts } from "./accounts/history.ts"
import { batches } from "./batches.ts"
import { episodes } from "./episodes/part.ts"
import { imagine } from "./imagine.ts"
import { network } from "./lan.ts"
import { lists } from "./lists.ts"
import { lives } from "./lives.ts"
import type { Part } from "./part.ts"
import { searching } from "./searches.ts"
import { sending } from "./sending.ts"
import { sessions } from "./sessions.ts"
import { updates } from "./updates.ts"
import { visitors } from "./visitors.ts"
import { waking } from "./wakes.ts"

const told = (words: readonly { readonly type: string }[]): string => words.map(({ type }) => type).join(", ")

const outbox: Part = {
  name: "imagined",
  title: "in a history of the log alone",
  every: 1,
  imagine: ({ dice, next, tell }) =>
    imagine(dice, next, (command, events) =>
      tell(() => `${JSON.stringify(command)} brings ${told(events) || "nothing"}`),
    ),
}

/** Each is run in the order in which it stands here. */
export const parts: readonly Part[] = [
  outbox,
  network,
  updates,
  lists,
  batches,
  accounts,
  sending,
  searching,
  sessions,
  visitors,
  waking,
  lives,
  days,
  episodes,
]
