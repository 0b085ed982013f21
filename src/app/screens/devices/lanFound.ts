import { useMemo } from "react"
import { NO_FILTER } from "../../../domain/views/deviceFilter.ts"
import { makeLanFinder } from "../../../domain/views/findLanDevices.ts"
import { didsOf } from "../../../domain/views/unlisted.ts"
import { useViewOf } from "../../client/client.ts"
import type { Finding } from "./finding.ts"

const NO_IDS: readonly string[] = []

/** What a guest's address may ask for is not asked here: there is nothing on the page to take it back with. */
export const useLanFound = ({ query }: Pick<Finding, "query">, isGuest: boolean) => {
  const find = useMemo(makeLanFinder, [])
  const asked = useMemo(() => (isGuest ? { ...query, ...NO_FILTER } : query), [query, isGuest])
  const found = useViewOf(find, asked) ?? NO_IDS
  return { found, asked }
}

/** The list that a device is in, by did: that of the account, or of this network beside it. */
export const useListAround = (did: string, finding: Finding, isGuest: boolean): readonly string[] => {
  const { ids } = finding.found
  const { found } = useLanFound(finding, isGuest)
  const near = useViewOf(didsOf, found) ?? NO_IDS
  return ids.includes(did) ? ids : near
}
