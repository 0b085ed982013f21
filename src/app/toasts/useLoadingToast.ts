import type { ParseKeys } from "i18next"
import { useCallback, useRef } from "react"
import { useToast } from "./useToast.ts"

/** An operation that ends sooner needs no toast, ms. */
const LASTS_FROM_MS = 400

/** Shows a loading toast, which has no limit (MSG-4), once an operation lasts. `end` removes it. */
export const useLoadingToast = (): {
  readonly begin: (message: ParseKeys, params?: Readonly<Record<string, string>>) => void
  readonly end: () => void
} => {
  const toast = useToast()
  const running = useRef<() => void>(undefined)
  const end = useCallback(() => {
    running.current?.()
    running.current = undefined
  }, [])
  const begin = useCallback(
    (message: ParseKeys, params: Readonly<Record<string, string>> = {}) => {
      end()
      let close: (() => void) | undefined
      const timer = setTimeout(() => {
        close = toast({ kind: "loading", message, params })
      }, LASTS_FROM_MS)
      running.current = () => {
        clearTimeout(timer)
        close?.()
      }
    },
    [toast, end],
  )
  return { begin, end }
}
