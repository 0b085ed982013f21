import { useState } from "react"
import type { FlowFailure } from "../../../domain/features/flows/machines.ts"
import type { State } from "../../../domain/product/state.ts"
import { useDeployment, useSend, useStart, useView } from "../../client/client.ts"
import type { Refused } from "../../client/handle.ts"
import { useFlow } from "../../flows/useFlow.ts"
import { useOnceStarted } from "../../flows/useOnceStarted.ts"
import { useOnDone } from "../../flows/useOnDone.ts"
import { type Problems, readSignIn, type Typed } from "../auth/form.ts"

const isOff = ({ connection }: State): boolean => connection.status === "offline"

/** Names of keys below `common.error`. */
export type Failure =
  | "tooOftenLogin"
  | "notActivated"
  | "invalidCredentials"
  | "signInFailed"
  | "startFailed"
  | "logUnusable"

const failureOf = (failure: FlowFailure): Failure => {
  if (failure === "tooOften") return "tooOftenLogin"
  return failure === "notActivated" || failure === "invalidCredentials" ? failure : "signInFailed"
}

/** Signs in with what is typed; `onSignedIn` is called once, when the session is there. */
export const useSignIn = (typed: Typed, onSignedIn: () => void) => {
  const send = useSend()
  const start = useStart()
  const deployment = useDeployment()
  const isOffline = useView(isOff) ?? false
  const [refused, setRefused] = useState<Refused | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const { stage, failure } = useFlow("signIn")
  useOnDone(stage, onSignedIn)
  const { ask, isWaiting } = useOnceStarted(() => {
    const { form, problems: found } = readSignIn(typed, deployment)
    setProblems(found)
    setRefused(null)
    if (form !== undefined) send({ type: "SignIn", form }, setRefused)
  })
  const submit = () => {
    /* Whether there is a public cloud is known only once the settings are there. */
    const { server: _unknown, ...found } = readSignIn(typed, deployment).problems
    setProblems(found)
    if (start.phase !== "loading" || Object.keys(found).length === 0) ask()
  }
  return {
    submit,
    problems,
    isPending: isWaiting || stage === "asking" || stage === "done",
    failure: refused === null ? failure && failureOf(failure) : failedBefore(start, refused),
    isOffline,
  }
}

/** Nothing was asked of the server. That a part of the app did not load has no banner of its own. */
const failedBefore = (start: ReturnType<typeof useStart>, refused: Refused): Failure =>
  refused === "defect" || (start.phase === "failed" && start.rescue === null) ? "startFailed" : "logUnusable"
