import { Context, type Effect } from "effect"
import type { Md5 } from "../values/identity.ts"
import type { Os } from "../values/os.ts"

/** Local storage or an equivalent: small non-secret settings, and the one secret `user` (AUTH-11). */
export class Preferences extends Context.Service<
  Preferences,
  {
    readonly get: (key: string) => Effect.Effect<string | null>
    readonly set: (key: string, value: string) => Effect.Effect<void>
    readonly remove: (key: string) => Effect.Effect<void>
    readonly keys: Effect.Effect<readonly string[]>
    /** Calls back with the key that another tab changed. Returns a function that unsubscribes. */
    readonly onForeignChange: (listener: (key: string) => void) => Effect.Effect<() => void>
  }
>()("sightline/Preferences") {}

/** Secrets that must not be in events (invitation codes), by account. Erased at sign-out. */
export class Vault extends Context.Service<
  Vault,
  {
    readonly put: (account: string, reference: string, secret: string) => Effect.Effect<void>
    readonly get: (account: string, reference: string) => Effect.Effect<string | null>
    /** True when nothing of the account is left. */
    readonly erase: (account: string) => Effect.Effect<boolean>
  }
>()("sightline/Vault") {}

export class Digest extends Context.Service<
  Digest,
  {
    /** MD5 of the UTF-8 bytes of the text. */
    readonly md5: (text: string) => Effect.Effect<Md5>
    /** Lower-case hexadecimal SHA-256 of the bytes of the parts one after the other. */
    readonly sha256: (parts: readonly string[]) => Effect.Effect<string>
  }
>()("sightline/Digest") {}

export class Ids extends Context.Service<
  Ids,
  {
    /** A new identifier, unique for all tabs and times. */
    readonly next: Effect.Effect<string>
    /** The id of this tab, for as long as its page lives. */
    readonly tab: string
  }
>()("sightline/Ids") {}

/**
 * The operating system, and true when the page is the window of a native program, which alone can report that (DESK-4).
 */
export interface Surroundings {
  readonly os: Os
  readonly isApp: boolean
}

/** The surroundings of the app, and the system's view of the network. */
export class Platform extends Context.Service<
  Platform,
  {
    /** Completes once a native program around the page has reported, or has had time to. */
    readonly surroundings: Effect.Effect<Surroundings>
    /** Calls back when a native program reports a change later. Returns a function that unsubscribes. */
    readonly onSurroundingsChange: (listener: (surroundings: Surroundings) => void) => Effect.Effect<() => void>
    /** The system's hint, never a fact. */
    readonly online: Effect.Effect<boolean>
    readonly onOnlineChange: (listener: (online: boolean) => void) => Effect.Effect<() => void>
    /** Calls back when the tab is shown or hidden. */
    readonly onVisibleChange: (listener: (visible: boolean) => void) => Effect.Effect<() => void>
    readonly visible: Effect.Effect<boolean>
  }
>()("sightline/Platform") {}
