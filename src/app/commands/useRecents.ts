import { useCallback, useMemo } from "react"
import type { State } from "../../domain/product/state.ts"
import { useSend, useView } from "../client/client.ts"

/** The most commands that are stored. */
const RECENTS_MAX = 5

/** Separates ids, which hold no spaces. */
const SEPARATOR = " "

const stored = ({ settings }: State) => settings.get("recentCommands") ?? ""

/** The ids of the recent commands of this browser, newest first, and how to add one. */
export const useRecents = (): { readonly recent: readonly string[]; readonly remember: (id: string) => void } => {
  const send = useSend()
  const text = useView(stored) ?? ""
  const recent = useMemo(() => text.split(SEPARATOR).filter((id) => id !== ""), [text])
  const remember = useCallback(
    (id: string) => {
      if (id.includes(SEPARATOR)) return
      const kept = text.split(SEPARATOR).filter((each) => each !== "" && each !== id)
      const value = [id, ...kept].slice(0, RECENTS_MAX).join(SEPARATOR)
      send({ type: "SetPreference", key: "recentCommands", value })
    },
    [send, text],
  )
  return { recent, remember }
}
