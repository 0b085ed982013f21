import { NEW, OWNER, SUB } from "../../e2e/screen.ts"

/** The people and the devices of the scenes. */

export { PASSWORD } from "../../e2e/screen.ts"
export { NEW, OWNER, SUB }
/** A person with an account and nothing else. */
export const MIRA = "mira@example.com"
/** A person with one device, who shares it with the owner. */
export const NOOR = "noor@example.com"

export const BENCH = "Workshop bench"
export const ROOM = "Control room A"
export const DOME = "Observatory dome"
export const HALL = "Lecture hall 2"
export const DESK = "Front desk"
export const SUITE = "Edit suite"
export const STUDIO = "放送スタジオ 3"

/** Devices of this network that belong to no account: the first is up to date, the others have an update. */
export const LEFT = "Stage left"
export const RACK = "Rack 3"
export const FOYER = "Foyer screen"

/** Longer than any scene. */
export const AGES_MS = 120_000
