import { laterPart } from "../loading/overlay.ts"
import { useDeviceSession } from "../viewer/useDeviceSession.ts"
import { Later } from "./Later.tsx"
import { useFocusAfter } from "./useFocusAfter.ts"

const dialog = laterPart(() => import("./KeyDialog.tsx").then((m) => m.KeyDialog))

/** The code of the dialog is fetched when a device first shows another key. */
export const KeyDialogLater = () => {
  const question = useDeviceSession()?.key ?? null
  useFocusAfter(question?.id ?? null)
  if (question === null) return null
  return <Later key={`${question.id} ${question.offered}`} of={dialog} with={{ question }} />
}
