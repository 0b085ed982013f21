/** What a person wants, before it is decided; each feature names its own by `type`. */
export interface AnyCommand {
  readonly type: string
}

/** `strict` waits for the disk: a person's commands and claims, on which a send depends. `relaxed` may be lost with the power. */
export type Durability = "strict" | "relaxed"

/** How the client takes a command, whatever is decided of it. */
export interface CommandRules {
  readonly durability: Durability
  /** Who gives it: null for the client alone; else a screen, on any page, or on one that has what a queue needs (locks). */
  readonly asked: "anywhere" | "secure" | null
  /** A command that was given while one account was shown is not carried out for another that signed in since (AUTH-13). */
  readonly isOwn: boolean
}

/** What the client observes: if it is lost, it is observed again. */
export const observation = { durability: "relaxed", asked: null, isOwn: false } as const satisfies CommandRules
/** What the client must remember. */
export const record = { durability: "strict", asked: null, isOwn: false } as const satisfies CommandRules
/** A step that the client takes for the account that is shown. */
export const step = { durability: "strict", asked: null, isOwn: true } as const satisfies CommandRules
/** Where a person was on the screen: no one misses it. */
export const trace = { durability: "relaxed", asked: "anywhere", isOwn: false } as const satisfies CommandRules
/** A person's word about this browser. */
export const choice = { durability: "strict", asked: "anywhere", isOwn: false } as const satisfies CommandRules
/** A person's choice about the account that is shown. */
export const ownChoice = { durability: "strict", asked: "anywhere", isOwn: true } as const satisfies CommandRules
/** What a person wants done, now or later, for the account that is shown. */
export const order = { durability: "strict", asked: "secure", isOwn: true } as const satisfies CommandRules
