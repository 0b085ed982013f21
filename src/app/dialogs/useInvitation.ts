import { useCallback } from "react"
import type { State } from "../../domain/model/state.ts"
import { type SentInvitation, sentInvitation } from "../../domain/views/subAccounts.ts"
import { useTab, useView } from "../client/client.ts"

export interface AskedInvitation {
  /** The address as it is sent. */
  readonly email: string
  /** The moment before it was asked for, ms. */
  readonly since: number
}

/** The action that came of the form, once it is recorded. */
export const useInvitation = (asked: AskedInvitation | null): SentInvitation | null => {
  const tab = useTab()
  const view = useCallback(
    (state: State): SentInvitation | null =>
      asked === null || tab === undefined ? null : sentInvitation(state, tab, asked.email, asked.since),
    [asked, tab],
  )
  return useView(view) ?? null
}
