import { useEffect, useState } from "react"
import { useStart } from "../client/client.ts"

/** Runs a person's request once the engine and the settings of the deployment are ready. */
export const useOnceStarted = (run: () => void): { readonly ask: () => void; readonly isWaiting: boolean } => {
  const { phase } = useStart()
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (!wanted || phase === "loading") return
    setWanted(false)
    run()
  })
  return { ask: () => (phase === "loading" ? setWanted(true) : run()), isWaiting: wanted && phase === "loading" }
}
