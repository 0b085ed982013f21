import { useCallback, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { type FlowFailure, type FlowName, flowOf, machines } from "../../domain/features/flows/machines.ts"
import type { State } from "../../domain/product/state.ts"
import { useSend, useTab, useView } from "../client/client.ts"
import { useNow } from "../client/clock.ts"
import { useWorkerFault } from "../client/workerFault.ts"
import { useFormat } from "../i18n/useFormat.ts"
import { failureKey } from "./failureKey.ts"

export interface FlowView<Name extends FlowName> {
  readonly stage: ReturnType<typeof flowOf<Name>>["stage"]
  readonly failure: FlowFailure | null
  /**
   * More about the failure: the HTTP error, the end of the wait that the server asked for, or that there are no
   * workers.
   */
  readonly hint: string | null
  /** The reason of the last failure, in words. */
  readonly failureText: string | null
  /** Returns to the first stage and forgets the data between two steps. The form itself keeps the typed text. */
  readonly restart: () => void
}

/** The flows whose requests contain hashes, which a worker computes. */
const HASHING: ReadonlySet<FlowName> = new Set<FlowName>(["signIn", "signUp", "resetPassword"])

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
  const hasNoWorkers = useWorkerFault(begun && flow?.failure === "unknown" && HASHING.has(name))
  /* Until the flow has begun, the state may still hold the end of an earlier one. */
  if (!begun || flow === undefined)
    return { stage: machines[name].first, failure: null, hint: null, failureText: null, restart }
  const { stage, failure, httpStatus, waitUntil } = flow
  const status = httpStatus === undefined ? null : t("common.error.httpStatus", { status: httpStatus })
  const wait = waitUntil === undefined ? null : t("common.error.waitUntil", { time: format.moment(waitUntil, now) })
  const hint = status ?? wait ?? (hasNoWorkers ? t("common.error.noWorkers") : null)
  return { stage, failure, hint, failureText: failure && t(failureKey(name, failure)), restart }
}
