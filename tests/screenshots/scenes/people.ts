import { NEW, OWNER, SUB } from "../../e2e/screen.ts"

/** Who looks at the scenes, and at what. */

export { PASSWORD } from "../../e2e/screen.ts"
export { NEW, OWNER, SUB }
/** Has an account and nothing else. */
export const MIRA = "mira@example.com"
/** Has one device, and shares it with the owner. */
export const NOOR = "noor@example.com"

export const BENCH = "Workshop bench"
export const ROOM = "Control room A"
export const DOME = "Observatory dome"
export const HALL = "Lecture hall 2"
export const DESK = "Front desk"
export const SUITE = "Edit suite"
export const STUDIO = "放送スタジオ 3"

/** Of this network alone: up to date, and two with an update. */
export const LEFT = "Stage left"
export const RACK = "Rack 3"
export const FOYER = "Foyer screen"

/** Longer than any scene. */
export const AGES_MS = 120_000
