/** What the cloud holds when it starts, by name. */
export const scenarios = ["demo", "empty"] as const
export type Scenario = (typeof scenarios)[number]
