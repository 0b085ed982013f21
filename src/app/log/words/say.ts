import type { TFunction } from "i18next"
import type { Intent } from "../../../domain/actions/table.ts"
import type { Event } from "../../../domain/product/events.ts"
import { isolated } from "../../i18n/i18n.ts"
import type { useFormat } from "../../i18n/useFormat.ts"

/** The means for the words of an event: the language, and the names that the log knows. */
export interface Say {
  readonly t: TFunction
  readonly format: Pick<ReturnType<typeof useFormat>, "duration" | "percent">
  /** The name of a device, by its id. */
  readonly device: (did: string) => string
  /** The name of a device on the local network, by its id there. */
  readonly nearby: (id: string) => string
  /** The sentence of the event's action, or of the value that another client set; null while it is unknown. */
  readonly action: (theirs?: Intent) => string | null
}

export type Payloads = { readonly [One in Event as One["type"]]: One["payload"] }

/**
 * The subject of an event: person, thing or place; null for an event whose name says all. One function for each type,
 * over its decoded payload. A type without a function does not compile.
 */
export type WordsOf<Type extends keyof Payloads> = {
  readonly [One in Type]: (payload: Payloads[One], say: Say) => string | null
}

export const nothingMore = (): null => null

export const about = ({ t }: Say, what: string, subject: string): string => t("pages.log.about", { what, subject })

/** The most names that a list shows. */
const NAMES_SHOWN = 3

/** The first of many names. */
export const listed = ({ t }: Say, names: readonly string[]): string | null => {
  if (names.length === 0) return null
  const shown = names.slice(0, NAMES_SHOWN).map(isolated).join(t("pages.account.subs.comma"))
  return names.length > NAMES_SHOWN ? `${shown} +${names.length - NAMES_SHOWN}` : shown
}
