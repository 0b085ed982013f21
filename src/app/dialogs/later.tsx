import { type ComponentType, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useToast } from "../toasts/useToast.ts"

/** A part whose code comes when it is first needed, or ahead, while there is a connection. */
export interface LaterPart<Props> {
  readonly part: () => ComponentType<Props> | undefined
  readonly isHere: () => boolean
  /** Fetches it, once; rejects when it cannot be had, and the next call tries again. */
  readonly fetch: () => Promise<void>
}

export const laterPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> => {
  let part: ComponentType<Props> | undefined
  return {
    part: () => part,
    isHere: () => part !== undefined,
    fetch: async () => {
      part ??= await load()
    },
  }
}

/** A part that came with the screen. */
export const readyPart = <Props extends object>(part: ComponentType<Props>): LaterPart<Props> => ({
  part: () => part,
  isHere: () => true,
  fetch: async () => undefined,
})

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

/** Fetches a part ahead, after the first picture, so that it is at hand when the network is gone. */
export const useAhead = (fetch: () => Promise<unknown>): void => {
  useEffect(() => {
    fetch().catch(() => undefined)
  }, [fetch])
}
