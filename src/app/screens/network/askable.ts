import type { LanReach } from "../../../domain/views/lan.ts"

/** Whether something can be asked of a device over this network now. */
export const isAskable = (reach: LanReach | null): reach is LanReach => reach?.kind === "lan" && reach.known === "now"
