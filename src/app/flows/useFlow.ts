import { useCallback, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { type FlowFailure, type FlowName, flowOf, machines } from "../../domain/features/flows/machines.ts"
import type { State } from "../../domain/product/state.ts"
import { useSend, useTab, useView } from "../client/client.ts"
import { useNow } from "../client/clock.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { failureKey } from "./failureKey.ts"

export interface FlowView<Name extends FlowName> {
  readonly stage: ReturnType<typeof flowOf<Name>>["stage"]
  readonly failure: FlowFailure | null
  /** Of a server that was reached: with which HTTP error it answered, or until when it asked to wait. */
  readonly hint: string | null
  /** Why the last step failed, in words. */
  readonly failureText: string | null
  /** Back to the first stage; what was remembered between two steps is forgotten, what was typed is the form's. */
  readonly restart: () => void
}

/** Opens a flow for as long as a form or dialog is there, and returns its stage (decision 10). */
export const useFlow = <Name extends FlowName>(name: Name): FlowView<Name> => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const send = useSend()
  const tab = useTab()
  const [begun, setBegun] = useState(false)
  const flow = useView(useCallback(({ flows }: State) => flowOf(flows, tab, name), [tab, name]))
  const restart = useCallback(
    () => send({ type: "StartFlow", flow: name }, undefined, () => setBegun(true)),
    [send, name],
  )
  useEffect(restart, [restart])
  /* Until it has begun, the state may still hold the end of an earlier one. */
  if (!begun || flow === undefined)
    return { stage: machines[name].first, failure: null, hint: null, failureText: null, restart }
  const { stage, failure, httpStatus, waitUntil } = flow
  const status = httpStatus === undefined ? null : t("common.error.httpStatus", { status: httpStatus })
  const wait = waitUntil === undefined ? null : t("common.error.waitUntil", { time: format.moment(waitUntil, now) })
  return { stage, failure, hint: status ?? wait, failureText: failure && t(failureKey(name, failure)), restart }
}
