import type { State } from "../product/state.ts"

/** True when a tab of this browser shows the picture of a device right now (PICTURE-3). */
export const isViewed = ({ reach }: State, did: string): boolean =>
  [...reach.values()].some(({ device }) => device?.did === did && device.phase === "connected")
