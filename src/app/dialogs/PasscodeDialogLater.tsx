import { laterPart } from "../loading/overlay.ts"
import { useDeviceSession } from "../viewer/useDeviceSession.ts"
import { Later } from "./Later.tsx"
import { useFocusAfter } from "./useFocusAfter.ts"

const dialog = laterPart(() => import("./PasscodeDialog.tsx").then((m) => m.PasscodeDialog))

/** The code of the dialog is fetched when a device first asks. */
export const PasscodeDialogLater = () => {
  const question = useDeviceSession()?.passcode ?? null
  useFocusAfter(question?.id ?? null)
  if (question === null) return null
  // The key changes with each question, so that the next one begins with an empty field.
  return <Later key={`${question.id} ${question.tried} ${question.until}`} of={dialog} with={{ question }} />
}
