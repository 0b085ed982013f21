import { useEffect, useState } from "react"
import { canAsk } from "../../../domain/features/bridge/feature.ts"
import type { State } from "../../../domain/product/state.ts"
import type { PairedOrigin } from "../../../domain/wire/bridge.ts"
import { useView } from "../../client/client.ts"
import type { Pairing } from "../../client/pairing.ts"

export interface OriginsView {
  /** Null until the bridge has sent them, and where no bridge can. */
  readonly reported: readonly PairedOrigin[] | null
  /** Whether one could not be revoked. */
  readonly isRefused: boolean
  /** Whether the bridge has still to tell them. */
  readonly isAwaited: boolean
}

const isListed = ({ bridge }: State) => canAsk(bridge, "list_origins")

/** Who may use the bridge, followed as long as it can tell. */
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
