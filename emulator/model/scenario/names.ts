/** The contents of the cloud at its start, by name. */
export const scenarios = ["demo", "empty"] as const
export type Scenario = (typeof scenarios)[number]
