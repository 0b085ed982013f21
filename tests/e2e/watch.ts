import type { BrowserContext, Page, Request } from "playwright"
import { MOVED } from "./stillness.ts"

/** The observable outputs of one browser context: console, addresses, requests, errors. */
export interface Watch {
  /** Errors that no page may ever have: uncaught ones, and violations of its own policy (SEC-1). */
  readonly faults: () => readonly string[]
  /** Removes matching faults so far, which a test has caused on purpose. */
  readonly forgive: (which: RegExp) => void
  readonly consoleTexts: () => readonly string[]
  /** Every requested address, with query and fragment, without the code of an opened invitation link. */
  readonly addresses: () => readonly string[]
  /** Movements without a press, where a page reports them (UX-5). */
  readonly moved: () => readonly string[]
  /** Bodies of POST requests, parsed. */
  readonly posts: () => readonly PostedRequest[]
  /** Everything sent as a password, its hash, a code or a session token. */
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

/** The link of an invitation contains its code. The code may appear only there. */
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
    // A test that only views a server sends an empty token, which every address contains.
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
