import { useEffect, useState } from "react"
import type { LaterPart } from "../loading/overlay.ts"
import { useToast } from "../toasts/useToast.ts"

/** Shows the part, and fetches its code first where `useFetched` has not. A toast reports a failure. */
export const Later = <Props extends object>({
  of,
  with: props,
}: {
  readonly of: LaterPart<Props>
  readonly with: Props
}) => {
  const toast = useToast()
  const [, setReady] = useState(false)
  useEffect(() => {
    if (of.isHere()) return
    let wanted = true
    of.fetch().then(
      () => wanted && setReady(true),
      () => wanted && toast({ kind: "error", message: "common.error.partFailed" }),
    )
    return () => {
      wanted = false
    }
  }, [of, toast])
  const Part = of.part()
  return Part === undefined ? null : <Part {...props} />
}
