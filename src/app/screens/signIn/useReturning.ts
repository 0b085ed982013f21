import { useCallback, useEffect, useRef, useState } from "react"
import { endedUnasked } from "../../../domain/features/session/state.ts"
import type { State } from "../../../domain/product/state.ts"
import { useView } from "../../client/client.ts"
import type { Typed } from "../auth/form.ts"

/** The e-mail address of a session that ended unasked. A person who logged out left this browser on purpose. */
const endedAddress = ({ session }: State): string | null => {
  const ended = endedUnasked(session)
  return ended === null ? null : (session.emails.get(ended.account) ?? null)
}

/**
 * A person whose session has ended unasked finds the address in its field, and types only the password. The state is
 * ready after the form. Text that the person has typed by then stays.
 */
export const useReturning = (typed: Typed, change: (part: Partial<Typed>) => void) => {
  const ended = useView(endedAddress) ?? null
  const [isTyped, setTyped] = useState(typed.email !== "")
  const returning = isTyped ? null : ended
  const passwordField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const at = document.activeElement
    const isElsewhere = at !== document.body && !(at instanceof HTMLInputElement && at.name === "email")
    if (returning !== null && !isElsewhere) passwordField.current?.focus({ preventScroll: true })
  }, [returning])
  /* The same function each time, or both fields would render again with everything below them. */
  const changeTyped = useCallback(
    (part: Partial<Typed>) => {
      if (part.email !== undefined) setTyped(true)
      change(part)
    },
    [change],
  )
  return { passwordField, typed: returning === null ? typed : { ...typed, email: returning }, change: changeTyped }
}
