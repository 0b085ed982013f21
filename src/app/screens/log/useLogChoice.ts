import { useCallback, useRef, useState } from "react"
import { useLocation, useNavigate } from "react-router-dom"
import { addressOf, choiceFrom, type LogChoice } from "./query.ts"

/** Marks an address this page wrote itself. */
const WRITTEN_HERE = "logChosen"

/** Filters and place live in the address, so that they survive a reload and can be linked to. */
export const useLogChoice = (): readonly [LogChoice, (part: Partial<LogChoice>) => void] => {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  const [seen, setSeen] = useState(key)
  const [choice, setChoice] = useState(() => choiceFrom(new URLSearchParams(search)))
  if (seen !== key) {
    setSeen(key)
    if (state !== WRITTEN_HERE) setChoice(choiceFrom(new URLSearchParams(search)))
  }
  const latest = useRef(choice)
  latest.current = choice
  const choose = useCallback(
    (part: Partial<LogChoice>) => {
      latest.current = { ...latest.current, ...part }
      setChoice(latest.current)
      navigate({ search: addressOf(latest.current).toString() }, { replace: true, state: WRITTEN_HERE })
    },
    [navigate],
  )
  return [choice, choose]
}
