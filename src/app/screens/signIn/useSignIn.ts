import { useState } from "react"
import type { State } from "../../../domain/product/state.ts"
import type { ServerUrl } from "../../../domain/values/serverUrl.ts"
import { useDeployment, useSend, useStart, useView } from "../../client/client.ts"
import type { Refused } from "../../client/handle.ts"
import type { ShownFailure } from "../../flows/failureKey.ts"
import { useFlow } from "../../flows/useFlow.ts"
import { useOnceStarted } from "../../flows/useOnceStarted.ts"
import { useOnDone } from "../../flows/useOnDone.ts"
import { type Problems, readSignIn, type Typed } from "../auth/form.ts"
import { readServer } from "../auth/server.ts"

const serverOf = ({ session }: State) => session.current?.server ?? null

const accountOf = ({ session }: State) => session.current?.account ?? null

const isOff = ({ connection }: State): boolean => connection.status === "offline"

/** Signs in with the typed values. `onSignedIn` is called once, when the session has begun. */
export const useSignIn = (typed: Typed, onSignedIn: (account: string | null) => void) => {
  const send = useSend()
  const start = useStart()
  const deployment = useDeployment()
  const isOffline = useView(isOff) ?? false
  const current = useView(serverOf) ?? null
  const account = useView(accountOf) ?? null
  const { server } = readServer(typed, deployment)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [called, setCalled] = useState<ServerUrl | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const { stage, failure, hint } = useFlow("signIn")
  useOnDone(stage, () => onSignedIn(account))
  const { ask, isWaiting } = useOnceStarted(() => {
    const { form, problems: found } = readSignIn(typed, deployment)
    setProblems(found)
    setRefused(null)
    setCalled(form?.server ?? null)
    if (form !== undefined) send({ type: "SignIn", form }, setRefused)
  })
  const submit = () => {
    /* Only the settings tell whether there is a public cloud. */
    const { server: _unknown, ...found } = readSignIn(typed, deployment).problems
    setProblems(found)
    if (start.phase !== "loading" || Object.keys(found).length === 0) ask()
  }
  return {
    submit,
    problems,
    isPending: isWaiting || stage === "asking" || stage === "done",
    failure: refused === null ? failure : failedBefore(start, refused),
    hint,
    isOffline,
    /** The server of the last sign-in request. */
    called,
    /**
     * True when a person is signed in on another server than the chosen one. Signing in there ends that session
     * (AUTH-13).
     */
    endsSession: current !== null && server !== undefined && server !== current,
  }
}

/** The failure of a sign-in that sent no request. No banner reports that a part of the app did not load. */
const failedBefore = (start: ReturnType<typeof useStart>, refused: Refused): ShownFailure =>
  refused === "defect" || (start.phase === "failed" && start.rescue === null) ? "startFailed" : "logUnusable"
