import { useEffect, useReducer } from "react"
import { overlaysAhead } from "../loading/inTurn.ts"
import { laterPart } from "../loading/laterPart.ts"

const notices = laterPart<object>(async () => {
  await overlaysAhead()
  return (await import("./Notices.tsx")).Notices
})

/** How long until it is tried again when it could not be fetched, ms. */
const AGAIN_MS = 5_000

/** Toasts and what makes them come after the first screen; without a network they wait in line until their code is there. */
export const NoticesLater = () => {
  const [, show] = useReducer((before: number) => before + 1, 0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = () => {
      timer = undefined
      notices.fetch().then(show, () => {
        timer = setTimeout(attempt, AGAIN_MS)
      })
    }
    attempt()
    return () => clearTimeout(timer)
  }, [])
  const Notices = notices.part()
  return Notices === undefined ? null : <Notices />
}
