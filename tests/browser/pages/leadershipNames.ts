/** Not the names of the app, because other tests may run it at the same time. */
export const leadershipNames = { lock: "tested.leader", database: "tested.beside" }
