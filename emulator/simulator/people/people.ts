import type { SignInForm } from "../../../src/domain/client/accounts/flows/signIn.ts"
import { parseCode } from "../../../src/domain/values/code.ts"
import { type Email, parseEmail } from "../../../src/domain/values/email.ts"
import { accountKey } from "../../../src/domain/values/identity.ts"
import { type Password, parsePassword } from "../../../src/domain/values/password.ts"
import type { ServerUrl } from "../../../src/domain/values/serverUrl.ts"
import type { CallName } from "../../../src/domain/wire/cloud.ts"
import { DEMO_PASSWORD } from "../../model/scenario/scenario.ts"
import type { WorldModel as Cloud } from "../../model/world.ts"
import { md5 } from "../browser/platform.ts"
import { PRIVATE_SERVER, PUBLIC_SERVER } from "../network/servers.ts"
import type { Prng } from "../prng.ts"

/** The people at the browser: their accounts, their passwords, and their mail. They know the content of the servers. */

const email = (text: string): Email => {
  const parsed = parseEmail(text)
  if (!parsed.ok) throw new TypeError(`${text} is no e-mail`)
  return parsed.value
}
const password = (text: string): Password => {
  const parsed = parsePassword(text)
  if (!parsed.ok) throw new TypeError(`${text} is too short`)
  return parsed.value
}

/** Passwords in use, and one that never is. */
export const passwords = [password(DEMO_PASSWORD), password("another word"), password("and a third")] as const
const WRONG = password("not the password")

/** Addresses for new accounts, and for changes of address. */
export const newEmails = [email("new@example.com"), email("first@example.com"), email("second@example.com")] as const
export const otherEmails = [email("moved@example.com"), email("owner@example.com")] as const

/**
 * Accounts that know each other come first: an owner, a sub-account, a main account of the owner, one more sub-account.
 */
const known = ["owner@example.com", "sub@example.com", "noor@example.com", "jonas.weber@example.com"]

interface Account {
  readonly server: ServerUrl
  readonly uid: string
  readonly email: string
  readonly passwordHash: string
}

const typeOf = (server: ServerUrl): SignInForm["serverType"] => (server === PUBLIC_SERVER ? "public" : "private")

export class People {
  readonly #servers: ReadonlyMap<string, Cloud>
  /** Number of accounts in use in this run, from the start of the list. */
  readonly #count: number
  readonly #first: string

  /** `first` is the address of the first account. */
  constructor(servers: ReadonlyMap<string, Cloud>, count: number, first = known[0] ?? "") {
    this.#servers = servers
    this.#count = count
    this.#first = first
  }

  /** Every account that can sign in, with the first one at the front. */
  #accounts(): readonly Account[] {
    const all = [PUBLIC_SERVER, PRIVATE_SERVER].flatMap((server) =>
      (this.#servers.get(server)?.snapshot().accounts ?? [])
        .filter(({ activated }) => activated)
        .map(({ uid, email: address, passwordHash }) => ({ server, uid, email: address, passwordHash })),
    )
    const rank = ({ email: address, server }: Account): number => {
      const place = address === this.#first ? -1 : known.indexOf(address)
      return (
        (server === PUBLIC_SERVER ? 0 : known.length) + (place === -1 && address !== this.#first ? known.length : place)
      )
    }
    return all.sort((a, b) => rank(a) - rank(b))
  }

  /** A sign-in form, with a wrong password when `wrong`. */
  drawForm(dice: Prng, wrong: boolean): SignInForm | undefined {
    const accounts = this.#accounts().slice(0, this.#count)
    if (accounts.length === 0) return undefined
    const form = formOf(dice.pick(accounts))
    return wrong && form !== undefined ? { ...form, password: WRONG } : form
  }

  /** The sign-in form of this account now. Undefined when the account is gone. */
  formFor(key: string): SignInForm | undefined {
    const account = this.#accounts().find(({ server, uid }) => accountKey({ server, uid }) === key)
    return account === undefined ? undefined : formOf(account)
  }

  /** A code from the latest mail, sometimes a wrong or an old one. */
  drawCode(server: ServerUrl, dice: Prng) {
    const mail = this.#servers.get(server)?.mail() ?? []
    const recent = mail.slice(0, dice.pick([1, 1, 1, 1, 5]))
    const text = recent.length === 0 || dice.chance(WRONG_CODE) ? "000000" : dice.pick(recent).code
    const code = parseCode(text)
    if (!code.ok) throw new TypeError(`${text} is no code`)
    return code.value
  }

  /** Every mailed code and every password. */
  secrets(): { readonly codes: ReadonlySet<string>; readonly passwords: readonly string[] } {
    const codes = [...this.#servers.values()].flatMap((server) => server.mail().map(({ code }) => code))
    return { codes: new Set(codes), passwords: [...passwords, WRONG] }
  }
}

/** Share of wrong codes. */
const WRONG_CODE = 0.1

const formOf = ({ server, email: address, passwordHash }: Account): SignInForm | undefined => {
  const secret = passwords.find((one) => md5(one) === passwordHash)
  return secret === undefined
    ? undefined
    : { email: email(address), password: secret, serverType: typeOf(server), server }
}

/** Most accounts of one person. */
const ACCOUNTS_MAX = 16

/** Mostly one account is used, in some runs several, on both servers. */
export const drawPeople = (dice: Prng, servers: ReadonlyMap<string, Cloud>, looksFor: CallName): People => {
  // Only an account with a main account can leave one.
  const first = looksFor === "disconnect_main_account" ? "sub@example.com" : undefined
  return new People(servers, dice.pick([1, 1, 2, ACCOUNTS_MAX]), first)
}
