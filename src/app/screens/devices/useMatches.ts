import { useCallback, useDeferredValue } from "react"
import type { State } from "../../../domain/model/state.ts"
import { shownDeviceName } from "../../../domain/outbox/overlay.ts"
import { useView } from "../../client/client.ts"

const fold = (text: string): string => text.normalize("NFKC").toLocaleLowerCase()

/** The devices of a list whose shown name or id contains what is searched for. */
export const useMatches = (ids: readonly string[], search: string): readonly string[] => {
  const wanted = useDeferredValue(fold(search.trim()))
  const view = useCallback(
    ({ session, devices, outbox }: State): readonly string[] => {
      if (wanted === "") return ids
      const account = session.current?.account ?? null
      return ids.filter((id) => {
        const device = devices.bound.get(id)
        if (device === undefined) return false
        return fold(id).includes(wanted) || fold(shownDeviceName(outbox, account, device)).includes(wanted)
      })
    },
    [ids, wanted],
  )
  return useView(view) ?? ids
}
