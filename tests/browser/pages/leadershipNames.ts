/** Apart from the place of the app, which other tests may run beside this one. */
export const leadershipNames = { lock: "tested.leader", database: "tested.beside" }
