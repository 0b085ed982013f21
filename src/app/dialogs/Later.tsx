import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import type { LaterPart } from "../loading/laterPart.ts"
import { useToast } from "../toasts/useToast.ts"

/** Shows the part, fetching it first where `useFetched` has not; says in a toast when that fails. */
export const Later = <Props extends object>({
  of,
  with: props,
}: {
  readonly of: LaterPart<Props>
  readonly with: Props
}) => {
  const { t } = useTranslation()
  const toast = useToast()
  const [, setReady] = useState(false)
  useEffect(() => {
    if (of.isHere()) return
    let wanted = true
    const message = "common.error.partFailed"
    of.fetch().then(
      () => wanted && setReady(true),
      () => wanted && toast({ kind: "error", text: t(message), message }),
    )
    return () => {
      wanted = false
    }
  }, [of, t, toast])
  const Part = of.part()
  return Part === undefined ? null : <Part {...props} />
}
