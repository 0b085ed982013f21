import { Layer } from "effect"
import { filter, fromEvent, merge } from "rxjs"
import { Bridge } from "../../domain/ports/bridge.ts"
import { findAccess, isPairedElsewhere, PAIRED_EVENT, USUAL_URL, whyNot } from "./access.ts"
import { ownHost } from "./host.ts"
import { pairingAt } from "./pairing.ts"
import { serviceOver } from "./service.ts"
import { socketTransport } from "./socket.ts"
import type { Transport } from "./transport.ts"
import { webviewTransport } from "./webview.ts"

/** The native side of this page. `own` is the address of the deployment's bridge, null when it runs none. */
export const nativeLayer = (own: string | null): Layer.Layer<Bridge> =>
  Layer.sync(Bridge, () => {
    const host = ownHost()
    return { ...serviceOver(host === null ? socketOf(own) : webviewTransport(host)), ...pairingAt(own) }
  })

const socketOf = (own: string | null): Transport =>
  socketTransport({
    find: () => findAccess(own),
    isOwn: own !== null,
    whyNot,
    whyNoWay: () => whyNot({ url: own ?? USUAL_URL }),
    signsOfLife: merge(
      fromEvent(window, "online"),
      fromEvent(document, "visibilitychange").pipe(filter(() => document.visibilityState === "visible")),
    ),
    paired: merge(
      fromEvent(window, PAIRED_EVENT),
      fromEvent<StorageEvent>(window, "storage").pipe(filter(isPairedElsewhere)),
    ),
  })
