import { type Origin, originNames } from "../../../domain/event/event.ts"
import { isLimited, type LogQuery } from "../../../domain/views/logEvents.ts"
import { dayNamed } from "../../log/days.ts"

/** The spans that a person can choose, counted back from the last event. */
export const spans = ["hour", "day", "week"] as const
export type LogSpan = (typeof spans)[number]

const HOUR_MS = 3_600_000
export const spanMs: Readonly<Record<LogSpan, number>> = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS }

/** The choices in the address: filters, and the selected event. */
export interface LogChoice {
  /** True to hide the trail between actions, outcomes and news. */
  readonly isMain: boolean
  readonly types: readonly string[]
  readonly origins: readonly Origin[]
  readonly devices: readonly string[]
  readonly accounts: readonly string[]
  readonly span: LogSpan | null
  /** A day of the calendar, in place of a span. */
  readonly day: string | null
  readonly text: string
  /** The selected event; null for now. */
  readonly at: number | null
}

export const NO_LIMIT = {
  isMain: false,
  types: [],
  origins: [],
  devices: [],
  accounts: [],
  span: null,
  day: null,
  text: "",
} as const

const seqFrom = (text: string | null): number | null => {
  const seq = Number(text ?? "")
  return Number.isSafeInteger(seq) && seq > 0 ? seq : null
}

/** Reads the address and ignores values without a meaning. */
export const choiceFrom = (address: URLSearchParams): LogChoice => ({
  isMain: address.get("show") === "main",
  types: [...new Set(address.getAll("type"))],
  origins: originNames.filter((name) => address.getAll("by").includes(name)),
  devices: [...new Set(address.getAll("device"))],
  accounts: [...new Set(address.getAll("account"))],
  span: spans.find((span) => span === address.get("since")) ?? null,
  day: dayNamed(address.get("day") ?? "")?.id ?? null,
  text: address.get("q") ?? "",
  at: seqFrom(address.get("at")),
})

export const addressOf = ({
  isMain,
  types,
  origins,
  devices,
  accounts,
  span,
  day,
  text,
  at,
}: LogChoice): URLSearchParams => {
  const address = new URLSearchParams()
  if (isMain) address.set("show", "main")
  for (const type of types) address.append("type", type)
  for (const by of origins) address.append("by", by)
  for (const device of devices) address.append("device", device)
  for (const account of accounts) address.append("account", account)
  if (span !== null) address.set("since", span)
  if (day !== null) address.set("day", day)
  if (text !== "") address.set("q", text)
  if (at !== null) address.set("at", String(at))
  return address
}

export const queryOf = (
  { isMain, types, origins, devices, accounts, span, day, text }: Omit<LogChoice, "at">,
  end: number,
): LogQuery => {
  const chosen = day === null ? null : dayNamed(day)
  return {
    isMain,
    types,
    origins,
    devices,
    accounts,
    since: chosen?.from ?? (span === null ? null : end - spanMs[span]),
    until: chosen?.to ?? null,
    text: text.trim(),
  }
}

export const hasLimits = (choice: LogChoice): boolean => isLimited(queryOf(choice, 0))
