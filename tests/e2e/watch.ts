import type { BrowserContext, Page, Request } from "playwright"
import { MOVED } from "./stillness.ts"

/** What one browser context exposes to a bystander: console, addresses, requests, errors. */
export interface Watch {
  /** Errors that no page may ever have: uncaught ones, and breaches of its own policy (SEC-1). */
  readonly faults: () => readonly string[]
  /** Forgets the faults so far that match: those a test has made on purpose. */
  readonly forgive: (which: RegExp) => void
  readonly consoleTexts: () => readonly string[]
  /** Every address requested, query and fragment included; but for the code of an invitation whose link was opened. */
  readonly addresses: () => readonly string[]
  /** What moved without anyone's doing, where a page tells it (UX-5). */
  readonly moved: () => readonly string[]
  /** Bodies of POST requests, parsed. */
  readonly posts: () => readonly PostedRequest[]
  /** Everything sent as a password, a hash of one, a code or a session token. */
  readonly secrets: () => ReadonlySet<string>
  /** From here on another person uses the browser. */
  readonly end: () => void
}

export interface PostedRequest {
  readonly url: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

const POLICY = /content security policy|trusted ?types?|trustedscript|trustedhtml/i
const SECRET_FIELDS = /^(?:token|updateToken|password|newpassword|code|verificationcode|invitationCode)$/

const bodyOf = (request: Request): PostedRequest["body"] => {
  try {
    const body: unknown = request.postDataJSON()
    return typeof body === "object" && body !== null ? Object.fromEntries(Object.entries(body)) : {}
  } catch {
    return {}
  }
}

/** The link of an invitation carries its code: there, and nowhere else, may it be for that one moment. */
const INVITATION_LINK = /(\/invitation)#[0-9]{6}$/
const opened = (address: string): string => address.replace(INVITATION_LINK, "$1")

export const watch = (context: BrowserContext): Watch => {
  let faults: string[] = []
  const texts: string[] = []
  const addresses: string[] = []
  const posts: PostedRequest[] = []
  const secrets = new Set<string>()

  const watchPage = (page: Page) => {
    page.on("pageerror", (error) => faults.push(`uncaught: ${error.stack ?? error.message}`))
    page.on("console", (message) => {
      texts.push(message.text())
      if (message.type() === "error" && POLICY.test(message.text())) faults.push(`policy: ${message.text()}`)
    })
    page.on("framenavigated", (frame) => addresses.push(opened(frame.url())))
  }
  context.on("page", watchPage)
  const watchRequest = (request: Request) => {
    addresses.push(request.isNavigationRequest() ? opened(request.url()) : request.url())
    if (request.method() !== "POST") return
    const body = bodyOf(request)
    posts.push({ url: request.url(), path: new URL(request.url()).pathname, body })
    // A server that is only looked at gets an empty token, which every address contains.
    for (const [name, value] of Object.entries(body))
      if (SECRET_FIELDS.test(name) && typeof value === "string" && value !== "") secrets.add(value)
  }
  context.on("request", watchRequest)
  return {
    end: () => {
      context.off("page", watchPage)
      context.off("request", watchRequest)
    },
    faults: () => faults,
    forgive: (which) => {
      faults = faults.filter((fault) => !which.test(fault))
    },
    consoleTexts: () => texts,
    moved: () => texts.filter((text) => text.startsWith(MOVED)),
    addresses: () => addresses,
    posts: () => posts,
    secrets: () => secrets,
  }
}
