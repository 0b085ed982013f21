import { useEffect, useState } from "react"
import type { SignInFailure } from "../../../domain/features/session/events.ts"
import type { State } from "../../../domain/product/state.ts"
import { useDeployment, useSend, useStart, useTab, useView } from "../../client/client.ts"
import { type Problems, readSignIn, type Typed } from "../auth/form.ts"

const viewOf = ({ session, connection }: State) => ({
  id: session.current?.id ?? null,
  signIn: session.signIn,
  isOffline: connection.status === "offline",
})

/** `wanted` waits for the settings of the deployment, `asked` for the server. */
type Phase = "idle" | "wanted" | "asked" | "answered"

/** Names of keys below `common.error`. */
export type Failure = Exclude<SignInFailure, "tooOften"> | "tooOftenLogin" | "startFailed" | "logUnusable"

/** Signs in with what is typed; `onSignedIn` is called once, when the session is there. */
export const useSignIn = (typed: Typed, onSignedIn: () => void) => {
  const send = useSend()
  const start = useStart()
  const deployment = useDeployment()
  const session = useView(viewOf)
  const tab = useTab()
  const [phase, setPhase] = useState<Phase>("idle")
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const failure = session?.signIn?.tab === tab ? (session?.signIn?.failure ?? null) : null
  const signedIn = session?.id !== null && session !== undefined && failure === null

  const submit = () => {
    const loading = start.phase === "loading"
    const read = readSignIn(typed, deployment)
    const { server: noCloud, ...others } = read.problems
    /* Whether there is a public cloud is known only once the settings are there. */
    const found = loading ? others : read.problems
    setProblems(found)
    if (Object.keys(found).length > 0) return setPhase("idle")
    if (read.form === undefined) return setPhase(loading && noCloud !== undefined ? "wanted" : "idle")
    setTried(true)
    setRefused(false)
    setPhase("asked")
    send(
      { type: "SignIn", form: read.form },
      () => {
        setRefused(true)
        setPhase("idle")
      },
      () => setPhase("answered"),
    )
  }

  useEffect(() => {
    if (phase === "wanted" && start.phase !== "loading") submit()
    if (phase !== "answered") return
    setPhase("idle")
    if (signedIn) onSignedIn()
  })

  const failed: Failure | null =
    start.phase === "failed" || refused ? failedBefore(start) : failure === "tooOften" ? "tooOftenLogin" : failure
  return {
    submit,
    problems,
    isPending: phase !== "idle",
    failure: tried && phase === "idle" ? failed : null,
    isOffline: session?.isOffline ?? false,
  }
}

/** Nothing was asked of the server. That the chunk did not load has no banner of its own. */
const failedBefore = (start: ReturnType<typeof useStart>): Failure =>
  start.phase === "failed" && start.rescue === null ? "startFailed" : "logUnusable"
