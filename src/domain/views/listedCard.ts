import type { State } from "../product/state.ts"
import { type DeviceCard, deviceCard, typeOf } from "./devices.ts"
import { isOutdated } from "./firmware.ts"
import { type LanDeviceView, lanViewOf } from "./lan.ts"

const cardOf = (
  lan: LanDeviceView,
  latest: State["firmware"]["latest"],
  near: Parameters<typeof isOutdated>[1],
): DeviceCard => {
  const isHere = lan.known === "now"
  return {
    did: lan.did,
    name: lan.name,
    pendingName: null,
    kind: "near",
    type: typeOf(lan),
    shared: false,
    owner: "",
    status: isHere ? "online" : "lastKnown",
    online: isHere,
    lastKnown: !isHere,
    lastSeen: isHere ? lan.foundAt : lan.reportedAt,
    build: lan.build,
    hasFirmware: lan.hasFirmware,
    newBuild: latest !== null && isOutdated(null, near, latest) ? latest.build : null,
    hasBoundMac: lan.hasBoundMac,
    presence: [],
    watchedSince: null,
    notice: null,
    batch: null,
    lan,
    tags: [],
  }
}

/** The card of a view as it was last, with what it shows beside the view. */
const cards = new WeakMap<LanDeviceView, { readonly latest: State["firmware"]["latest"]; readonly card: DeviceCard }>()

/** One device of the list, of the account or of this network alone (PICTURE-5); null when it is neither. */
export const listedCard = (state: State, did: string, now: number): DeviceCard | null => {
  const bound = deviceCard(state, did, now)
  if (bound !== null) return bound
  const lan = lanViewOf(state, did)
  if (lan === null) return null
  const { latest } = state.firmware
  const known = cards.get(lan)
  if (known?.latest === latest) return known.card
  const card = cardOf(lan, latest, state.lan.devices.get(lan.id) ?? null)
  cards.set(lan, { latest, card })
  return card
}
