import { overlaysAhead } from "../loading/inTurn.ts"
import { laterPart, useWhenFetched } from "../loading/laterPart.ts"

const notices = laterPart<object>(async () => {
  await overlaysAhead()
  return (await import("./Notices.tsx")).Notices
})

/** Toasts and what makes them come after the first screen; without a network they wait in line until their code is there. */
export const NoticesLater = () => {
  const Notices = useWhenFetched(notices)
  return Notices === undefined ? null : <Notices />
}
