/** The part of Trusted Types that we use. Not every browser has it. */
interface TrustedTypePolicyFactory {
  readonly createPolicy: (name: string, rules: PolicyRules) => unknown
}

interface PolicyRules {
  readonly createHTML: (text: string) => string
  readonly createScriptURL: (address: string) => string
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypePolicyFactory
  }
}

const refuse = (what: string): never => {
  throw new TypeError(`refused: ${what}`)
}

/**
 * The texts that may become markup or the address of a script (SEC-1). Markup: only the empty string, with which the
 * libraries clear an element. Addresses: only those of the own origin, for workers and the service worker. No text
 * becomes a script.
 */
const policyRules = (origin: string): PolicyRules => ({
  createHTML: (text) => (text === "" ? text : refuse("markup from text")),
  createScriptURL: (address) =>
    new URL(address, origin).origin === origin ? address : refuse("a script of another origin"),
})

/** Installs the policy of the page. Runs before everything else that `main.tsx` imports. */
const install = (): void => {
  window.trustedTypes?.createPolicy("default", policyRules(window.location.origin))
}

install()
