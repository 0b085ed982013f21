import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Digest, Ids, Platform, Vault } from "../../../src/domain/ports/platform.ts"
import { isMd5 } from "../../../src/domain/values/identity.ts"
import type { Prng } from "../prng.ts"
import type { SimulatedWorld, Tab } from "../world.ts"

/** Longest time until a tab learns that it is shown or that the network is back, ms. */
const TELL_MS = 30
/** Two words of 32 bits as hexadecimal, so that all ids of a run differ. */
const ID_WORDS = 2

type Listener = { readonly tab: Tab; readonly notify: (value: boolean) => void }

/** The system's reports to its pages: whether there is a network (it may be wrong), and which page is visible. */
export class System {
  online = true
  readonly #onlineListeners: Listener[] = []
  readonly #visibleListeners: Listener[] = []
  readonly #world: SimulatedWorld
  readonly #prng: Prng

  constructor(world: SimulatedWorld, prng: Prng) {
    this.#world = world
    this.#prng = prng
  }

  portFor(tab: Tab): Platform["Service"] {
    return {
      surroundings: Effect.succeed({ os: "linux", isApp: false }),
      onSurroundingsChange: () => Effect.succeed(() => {}),
      online: Effect.sync(() => this.online),
      onOnlineChange: (notify) => Effect.sync(() => listen(this.#onlineListeners, { tab, notify })),
      visible: Effect.sync(() => tab.visible),
      onVisibleChange: (notify) => Effect.sync(() => listen(this.#visibleListeners, { tab, notify })),
    }
  }

  setOnline(online: boolean): void {
    if (this.online === online) return
    this.online = online
    this.#tell(this.#onlineListeners, online)
  }

  setVisible(tab: Tab, visible: boolean): void {
    if (tab.visible === visible) return
    tab.visible = visible
    this.#tell(
      this.#visibleListeners.filter((listener) => listener.tab === tab),
      visible,
    )
  }

  #tell(listeners: readonly Listener[], value: boolean): void {
    for (const { tab, notify } of listeners) this.#world.afterIn(tab, this.#prng.below(TELL_MS), () => notify(value))
  }
}

const listen = (listeners: Listener[], listener: Listener) => {
  listeners.push(listener)
  return () => {
    const index = listeners.indexOf(listener)
    if (index >= 0) listeners.splice(index, 1)
  }
}

type Secrets = Map<string, Map<string, string>>

const put = (secrets: Secrets, account: string, reference: string, secret: string): void => {
  const own = secrets.get(account) ?? new Map<string, string>()
  secrets.set(account, own.set(reference, secret))
}

/** Secrets by account and reference, on disk at once. */
export class Safe {
  readonly secrets: Secrets = new Map()
  /** True while the database neither reads nor writes. */
  failing = false
  /** Number of failed requests. */
  failures = 0

  /** Behaves like the adapter: a secret that the database does not accept stays in the memory of the tab. */
  portFor(): Vault["Service"] {
    const unstored: Secrets = new Map()
    const fails = (): boolean => {
      if (this.failing) this.failures += 1
      return this.failing
    }
    return {
      put: (account, reference, secret) =>
        Effect.sync(() => put(fails() ? unstored : this.secrets, account, reference, secret)),
      get: (account, reference) =>
        Effect.sync(() => {
          const stored = fails() ? undefined : this.secrets.get(account)?.get(reference)
          return stored ?? unstored.get(account)?.get(reference) ?? null
        }),
      erase: (account) =>
        Effect.sync(() => {
          unstored.delete(account)
          if (fails()) return false
          this.secrets.delete(account)
          return true
        }),
    }
  }
}

export const idsFor = (tab: Tab, prng: Prng): Ids["Service"] => ({
  tab: tab.name,
  next: Effect.sync(() => {
    let text = ""
    for (let i = 0; i < ID_WORDS; i++) text += prng.word().toString(16).padStart(8, "0")
    return text
  }),
})

export const md5 = (text: string): string => createHash("md5").update(text).digest("hex")

export const digest: Digest["Service"] = {
  md5: (text) =>
    Effect.sync(() => {
      const hash = md5(text)
      if (!isMd5(hash)) throw new TypeError("an MD5 is 32 hexadecimal digits")
      return hash
    }),
  sha256: (parts) =>
    Effect.sync(() => {
      const hash = createHash("sha256")
      for (const part of parts) hash.update(part)
      return hash.digest("hex")
    }),
}
