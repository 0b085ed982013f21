import { useEffect } from "react"
import { laterPart } from "../loading/laterPart.ts"
import { useReach } from "../viewer/useReach.ts"
import { Later } from "./Later.tsx"

const dialog = laterPart(() => import("./PasscodeDialog.tsx").then((m) => m.PasscodeDialog))

/**
 * Nobody pressed anything to open this dialog, so no control of the page is the right one to go back to: the focus goes to
 * the row of the device that asked, where the page has one. Other pages have their own place, and `keepFocus` keeps it off
 * what would act at the next Enter.
 */
const useFocusAfter = (asking: string | null): void => {
  useEffect(() => {
    if (asking === null) return
    return () => {
      const row = document.querySelector<HTMLElement>(`[data-device="${CSS.escape(asking)}"]`)
      row?.focus({ preventScroll: true })
    }
  }, [asking])
}

/** The code of the dialog comes when a device first asks. */
export const PasscodeDialogLater = () => {
  const question = useReach()?.passcode ?? null
  useFocusAfter(question?.id ?? null)
  if (question === null) return null
  // Another question begins with an empty field.
  return <Later key={`${question.id} ${question.tried} ${question.until}`} of={dialog} with={{ question }} />
}
