import { useEffect, useState } from "react"
import { canAsk } from "../../../domain/features/bridge/feature.ts"
import type { State } from "../../../domain/product/state.ts"
import type { PairedOrigin } from "../../../domain/wire/bridge.ts"
import { useView } from "../../client/client.ts"
import type { Pairing } from "../../client/pairing.ts"

export interface OriginsView {
  /** Null until the bridge has sent them, and where the bridge cannot list them. */
  readonly reported: readonly PairedOrigin[] | null
  /** True when the bridge refused to revoke an origin. */
  readonly isRefused: boolean
  /** True until the bridge has reported the origins. */
  readonly isAwaited: boolean
}

const isListed = ({ bridge }: State) => canAsk(bridge, "list_origins")

/** The origins that may use the bridge, followed as long as the bridge reports them. */
export const useOrigins = (pairing: Pairing | null): OriginsView => {
  const isOffered = useView(isListed) === true && pairing !== null
  const [reported, setReported] = useState<readonly PairedOrigin[] | null>(null)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    if (!isOffered) return setReported(null)
    return pairing.follow(
      (origins) => {
        setRefused(false)
        setReported(origins)
      },
      () => setRefused(true),
    )
  }, [pairing, isOffered])
  return { reported, isRefused, isAwaited: isOffered && reported === null }
}
