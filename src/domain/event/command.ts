/** A request of a person or a loop, before it is decided. Each feature names its own by `type`. */
export interface AnyCommand {
  readonly type: string
}

/**
 * `strict` waits for the disk, for commands of a person and for claims, on which a send depends. `relaxed` may be lost
 * in a power failure.
 */
export type Durability = "strict" | "relaxed"

/** How the client treats a command, independent of the decision. */
export interface CommandRules {
  readonly durability: Durability
  /**
   * Where a screen may send it: on any page, or only on a page with the Web Locks that the queue needs. Null: only the
   * client may.
   */
  readonly asked: "anywhere" | "secure" | null
  /**
   * True when the command must not be carried out for another account than the one shown when the person asked
   * (AUTH-13).
   */
  readonly isOwn: boolean
}

/** An observation of the client. If it is lost, the client observes it again. */
export const observation = { durability: "relaxed", asked: null, isOwn: false } as const satisfies CommandRules
/** A fact that the client must remember. */
export const record = { durability: "strict", asked: null, isOwn: false } as const satisfies CommandRules
/** A step that the client takes for the shown account. */
export const step = { durability: "strict", asked: null, isOwn: true } as const satisfies CommandRules
/** The position of a person on the screen, which may be lost. */
export const trace = { durability: "relaxed", asked: "anywhere", isOwn: false } as const satisfies CommandRules
/** A person's choice about this browser. */
export const choice = { durability: "strict", asked: "anywhere", isOwn: false } as const satisfies CommandRules
/** A person's choice about the shown account. */
export const ownChoice = { durability: "strict", asked: "anywhere", isOwn: true } as const satisfies CommandRules
/** A request of a person for the shown account, to be done now or later. */
export const order = { durability: "strict", asked: "secure", isOwn: true } as const satisfies CommandRules
