import { useCallback } from "react"
import { useLocation } from "react-router-dom"
import type { State } from "../../domain/product/state.ts"
import type { AccountKey } from "../../domain/values/identity.ts"
import { pageAndItem, pages } from "../../domain/values/routes.ts"
import { useView } from "../client/client.ts"

/**
 * The page that a person asked for before the sign-in. It travels in the state of the history entry, through sign-up
 * and reset and over a reload, and opens afterwards. `account` is the account that it was shown under, null for none.
 */
interface AskedPage {
  readonly page: string
  readonly account: string | null
}

const HOME = pages.devices.path

/** An address of a page of this app, else null: a history entry may hold anything. */
const pageAt = (text: unknown): URL | null => {
  if (typeof text !== "string" || !text.startsWith("/") || !URL.canParse(text, location.origin)) return null
  const url = new URL(text, location.origin)
  const page = pageAndItem(url.pathname)?.page
  return url.origin === location.origin && page !== undefined && page.frame !== "auth" ? url : null
}

const field = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null ? Reflect.get(of, name) : null

const askedIn = (state: unknown): AskedPage | null => {
  const asked = field(state, "asked")
  const [page, account] = [field(asked, "page"), field(asked, "account")]
  if (typeof page !== "string" || pageAt(page) === null) return null
  return { page, account: typeof account === "string" ? account : null }
}

/** The account that was signed in on the present page, if it was since this tab was loaded. */
const shownUnder = ({ session: { current, lastEnd } }: State): AccountKey | null => {
  if (current !== null) return current.account
  return lastEnd !== null && lastEnd.at >= performance.timeOrigin ? lastEnd.account : null
}

/** The state of a link to an entry page: the page to return to after sign-in. */
export const useAsked = (): { readonly asked?: AskedPage } => {
  const { pathname, search, hash, state } = useLocation()
  const account = useView(shownUnder) ?? null
  const page = `${pathname}${search}${hash}`
  const asked = pageAt(page) === null ? askedIn(state) : { page, account }
  return asked === null ? {} : { asked }
}

/**
 * The page to open after the sign-in of `account`, null for a guest. Another account than before gets the page without
 * the details of the first: its devices and its filters.
 */
export const landingPage = (state: unknown, account: string | null): string => {
  const asked = askedIn(state)
  const url = asked === null ? null : pageAt(asked.page)
  if (asked === null || url === null) return HOME
  const found = pageAndItem(url.pathname)
  if (account === null && found?.page.needsAccount === true) return HOME
  if (asked.account === null || asked.account === account) return `${url.pathname}${url.search}${url.hash}`
  return found?.item === null ? found.page.path : HOME
}

export const useLanding = (): ((account: string | null) => string) => {
  const { state } = useLocation()
  return useCallback((account) => landingPage(state, account), [state])
}
